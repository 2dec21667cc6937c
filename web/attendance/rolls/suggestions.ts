import type { RollRow } from '#contract/marks.ts';

/** Whether a text matches a student of the roll: by ID, card number, e-mail or name. */
export function matches(row: RollRow, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [
    row.student_id,
    row.rfid_number,
    row.student_mail,
    `${row.first_name} ${row.last_name}`,
    `${row.last_name} ${row.first_name}`,
  ].some((value) => value?.toLowerCase().includes(wanted));
}

export function suggestFromRoll(roll: RollRow[], text: string, max: number): RollRow[] {
  return roll.filter((row) => matches(row, text)).slice(0, max);
}
