import { sql, type RawBuilder } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { stillOpen } from '#server/school/attendance.ts';
import { takesPlace } from '#server/school/meetings.ts';
import type { Wanted } from './compute.ts';
import { meetingOfHistory, meetingsOfDue, transactionsAfter } from './news.ts';

/** How far the history is done, and until which transaction it can be done now. */
export interface Position {
  history_id: number;
  history_xid: string;
  horizon: string;
}

/** What a step computes and counts again. */
export interface Changed {
  wanted: Wanted[];
  meetings: number[];
}

/** Writes down students with a class whose standing is computed again; each once. */
const addDue = (rows: RawBuilder<unknown>, isMark: boolean) => sql`
  insert into standing_due (student_id, class_schedule_id, is_counted, is_mark)
  select x.student_id, x.class_schedule_id, true, ${isMark} from (${rows}) x
  -- Hashed; "not exists" compares each with each, since the planner expects one row.
  where (x.student_id, x.class_schedule_id) not in (select d.student_id, d.class_schedule_id from standing_due d
    where d.student_id is not null and d.class_schedule_id is not null and d.is_counted and d.is_mark >= ${isMark})`;

/**
 * Writes down the students with a mark that was made, changed or withdrawn since the last step. One
 * mark in a roll that is over makes it unfinished for all others of the class.
 * @param now local date and time of the institute.
 * @returns the meetings of the marks.
 */
export async function markedSince(
  trx: Database,
  { history_id, history_xid, horizon }: Position,
  now: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with changed as materialized (
      select h.student_id, h.class_schedule_id, h.date from attendance_history h
      where h.id > ${history_id} and ${transactionsAfter(sql`${history_xid}::bigint`)}
        < ${horizon}::bigint - ${history_xid}::bigint
    ), met as materialized (
      select distinct g.id, g.class_schedule_id, ${stillOpen(now)} as is_open
      from changed h join ${meetingOfHistory}
    ), added as (
      ${addDue(
        sql`
        select student_id, class_schedule_id from changed
        union
        select e.student_id, e.class_schedule_id
        from met join enrolment e on e.class_schedule_id = met.class_schedule_id
        where met.is_open`,
        true,
      )}
    )
    select id from met`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Writes down the students of meetings that have ended since the last step: no longer to come. */
export async function endedSince(
  trx: Database,
  since: string | null,
  now: string,
  timeZone: string,
): Promise<void> {
  if (since === null) return;
  const local = (instant: string) => sql`(${instant}::timestamptz at time zone ${timeZone})`;
  await addDue(
    sql`
    select distinct e.student_id, e.class_schedule_id
    from class_meeting g
    join enrolment e on e.class_schedule_id = g.class_schedule_id
    where g.date between ${local(since)}::date and ${local(now)}::date and ${takesPlace}
      and g.date + g.end_time > ${local(since)} and g.date + g.end_time <= ${local(now)}`,
    false,
  ).execute(trx);
}

/**
 * Takes those with marks, then those that have waited longest.
 * @param max how many rows: a step is short, and others have their turn.
 */
export async function takeDue(trx: Database, max: number): Promise<Changed & { more: boolean }> {
  const { taken, wanted, meetings } = oneRow(
    await sql<Changed & { taken: number }>`
      with chosen as materialized (
        select id, class_schedule_id, is_counted from standing_due
        order by is_mark desc, id limit ${max} for update skip locked
      ), taken as (
        delete from standing_due where id in (select id from chosen)
        returning student_id, class_schedule_id, is_counted
      ), counted as (
        -- A class whose meetings are counted now needs that once, however many of its students wait.
        update standing_due d set is_counted = true
        where not d.is_counted and d.id not in (select id from chosen)
          and d.class_schedule_id in (
            select class_schedule_id from chosen where not is_counted)
      )
      select (select count(*) from taken)::int as taken,
        (select coalesce(jsonb_agg(x), '[]') from (
          select t.student_id, c.semester_id, c.subject_id
          from taken t left join class_schedule c on c.id = t.class_schedule_id
          where t.student_id is not null
          union
          select e.student_id, c.semester_id, c.subject_id
          from taken t
          join class_schedule c on c.id = t.class_schedule_id
          join enrolment e on e.class_schedule_id = c.id
          where t.student_id is null) x) as wanted,
        array(${meetingsOfDue(sql`taken`)}) as meetings`.execute(trx),
  );
  return { wanted, meetings, more: taken >= max };
}
