import type { RollRow } from '../../../contract/attendance.ts';

/** Whether a student on the roll is meant by a text: by id, card number, e-mail or name. */
export function matches(row: RollRow, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [row.student_id, row.rfid_number, row.student_mail, `${row.first_name} ${row.last_name}`, `${row.last_name} ${row.first_name}`].some(
    (value) => value?.toLowerCase().includes(wanted),
  );
}

export function suggestFromRoll(roll: RollRow[], text: string, most: number): RollRow[] {
  return roll.filter((row) => matches(row, text)).slice(0, most);
}
