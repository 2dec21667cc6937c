import { sql } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { takesPlace } from '#server/school/meetings.ts';
import type { Copy } from './plan.ts';

/** A class of the former semester, and its copy. */
export interface Pair {
  from: number;
  to: number;
}

/** Adds the classes with their meetings. @returns their ids, which are in the order of the former ones. */
export async function addCopies(
  trx: Database,
  copies: readonly Copy[],
  semester: number,
): Promise<Pair[]> {
  if (copies.length === 0) return [];
  const { rows: ids } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('class_schedule', 'id')) as id
    from generate_series(1, ${copies.length}::int) order by 1`.execute(trx);
  const added = copies.map((copy, at) => ({ ...copy, id: ids[at]?.id ?? 0 }));
  const rows = added.map(({ id, of, first }) => ({ ...of, ...first, id, patterns: null }));
  await sql`
    insert into class_schedule (id, class_type, day_of_week, start_time, end_time, subject_id, semester_id,
      teacher_id, classroom_id, color_coding, payroll_id, sort_order, weeks, group_name, co_teacher_ids,
      co_payrolls, more_classroom_ids)
    overriding system value
    select n.id, n.class_type, n.day_of_week, n.start_time, n.end_time, n.subject_id, ${semester}::bigint,
      n.teacher_id, n.classroom_id, n.color_coding, n.payroll_id, n.sort_order, n.weeks, n.group_name,
      n.co_teacher_ids, n.co_payrolls, n.more_classroom_ids
    from jsonb_populate_recordset(null::class_schedule, ${JSON.stringify(rows)}::jsonb) n
    order by n.id`.execute(trx);
  await addChanges(
    trx,
    added.filter(({ later, beginsLater }) => later.length > 0 || beginsLater),
  );
  return added.map(({ id, of }) => ({ from: of.id, to: id }));
}

/** Gives copies their later changes; one that begins later has no meetings before. */
async function addChanges(trx: Database, changed: (Copy & { id: number })[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  const notYet = changed.filter(({ beginsLater }) => beginsLater).map(({ id }) => id);
  await sql`
    update class_schedule_pattern set day_of_week = null
    where class_schedule_id = any(${notYet}::bigint[])`.execute(trx);
  const patterns = changed.flatMap(({ id, later }) =>
    later.map((pattern) => ({ ...pattern, class_schedule_id: id })),
  );
  await sql`
    insert into class_schedule_pattern
    select * from jsonb_populate_recordset(null::class_schedule_pattern,
      ${JSON.stringify(patterns)}::jsonb)`.execute(trx);
  await sql`select adopt_patterns(${ids}::bigint[]), plan_meetings(${ids}::bigint[])`.execute(trx);
}

/** Clashes that were confirmed between two classes of the former semester stay so between their copies (R-CLASH-3). */
export async function keepConfirmed(trx: Database, pairs: readonly Pair[], to: number) {
  await sql`
    insert into confirmed_clash (class_schedule_id, other_class_schedule_id, kind, semester_id,
      other_semester_id, day_of_week, start_time, end_time, other_start_time, other_end_time,
      confirmed_by, confirmed_at, weeks)
    select a."to", b."to", k.kind, ${to}::bigint, ${to}::bigint, k.day_of_week, k.start_time, k.end_time,
      k.other_start_time, k.other_end_time, k.confirmed_by, k.confirmed_at, k.weeks
    from confirmed_clash k
    join ${pairRows(pairs)} a on a."from" = k.class_schedule_id
    join ${pairRows(pairs)} b on b."from" = k.other_class_schedule_id`.execute(trx);
}

const pairRows = (pairs: readonly Pair[]) =>
  sql`(select * from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x("from" bigint, "to" bigint))`;

export interface CopiedCohort {
  id: number;
  name: string;
  year: number;
  classes: number;
}

/** Puts the copies into the cohorts of their classes, behind what these have; archived cohorts get none. */
export async function addToCohorts(trx: Database, pairs: readonly Pair[]): Promise<CopiedCohort[]> {
  const { rows } = await sql<CopiedCohort>`
    with added as (
      insert into cohort_schedule (cohort_id, class_schedule_id, place)
      select k.cohort_id, x."to", (
          select max(own.place) from cohort_schedule own where own.cohort_id = k.cohort_id
        ) + row_number() over (partition by k.cohort_id order by k.place, x."to")
      from ${pairRows(pairs)} x
      join cohort_schedule k on k.class_schedule_id = x."from"
      join cohort c on c.id = k.cohort_id and c.archived_at is null
      returning cohort_id
    )
    select c.id, c.name, c.year, count(*)::int as classes
    from added join cohort c on c.id = added.cohort_id
    group by c.id order by c.name, c.year, c.id`.execute(trx);
  return rows;
}

/** The cohorts of classes that are not archived. */
export async function cohortsOf(trx: Database, pairs: readonly Pair[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct k.cohort_id as id from ${pairRows(pairs)} x
    join cohort_schedule k on k.class_schedule_id = x."from"`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Number of the dates of classes: those that take place, holidays, and those before a day. */
export async function countDates(trx: Database, classes: number[], today: string) {
  const found = await sql<{ dates: number; holidays: number; past: number }>`
    select count(*)::int as dates, count(*) filter (where g.status = 'holiday')::int as holidays,
      count(*) filter (where g.date < ${today}::date and ${takesPlace})::int as past
    from class_meeting g where g.class_schedule_id = any(${classes}::bigint[])`.execute(trx);
  return oneRow(found);
}
