import type { Roll, RollRow } from '../../../contract/attendance.ts';

const bits = 16;
const prefix = '#';

/**
 * A short print of a card number (16 bits of FNV-1a): enough to find a tapped card on a roll, while 65,536 different
 * prints cannot tell which of the ten-digit cards it was.
 */
export function cardPrint(card: string): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(card)) hash = Math.imul(hash ^ unit, 0x01000193);
  return prefix + (((hash >>> bits) ^ hash) & (2 ** bits - 1)).toString(16).padStart(bits / 4, '0');
}

/** A roll as the device stores it: names and IDs to show it; no card, phone number, address or link to a photo. */
export function rollOnDevice(data: unknown): unknown {
  const roll = data as Roll;
  return { ...roll, results: roll.results.map(rowOnDevice) };
}

/** Field by field: one that is added to the roll is stored only once somebody has decided so. */
function rowOnDevice(row: RollRow): RollRow {
  const { student, student_uuid, student_id, first_name, last_name, rfid_number, id, attendance_uuid, status, marked_at, how, on_leave } = row;
  const person = { student, student_uuid, student_id, first_name, last_name };
  const mark = { id, attendance_uuid, status, marked_at, how, on_leave };
  return { ...person, ...mark, rfid_number: rfid_number && cardPrint(rfid_number), phone_number: '', student_mail: null, profile_image: null };
}
