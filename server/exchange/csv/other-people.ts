import type { OtherPeople } from '#contract/file-values.ts';
import { fold } from '#contract/fold.ts';
import { fullName } from '#contract/person-name.ts';
import type { RowResolver } from './references.ts';
import type { ExistingStudent, Line } from './student-line.ts';

/**
 * Rejects rows that may make another person of a student who is here. Somebody who marries, or whose name or date of
 * birth is corrected, keeps most of them (R-IMPORT-14).
 */
export function withoutOtherPeople(
  rows: Line[],
  existing: ExistingStudent[],
  { resolver, otherPeople }: { resolver: RowResolver; otherPeople: OtherPeople },
): Line[] {
  if (otherPeople === 'same') return rows;
  const byId = new Map(existing.map((student) => [student.student_id, student]));
  return rows.filter(({ line, row }) => {
    const here = byId.get(row.student_id);
    if (!here || isOnePerson(row, here)) return true;
    resolver.ask(
      line,
      'student_id',
      `${row.student_id} is the ID of ${fullName(here)}: is it the same student?`,
      'other_people',
    );
    return false;
  });
}

const wordsOf = (names: (string | null)[]): string[] =>
  fold(names.filter(Boolean).join(' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** By the date of birth; where both have another one, first and last name have a word in common with them; else any word. */
function isOnePerson(
  { first_name, last_name, date_of_birth }: Line['row'],
  here: ExistingStudent,
): boolean {
  if (date_of_birth !== null && date_of_birth === here.date_of_birth) return true;
  const words = new Set(wordsOf([here.first_name, here.last_name]));
  const given = [first_name, last_name].filter((name) => name !== null);
  const isTheirs = (name: string) => wordsOf([name]).some((word) => words.has(word));
  const isOther = date_of_birth !== null && here.date_of_birth !== null;
  return given.length === 0 || (isOther ? given.every(isTheirs) : given.some(isTheirs));
}
