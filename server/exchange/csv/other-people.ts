import { fold } from '#contract/fold.ts';
import type { RowResolver } from './references.ts';
import type { ExistingStudent, Line } from './student-line.ts';

/** Whose IDs are that a file gives to people of other names and another date of birth. */
export type OtherPeople = 'same' | 'refuse';

/**
 * Rejects rows that would make another person of a student who is here: they share no word of their names, and no date of
 * birth that both have. Somebody who marries, or whose name is corrected, keeps one of them (R-IMPORT-14).
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
    const { first_name, last_name } = here;
    resolver.ask(
      line,
      'student_id',
      `${row.student_id} is the ID of ${first_name} ${last_name}: is it the same student?`,
      'other_people',
    );
    return false;
  });
}

const wordsOf = (names: (string | null)[]): string[] =>
  fold(names.filter(Boolean).join(' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function isOnePerson(row: Line['row'], here: ExistingStudent): boolean {
  if (row.first_name === null || row.last_name === null) return true;
  const words = new Set(wordsOf([here.first_name, here.last_name]));
  return (
    (row.date_of_birth !== null && row.date_of_birth === here.date_of_birth) ||
    wordsOf([row.first_name, row.last_name]).some((word) => words.has(word))
  );
}
