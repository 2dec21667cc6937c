import { fold, foldedWords, localPart } from '#contract/fold.ts';
import type { RollRow } from '#contract/marks.ts';

type Searched = Pick<
  RollRow,
  'student_id' | 'rfid_number' | 'first_name' | 'last_name' | 'student_mail'
>;

/** Whether all words match a student of the roll: by ID, card number, e-mail or name (R-SEARCH-1). */
export function matches(row: Searched, text: string): boolean {
  const { student_id, rfid_number, first_name, last_name, student_mail: mail } = row;
  const texts = [student_id, rfid_number, first_name, last_name, mail && localPart(mail)];
  const own = fold(texts.filter(Boolean).join(' '));
  return foldedWords(text).every(
    (word) => own.includes(word) || (word.includes('@') && fold(mail ?? '').includes(word)),
  );
}

export function suggestFromRoll(roll: RollRow[], text: string, max: number): RollRow[] {
  return roll.filter((row) => matches(row, text)).slice(0, max);
}
