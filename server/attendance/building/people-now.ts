import { sql, type RawBuilder } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { excused, staysOn, withDetails } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { onLeave } from '#server/school/leave.ts';
import { takesPlace, teachersOf } from '#server/school/meetings.ts';
import { attended, missing } from '#server/school/status.ts';

/** Facts by which it is decided who is here now. */
export interface NowTerms {
  today: string;
  /** Local date and time of the institute. */
  now: string;
  zone: string;
  /** How long before its start a class is open, by its type. */
  doors: string;
}

export function nowTerms({ clock, settings }: Pick<AppContext, 'clock' | 'settings'>): NowTerms {
  const { opens_before_minutes, opens_before_by_class_type } = settings.current();
  return {
    today: clock.today(),
    now: localNow(clock),
    zone: clock.timeZone,
    doors: JSON.stringify({ opens: opens_before_minutes, opens_by: opens_before_by_class_type }),
  };
}

/** When a student leaves meeting `m` early, by the minutes of mark `a`. */
const leftAt = sql`(m.date + m.end_time - make_interval(mins => d.left_early_minutes))`;

/** The state of a student with mark `a` of meeting `m` who was there. */
const stateThere = (now: string) => sql`
  case when ${leftAt} <= ${now}::timestamp then 'left_early'
    when a.how = 'door' then 'arrived' else 'present' end`;
const sinceThere = ({ now, zone }: NowTerms) => sql`
  case when ${leftAt} <= ${now}::timestamp then local_instant(${leftAt}, ${zone}) else a.marked_at end`;

/**
 * Who is here now, or is expected to be (R-HERE-1), as a query of rows of `student_id` or `teacher_id`, `place`,
 * `class_schedule_id`, `classroom_id`, `start_time`, `end_time`, `state`, `since` and `expected`: a person has one.
 */
export const peopleNow = (terms: NowTerms): RawBuilder<unknown> => sql`
  with meeting as materialized (
    select g.class_schedule_id, g.date, g.start_time, g.end_time, g.classroom_id, ${teachersOf()} as teachers,
      is_open_at_door(g.date + g.start_time, g.date + g.end_time, c.class_type, ${terms.now}::timestamp,
        jsonb_populate_record(null::door_terms, ${terms.doors}::jsonb)) as is_now,
      g.date + g.start_time <= ${terms.now}::timestamp as has_begun
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id and ${staysOn(terms.today)}
    where g.date = ${terms.today}::date and ${takesPlace}
  ), in_class as materialized (
    select distinct on (e.student_id) e.student_id, m.class_schedule_id, m.classroom_id, m.start_time, m.end_time,
      case when ${attended()} then ${stateThere(terms.now)}
        -- Too late to be present, and here.
        when d.arrived_at is not null then 'arrived'
        when ${excused} then 'excused' when ${missing()} then 'absent'
        when ${onLeave(sql`e.student_id`, terms.today)} then 'excused' else 'not_seen' end as state,
      case when ${attended()} then ${sinceThere(terms)} else coalesce(d.arrived_at, a.marked_at) end as since
    from meeting m
    join enrolment e on e.class_schedule_id = m.class_schedule_id and ${enrolledOn(terms.today)}
    join student s on s.id = e.student_id and s.archived_at is null
    left join attendance a on a.class_schedule_id = m.class_schedule_id and a.date = m.date
      and a.student_id = e.student_id
    ${withDetails}
    where m.is_now
    -- Of two classes at one time the one with a mark, then the one that has begun.
    order by e.student_id, (${attended()}) is true desc, a.id is null, m.has_begun desc, m.start_time desc,
      m.class_schedule_id
  ), before as (
    select distinct on (a.student_id) a.student_id, m.class_schedule_id, m.classroom_id, m.start_time, m.end_time,
      ${stateThere(terms.now)} as state, ${sinceThere(terms)} as since
    from meeting m
    join attendance a on a.class_schedule_id = m.class_schedule_id and a.date = m.date
    join student s on s.id = a.student_id and s.archived_at is null
    ${withDetails}
    where ${attended()} and a.student_id not in (select student_id from in_class)
    order by a.student_id, a.marked_at desc, m.class_schedule_id
  ), taught as (
    select t.teacher as teacher_id, m.class_schedule_id, m.classroom_id, m.start_time, m.end_time, m.is_now,
      m.has_begun
    from meeting m cross join lateral unnest(m.teachers) t(teacher)
  ), checked_in as (
    select teacher_id, max(checked_in_at) as since from payroll_log
    where date = ${terms.today}::date group by teacher_id
  ), staff as (
    select distinct on (t.id) t.id as teacher_id, m.class_schedule_id, m.classroom_id, m.start_time, m.end_time,
      k.since
    from teacher t
    left join taught m on m.teacher_id = t.id and m.is_now
    left join checked_in k on k.teacher_id = t.id
    where t.archived_at is null and (
      t.id in (select teacher_id from taught) or t.id in (select teacher_id from checked_in))
    order by t.id, m.has_begun desc nulls last, m.start_time desc, m.class_schedule_id
  )
  select student_id, null::bigint as teacher_id, 'class' as place, class_schedule_id, classroom_id, start_time,
    end_time, state, since, state in ('present', 'arrived', 'not_seen') as expected
  from in_class
  union all
  select student_id, null, 'may_have_left', class_schedule_id, classroom_id, start_time, end_time, state, since, false
  from before
  union all
  select null, teacher_id, case when class_schedule_id is null then 'no_class' else 'class' end, class_schedule_id,
    classroom_id, start_time, end_time, case when since is null then 'not_seen' else 'present' end, since,
    class_schedule_id is not null
  from staff`;
