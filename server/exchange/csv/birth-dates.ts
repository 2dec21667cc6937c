import { birthDateFault } from '#contract/birth-date.ts';
import type { RowResolver } from './references.ts';
import type { ExistingStudent, Line } from './student-line.ts';

/** Rejects birthdays that cannot be; what a student has already stays. */
export function withBirthDate(
  rows: Line[],
  existing: Pick<ExistingStudent, 'student_id' | 'date_of_birth'>[],
  { today, resolver }: { today: string; resolver: RowResolver },
): Line[] {
  const now = new Map(existing.map((student) => [student.student_id, student.date_of_birth]));
  return rows.filter(({ line, row: { student_id, date_of_birth } }) => {
    const isNew = date_of_birth !== null && date_of_birth !== now.get(student_id);
    const fault = isNew ? birthDateFault(date_of_birth, today) : null;
    return fault === null || resolver.reject(line, 'date_of_birth', fault);
  });
}
