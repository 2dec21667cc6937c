import { isSameWholeName } from '#contract/whole-name.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { holdersOfFormerIds } from '#server/school/erased-ids.ts';
import type { RowResolver } from './references.ts';
import type { Line } from './student-line.ts';

/** Rejects rows with the former ID of somebody who is here under another one: they would be added again. */
export async function withoutFormerIds(
  database: Database,
  rows: Line[],
  existing: { student_id: string }[],
  resolver: RowResolver,
): Promise<Line[]> {
  const here = new Set(existing.map(({ student_id }) => student_id));
  const holders = await holdersOfFormerIds(
    database,
    rows.flatMap(({ row }) => (here.has(row.student_id) ? [] : [row.student_id])),
  );
  return rows.filter(({ line, row: { student_id, first_name, last_name } }) => {
    const holder = holders.get(student_id);
    const isSame =
      holder !== undefined &&
      isSameWholeName({ first_name: first_name ?? '', last_name: last_name ?? '' }, holder);
    return (
      !isSame ||
      resolver.reject(
        line,
        'student_id',
        `is a former ID of this student, who has ${holder.student_id} now`,
      )
    );
  });
}
