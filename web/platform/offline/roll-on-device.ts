import type { Roll, RollRow } from '#contract/marks.ts';

const bits = 16;
const prefix = '#';

/**
 * A short hash of a card number (16 bits of FNV-1a): enough to find a card on a roll, too short to
 * recover a ten-digit number.
 */
export function cardPrint(card: string): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(card)) hash = Math.imul(hash ^ unit, 0x01000193);
  return prefix + (((hash >>> bits) ^ hash) & (2 ** bits - 1)).toString(16).padStart(bits / 4, '0');
}

/**
 * A roll as the device stores it: names and IDs to show it; no card, phone number, address or link
 * to a photo.
 */
export function rollOnDevice(data: unknown): unknown {
  const roll = data as Roll;
  return { ...roll, results: roll.results.map(rowOnDevice) };
}

/** Field by field: new fields of the roll are stored only by an explicit decision. */
function rowOnDevice(row: RollRow): RollRow {
  const {
    student,
    student_uuid,
    student_id,
    first_name,
    last_name,
    rfid_number,
    id,
    attendance_uuid,
    status,
    marked_at,
    how,
    on_leave,
    late_minutes,
    left_early_minutes,
    excused,
    arrived_at,
  } = row;
  const person = { student, student_uuid, student_id, first_name, last_name };
  const mark = { id, attendance_uuid, status, marked_at, how, on_leave };
  const details = { late_minutes, left_early_minutes, excused, arrived_at };
  return {
    ...person,
    ...mark,
    ...details,
    rfid_number: rfid_number && cardPrint(rfid_number),
    phone_number: '',
    student_mail: null,
    profile_image: null,
    in_red_list: false,
  };
}
