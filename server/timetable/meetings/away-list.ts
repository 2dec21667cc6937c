import { sql } from 'kysely';
import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type { AwayMeeting, awayAnswer, awayQuery } from '#contract/timetable/teacher-away.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { numberEnrolled } from '#server/school/enrolled.ts';
import {
  hasPlace,
  isTaughtBy,
  peopleOf,
  placesOf,
  takesPlace,
  taughtMeetings,
  teachersOf,
} from '#server/school/meetings.ts';
import { isInPeriod, isOver, isStillOpen } from './away-period.ts';

/** Maximum teachers proposed for one meeting. */
const maxProposals = 20;

/**
 * The meetings of a teacher in a period, including those that they cover, each with the teachers who
 * are free then. Meetings that are cancelled or covered by another have no proposals; those that were held are left
 * out, since who taught them is corrected on their rolls (R-MEETING-12).
 * @param now the institute's local date and time.
 */
export async function meetingsOfAway(
  database: Database,
  { teacher, ...period }: z.output<typeof awayQuery>,
  now: string,
): Promise<z.output<typeof awayAnswer>> {
  const max = limits.meetingsAtOnce;
  const { from, to } = period;
  // The hours of a week count all of its days, also those outside of the period.
  const taughtInDays = taughtMeetings(sql`${takesPlace}
    and g.date between ${from}::date - 6 and ${to}::date + 6`);
  const othersThere = sql`array_remove(${teachersOf('o')}, ${teacher}::bigint)`;
  const { rows } = await sql<AwayMeeting>`
    with theirs as materialized (
      select g.*, c.subject_id, ${takesPlace} and ${isTaughtBy(teacher)} as open,
        date_trunc('week', g.date)::date as monday
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      where ${isInPeriod(period)} and ${isStillOpen(now)} and ${hasPlace(teacher)}
      order by g.date, g.start_time, g.id limit ${max + 1}
    ), busy as (
      select distinct o.id, t.teacher as teacher_id
      from theirs o
      join class_meeting g on g.date = o.date and g.start_time < o.end_time
        and o.start_time < g.end_time
      join ${taughtInDays} on t.meeting = g.id
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    ), weeks as (
      select w.monday, t.teacher as teacher_id,
        sum(extract(epoch from g.end_time - g.start_time) / 60)::int as minutes
      from (select distinct monday from theirs) w
      join class_meeting g on g.date between w.monday and w.monday + 6
      join ${taughtInDays} on t.meeting = g.id
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      group by 1, 2
    ), teaches as (
      select subject_id, unnest(array[teacher_id] || co_teacher_ids) as teacher_id from class_schedule
      union select id, subject_teacher_id from subject
    ), proposed as (
      select o.id, t.id as teacher_id, t.first_name, t.last_name,
        s.teacher_id is not null as teaches_subject, coalesce(w.minutes, 0) as minutes,
        row_number() over (partition by o.id
          order by s.teacher_id is null, coalesce(w.minutes, 0),
            sort_name(t.first_name, t.last_name), t.id) as place
      from theirs o
      join teacher t on t.archived_at is null and t.id <> all(array_remove(
        array[${teacher}::bigint, o.teacher_id, o.covering_teacher_id] || o.co_teacher_ids, null))
      left join busy b on b.id = o.id and b.teacher_id = t.id
      left join teaches s on s.subject_id = o.subject_id and s.teacher_id = t.id
      left join weeks w on w.monday = o.monday and w.teacher_id = t.id
      where o.open and b.id is null
    )
    select o.id, o.sequence, o.class_schedule_id as class_schedule, o.date, o.start_time,
      o.end_time, ${isOver(sql`o`, now)} as over, o.status, o.reason,
      jsonb_build_object('subject_name', s.subject_name, 'subject_code', s.subject_code) as subject,
      (select c.group_name from class_schedule c where c.id = o.class_schedule_id) as group_name,
      rooms_text(o.classroom_id, o.more_classroom_ids) as room_number, ${numberEnrolled(sql`o.class_schedule_id`, sql`o.date`)} as number_of_students,
      people_of(array[own.teacher_id]) -> 0 as planned, people_of(array[own.covering_teacher_id]) -> 0 as cover,
      own.is_away as away, ${peopleOf(othersThere)} as others,
      exists (select from payroll_log l
        where l.class_schedule_id = o.class_schedule_id and l.date = o.date
          and l.class_teacher_id in (own.teacher_id, own.covering_teacher_id)) as checked_in,
      coalesce(found.proposals, '[]') as proposals
    from theirs o
    join subject s on s.id = o.subject_id
    cross join lateral (
      select k.* from ${placesOf('o')} where ${teacher} in (k.teacher_id, k.covering_teacher_id)
      order by k.present_id is distinct from ${teacher} limit 1
    ) own
    left join (
      select id, jsonb_agg(jsonb_build_object('id', teacher_id, 'first_name', first_name,
        'last_name', last_name, 'teaches_subject', teaches_subject, 'minutes_in_week', minutes)
        order by place) as proposals
      from proposed where place <= ${maxProposals} group by id
    ) found on found.id = o.id
    order by o.date, o.start_time, o.id`.execute(database);
  return { meetings: rows.slice(0, max), more: rows.length > max };
}
