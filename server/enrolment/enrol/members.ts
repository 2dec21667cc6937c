import { sql } from 'kysely';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { assignedOn } from '#server/school/enrolled.ts';
import { isWeekly } from '#server/school/meetings.ts';
import {
  isWritten,
  joinedInTwoPlaces,
  plannedMeetings,
  type EnrolMembers,
} from '#server/timetable/index.ts';

/** Students who are named; the others are counted. */
const maxNamed = 50;

/**
 * Enrols the members of the cohorts of new classes: who is in a cohort on the first day, from then on and as long as
 * they are in it (R-COPY-4). As with every enrolment, no one is enrolled in classes that overlap (R-ENROL-2).
 */
export const enrolMembers: EnrolMembers = async (trx, { classes, from }) => {
  const members = sql`
    select a.student_id, k.class_schedule_id, a.id as assignment, a.assigned_to, a.cohort_id
    from cohort_schedule k
    join cohort_assignment a on a.cohort_id = k.cohort_id and ${assignedOn(from)}
    join student s on s.id = a.student_id and s.archived_at is null and s.erased_at is null
    where k.class_schedule_id = any(${classes}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    select distinct student_id as id from (${members}) m order by 1`.execute(trx);
  await lockRows(
    trx,
    'student',
    rows.map(({ id }) => id),
    'no key update',
  );
  // Read again: a transfer that was waited for has changed some.
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to, cohort_assignment_id)
    select distinct on (m.student_id, m.class_schedule_id)
      m.student_id, m.class_schedule_id, ${from}::date, m.assigned_to, m.assignment
    from (${members}) m
    order by m.student_id, m.class_schedule_id, m.assigned_to desc nulls first, m.assignment`.execute(
    trx,
  );
  const in_two_places = await leaveTwoPlaces(trx, classes);
  const { rows: counted } = await sql<{ cohort: number | null; students: number }>`
    select a.cohort_id as cohort, count(distinct e.student_id)::int as students
    from enrolment e join cohort_assignment a on a.id = e.cohort_assignment_id
    where e.class_schedule_id = any(${classes}::bigint[])
    group by rollup (a.cohort_id)`.execute(trx);
  const byCohort = new Map<number, number>();
  let students = 0;
  for (const one of counted)
    if (one.cohort === null) students = one.students;
    else byCohort.set(one.cohort, one.students);
  return { students, byCohort, in_two_places };
};

/** Takes back the enrolments that put a student into two of their classes at once, and names the students. */
async function leaveTwoPlaces(trx: Database, classes: number[]) {
  const meetings = plannedMeetings(
    sql`g.class_schedule_id = any(${classes}::bigint[]) and ${isWeekly()}`,
  );
  const twice = await joinedInTwoPlaces(trx, meetings);
  const { rows } = await sql<{ student_id: string; name: string; classes: number }>`
    with gone as (
      delete from enrolment e
      using jsonb_to_recordset(${JSON.stringify(twice)}::jsonb) as one(student text, class bigint), student s
      where s.student_id = one.student and e.student_id = s.id and e.class_schedule_id = one.class
        and ${isWritten('e')}
      returning e.student_id
    )
    select s.student_id, person_name(s.first_name, s.last_name) as name, count(*)::int as classes
    from gone join student s on s.id = gone.student_id
    group by s.id order by s.student_id`.execute(trx);
  return { count: rows.length, first: rows.slice(0, maxNamed) };
}
