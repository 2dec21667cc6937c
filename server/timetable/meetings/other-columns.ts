import { sql } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { changedSince, usedSince } from './operations.ts';
import type { OtherColumns } from './other-columns-row.ts';

const ofPatterns = sql`'{day_of_week,start_time,end_time,classroom_id,teacher_id,payroll_id,weeks,co_teacher_ids,co_payrolls,more_classroom_ids}'::text[]`;
/** A change of the semester is not recorded, and archiving is an operation of its own. */
const ofOthers = sql`'{ref,semester_id,archived_at}'::text[]`;

export async function otherColumns(trx: Database, ids: number[]): Promise<OtherColumns[]> {
  const rows = await trx
    .selectFrom('class_schedule as c')
    .select(sql<OtherColumns>`to_jsonb(c) - ${ofPatterns} - ${ofOthers}`.as('columns'))
    .where('c.id', '=', anyOf.ids(ids))
    .orderBy('c.id')
    .execute();
  return rows.map(({ columns }) => columns);
}

/**
 * Takes back what a change did to other columns than those of patterns.
 * @throws ApiError 409 when one was changed again, or attendance was taken in the new subject.
 */
export async function undoOtherColumns(
  trx: Database,
  before: OtherColumns[] | null,
  after: OtherColumns[] | null,
): Promise<void> {
  if (before === null || after === null) return;
  const changes = before.flatMap((was) => {
    const is = after.find(({ id }) => id === was.id) ?? was;
    const names = Object.keys(was).filter((name) => was[name] !== is[name]);
    const pick = (row: OtherColumns) => Object.fromEntries(names.map((name) => [name, row[name]]));
    return names.length ? [{ id: was.id, was: pick(was), is: pick(is) }] : [];
  });
  if (changes.length === 0) return;
  const json = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
    as n(id bigint, was jsonb, "is" jsonb)`;
  const state = await sql<{ changed: boolean; used: boolean }>`
    select bool_or(not to_jsonb(c) @> n."is") as changed,
      bool_or(n.was ? 'subject_id' and exists (
        select from attendance a where a.class_schedule_id = c.id)) as used
    from ${json} join class_schedule c on c.id = n.id`.execute(trx);
  const { changed, used } = oneRow(state);
  if (changed) throw changedSince();
  if (used) throw usedSince();
  await sql`
    update class_schedule c set (subject_id, class_type, color_coding, sort_order) = (
      select x.subject_id, x.class_type, x.color_coding, x.sort_order
      from jsonb_populate_record(c, n.was) x)
    from ${json} where c.id = n.id`.execute(trx);
}
