import { withoutThousands } from '#contract/file-values.ts';
import type { RowResolver } from './references.ts';
import type { Line } from './student-line.ts';

/** Rejects rows whose ID is that of a student with a separator between its thousands: they would be added again. */
export function withoutSeparators(
  rows: Line[],
  existing: { student_id: string }[],
  resolver: RowResolver,
): Line[] {
  const ids = new Set(existing.map(({ student_id }) => student_id));
  return rows.filter(({ line, row: { student_id } }) => {
    const number = withoutThousands(student_id);
    const isSeparated = number !== student_id && ids.has(number) && !ids.has(student_id);
    if (isSeparated)
      resolver.reject(line, 'student_id', `is ${number} with a separator between its thousands`);
    return !isSeparated;
  });
}
