import { sql, type RawBuilder } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { stillOpen } from '../attendance/predicates.ts';
import { takesPlace } from '../meetings/predicates.ts';
import type { Wanted } from './compute.ts';
import { meetingOfHistory, meetingsOfDue, transactionsAfter } from './news.ts';

/** Classes and students of one step that wait in `standing_due`. */
const maxDue = 2000;

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

/** The rows of a query as one array of `Wanted`. */
const wantedOf = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(x), '[]') from (${rows}) x) as wanted`;

/** The subject and semester of class `c`. */
const subjectOfClass = sql`c.semester_id, c.subject_id`;

/**
 * Students and meetings with a mark that was made, changed or withdrawn since the last step. One
 * mark in a roll that is over makes it unfinished for all others of the class.
 * @param now local date and time of the institute.
 */
export async function markedSince(
  trx: Database,
  { history_id, history_xid, horizon }: Position,
  now: string,
): Promise<Changed> {
  return oneRow(
    await sql<Changed>`
      with changed as materialized (
        select h.student_id, h.class_schedule_id, h.date from attendance_history h
        where h.id > ${history_id} and ${transactionsAfter(sql`${history_xid}::bigint`)}
          < ${horizon}::bigint - ${history_xid}::bigint
      ), met as materialized (
        select distinct g.id, g.class_schedule_id, ${stillOpen(now)} as is_open
        from changed h join ${meetingOfHistory}
      )
      select ${wantedOf(sql`
          select h.student_id, ${subjectOfClass}
          from changed h join class_schedule c on c.id = h.class_schedule_id
          union
          select e.student_id, ${subjectOfClass}
          from met join enrolment e on e.class_schedule_id = met.class_schedule_id
          join class_schedule c on c.id = e.class_schedule_id
          where met.is_open`)},
        array(select id from met) as meetings`.execute(trx),
  );
}

/** Takes the students who wait, and those of the classes that wait. */
export async function takeDue(trx: Database): Promise<Changed & { more: boolean }> {
  const { taken, wanted, meetings } = oneRow(
    await sql<Changed & { taken: number }>`
      with taken as (
        delete from standing_due where id in (
          select id from standing_due order by id limit ${maxDue} for update skip locked)
        returning student_id, class_schedule_id
      )
      select (select count(*) from taken)::int as taken,
        ${wantedOf(sql`
          select t.student_id, ${subjectOfClass}
          from taken t left join class_schedule c on c.id = t.class_schedule_id
          where t.student_id is not null
          union
          select e.student_id, null, null
          from enrolment e
          where e.class_schedule_id in (
            select class_schedule_id from taken where student_id is null)`)},
        array(${meetingsOfDue(sql`taken`)}) as meetings`.execute(trx),
  );
  return { wanted, meetings, more: taken >= maxDue };
}

/** Students of meetings that have ended since the last step: they are no longer to come. */
export async function inEndedMeetings(
  trx: Database,
  since: string | null,
  now: string,
  timeZone: string,
): Promise<Wanted[]> {
  if (since === null) return [];
  const local = (instant: string) => sql`(${instant}::timestamptz at time zone ${timeZone})`;
  const { rows } = await sql<Wanted>`
    select distinct e.student_id, ${subjectOfClass}
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id
    join enrolment e on e.class_schedule_id = g.class_schedule_id
    where g.date between ${local(since)}::date and ${local(now)}::date and ${takesPlace}
      and g.date + g.end_time > ${local(since)} and g.date + g.end_time <= ${local(now)}`.execute(
    trx,
  );
  return rows;
}
