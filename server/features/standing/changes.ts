import { sql } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { takesPlace } from '../meetings/predicates.ts';
import { meetingOfHistory, meetingsOfDue, transactionsAfter } from './news.ts';

/** Classes and students of one step that wait in `standing_due`. */
const maxDue = 2000;

/** How far the history is done, and until which transaction it can be done now. */
export interface Position {
  history_id: number;
  history_xid: string;
  horizon: string;
}

/** What a step counts and computes again. */
export interface Changed {
  students: number[];
  meetings: number[];
}

/** Students and meetings with a mark that was made, changed or withdrawn since the last step. */
export async function markedSince(
  trx: Database,
  { history_id, history_xid, horizon }: Position,
): Promise<Changed> {
  return oneRow(
    await sql<Changed>`
      with changed as materialized (
        select h.student_id, h.class_schedule_id, h.date from attendance_history h
        where h.id > ${history_id} and ${transactionsAfter(sql`${history_xid}::bigint`)}
          < ${horizon}::bigint - ${history_xid}::bigint
      )
      select array(select distinct student_id from changed) as students,
        array(select distinct g.id from changed h join ${meetingOfHistory}) as meetings`.execute(
      trx,
    ),
  );
}

/** Takes the students who wait, and those of the classes that wait. */
export async function takeDue(trx: Database): Promise<Changed & { more: boolean }> {
  const { taken, students, meetings } = oneRow(
    await sql<Changed & { taken: number }>`
      with taken as (
        delete from standing_due where id in (
          select id from standing_due order by id limit ${maxDue} for update skip locked)
        returning student_id, class_schedule_id
      )
      select (select count(*) from taken)::int as taken,
        array(
          select student_id from taken where student_id is not null
          union
          select e.student_id from enrolment e
          where e.class_schedule_id in (
            select class_schedule_id from taken where student_id is null)
        ) as students,
        array(${meetingsOfDue(sql`taken`)}) as meetings`.execute(trx),
  );
  return { students, meetings, more: taken >= maxDue };
}

/** Students of meetings that have ended since the last step: they are no longer to come. */
export async function inEndedMeetings(
  trx: Database,
  since: string | null,
  now: string,
  timeZone: string,
): Promise<number[]> {
  if (since === null) return [];
  const local = (instant: string) => sql`(${instant}::timestamptz at time zone ${timeZone})`;
  const { rows } = await sql<{ student_id: number }>`
    select distinct e.student_id
    from class_meeting g
    join enrolment e on e.class_schedule_id = g.class_schedule_id
    where g.date between ${local(since)}::date and ${local(now)}::date and ${takesPlace}
      and g.date + g.end_time > ${local(since)} and g.date + g.end_time <= ${local(now)}`.execute(
    trx,
  );
  return rows.map(({ student_id }) => student_id);
}
