import { sql } from 'kysely';
import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type { AwayMeeting, awayAnswer, awayQuery } from '#contract/timetable/teacher-away.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { numberEnrolled } from '#server/school/enrolled.ts';
import { takesPlace, teacherOfMeeting } from '#server/school/meetings.ts';

/** Maximum teachers proposed for one meeting. */
const maxProposals = 20;

/**
 * The meetings of a teacher in a period, including those that they cover, each with the teachers who
 * are free then. Meetings that are cancelled or covered by another have no proposals.
 */
export async function meetingsOfAway(
  database: Database,
  { teacher, from, to, from_time = '00:00', to_time = '24:00' }: z.output<typeof awayQuery>,
): Promise<z.output<typeof awayAnswer>> {
  const max = limits.meetingsAtOnce;
  const { rows } = await sql<AwayMeeting>`
    with theirs as materialized (
      select g.*, c.subject_id, ${takesPlace} and ${teacherOfMeeting} = ${teacher} as open,
        date_trunc('week', g.date)::date as monday
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      where g.date between ${from}::date and ${to}::date
        and (g.teacher_id = ${teacher} or g.covering_teacher_id = ${teacher})
        and g.status in ('scheduled', 'cancelled')
        and (g.date > ${from}::date or g.end_time > ${from_time}::time)
        and (g.date < ${to}::date or g.start_time < ${to_time}::time)
      order by g.date, g.start_time, g.id limit ${max + 1}
    ), busy as (
      select distinct o.id, ${teacherOfMeeting} as teacher_id
      from theirs o
      join class_meeting g on g.date = o.date and g.start_time < o.end_time
        and o.start_time < g.end_time and ${takesPlace}
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    ), weeks as (
      select w.monday, ${teacherOfMeeting} as teacher_id,
        sum(extract(epoch from g.end_time - g.start_time) / 60)::int as minutes
      from (select distinct monday from theirs) w
      join class_meeting g on g.date between w.monday and w.monday + 6 and ${takesPlace}
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      group by 1, 2
    ), teaches as (
      select subject_id, teacher_id from class_schedule
      union select id, subject_teacher_id from subject
    ), proposed as (
      select o.id, t.id as teacher_id, t.first_name, t.last_name,
        s.teacher_id is not null as teaches_subject, coalesce(w.minutes, 0) as minutes,
        row_number() over (partition by o.id
          order by s.teacher_id is null, coalesce(w.minutes, 0),
            sort_name(t.first_name, t.last_name), t.id) as place
      from theirs o
      join teacher t on t.archived_at is null and t.id not in (${teacher}, o.teacher_id)
      left join busy b on b.id = o.id and b.teacher_id = t.id
      left join teaches s on s.subject_id = o.subject_id and s.teacher_id = t.id
      left join weeks w on w.monday = o.monday and w.teacher_id = t.id
      where o.open and b.id is null
    )
    select o.id, o.sequence, o.class_schedule_id as class_schedule, o.date, o.start_time,
      o.end_time, o.status, o.reason,
      jsonb_build_object('subject_name', s.subject_name, 'subject_code', s.subject_code) as subject,
      (select c.group_name from class_schedule c where c.id = o.class_schedule_id) as group_name,
      r.room_number, ${numberEnrolled(sql`o.class_schedule_id`, sql`o.date`)} as number_of_students,
      jsonb_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name) as planned,
      case when v.id is not null then jsonb_build_object('id', v.id, 'first_name', v.first_name,
        'last_name', v.last_name) end as cover,
      exists (select from payroll_log l
        where l.class_schedule_id = o.class_schedule_id and l.date = o.date) as checked_in,
      coalesce(found.proposals, '[]') as proposals
    from theirs o
    join subject s on s.id = o.subject_id
    join classroom r on r.id = o.classroom_id
    join teacher p on p.id = o.teacher_id
    left join teacher v on v.id = o.covering_teacher_id
    left join (
      select id, jsonb_agg(jsonb_build_object('id', teacher_id, 'first_name', first_name,
        'last_name', last_name, 'teaches_subject', teaches_subject, 'minutes_in_week', minutes)
        order by place) as proposals
      from proposed where place <= ${maxProposals} group by id
    ) found on found.id = o.id
    order by o.date, o.start_time, o.id`.execute(database);
  return { meetings: rows.slice(0, max), more: rows.length > max };
}
