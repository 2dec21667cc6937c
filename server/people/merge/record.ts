import { sql } from 'kysely';
import type { MergeBody } from '#contract/people/merge.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Pair } from './state.ts';

/**
 * What a merge unites or replaces, as it was: enrolments and cohorts of both, and marks that count no more,
 * with their details. As JSON, for the record of the merge.
 */
export async function stateBefore(
  trx: Database,
  { keep, remove }: Pair,
  marks: MergeBody['marks'],
): Promise<string> {
  const both = [keep, remove];
  const periods = (table: string) => sql`(
    select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]') from ${sql.table(table)} x
    where x.student_id = any(${both}::bigint[]))`;
  const { before } = oneRow(
    await sql<{ before: string }>`
      select jsonb_build_object(
        'enrolments', ${periods('enrolment')}, 'cohorts', ${periods('cohort_assignment')},
        'marks', (
          select coalesce(jsonb_agg(to_jsonb(a) || jsonb_build_object(
            'detail', mark_detail_of(a.student_id, a.class_schedule_id, a.date)) order by a.id), '[]')
          from unnest(${marks.map((it) => it.class_schedule)}::bigint[],
            ${marks.map((it) => it.date)}::date[],
            ${marks.map((it) => (it.counts === 'keep' ? remove : keep))}::bigint[])
            m(class_schedule_id, date, student_id)
          join attendance a using (class_schedule_id, date, student_id)))::text as before`.execute(
      trx,
    ),
  );
  return before;
}
