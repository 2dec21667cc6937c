import type { Database } from '#server/platform/database/pool.ts';
import { findErasedIds } from '#server/school/erased-ids.ts';
import type { RowResolver } from './references.ts';
import type { ExistingStudent, Line } from './student-line.ts';

/** Skips rows of an erased person whose ID now belongs to another student. */
export async function withoutReusedIds(
  database: Database,
  rows: Line[],
  existing: ExistingStudent[],
  resolver: RowResolver,
): Promise<Line[]> {
  const now = new Map(existing.map((student) => [student.student_id, student]));
  const suspects = new Set(
    rows.filter(({ row }) => {
      const student = now.get(row.student_id);
      return student && personal.some((field) => student[field] !== row[field]);
    }),
  );
  const erased = await findErasedIds(
    database,
    [...suspects].map(({ row }) => row.student_id),
  );
  return rows.filter((line) => {
    const { student_id } = line.row;
    if (!erased.has(student_id) || !suspects.has(line)) return true;
    resolver.skip(
      line.line,
      'student_id',
      `the data of ${student_id} were erased: the student who has the ID now is changed by hand`,
    );
    return false;
  });
}
const personal = ['first_name', 'last_name', 'date_of_birth'] as const;
