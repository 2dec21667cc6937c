import type { OtherPeople } from '#contract/file-values.ts';
import { fold } from '#contract/fold.ts';
import { fullName } from '#contract/person-name.ts';
import type { RowResolver } from './references.ts';
import type { ExistingStudent, Line } from './student-line.ts';

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

function isOnePerson(row: Line['row'], here: ExistingStudent): boolean {
  if ([row.first_name, row.last_name].includes(null)) return true;
  const words = new Set(wordsOf([here.first_name, here.last_name]));
  return (
    (row.date_of_birth !== null && row.date_of_birth === here.date_of_birth) ||
    wordsOf([row.first_name, row.last_name]).some((word) => words.has(word))
  );
}
