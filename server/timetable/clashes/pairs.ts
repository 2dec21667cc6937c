import { sql } from 'kysely';
import type { Clash, ClashKind } from '#contract/clash.ts';
import { weekdays } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { takesPlace, teacherOfMeeting } from '#server/school/meetings.ts';
import { weekdayOf } from '#server/school/classes.ts';
import type { Crowd } from './crowds.ts';
import { proposedRows, subjectOf, sameTime, type Proposed } from './proposed.ts';
import { sharedStudents, type WhoseStudents } from './students.ts';

export interface Looked {
  kinds: ReadonlySet<ClashKind>;
  whose: WhoseStudents;
  /** Teachers and rooms that are not compared: `crowdsOf`. */
  crowds?: readonly Crowd[];
}

/** Maximum students that a clash lists. */
export const maxStudents = 5;

/** Class `c` as it is held in meeting `g` with subject `s`, room `r` and teacher `t`. */
export const describedClass = sql<NonNullable<Clash['other']>>`
  jsonb_build_object('class_schedule', c.id,
    'subject', jsonb_build_object('subject_name', s.subject_name, 'subject_code', s.subject_code),
    'group_name', c.group_name, 'day_of_week', (${sql.val(weekdays)}::text[])[c.day_of_week], 'weeks', weeks_text(c.weeks),
    'first_week', (select m.first_week from semester m where m.id = c.semester_id),
    'start_time', left(g.start_time::text, 5), 'end_time', left(g.end_time::text, 5),
    'room_number', r.room_number,
    'teacher', jsonb_build_object('first_name', t.first_name, 'last_name', t.last_name))`;

/**
 * Whether clash `k` of a meeting of class `own` with meeting `g` of class `c` was confirmed for these
 * weekly times (R-CLASH-3).
 */
export const isConfirmed = sql<boolean>`exists (
  select from confirmed_clash f
  where f.kind = k.kind and f.day_of_week = ${weekdayOf(sql`k.date`)}
    and (f.weeks is null or (
      select semester_week(k.date, m.class_start_date) from semester m where m.id = f.semester_id
    ) = any(f.weeks))
    and (f.class_schedule_id, f.other_class_schedule_id, f.semester_id, f.other_semester_id,
      f.start_time, f.end_time, f.other_start_time, f.other_end_time) in (
      (own.id, c.id, own.semester_id, c.semester_id,
        k.start_time, k.end_time, g.start_time, g.end_time),
      (c.id, own.id, c.semester_id, own.semester_id,
        g.start_time, g.end_time, k.start_time, k.end_time)))`;

/**
 * Other meetings that need the teacher, the room or students of proposed ones at the same time: one
 * row for each kind and other class.
 */
export async function clashesWithOthers(
  database: Database,
  meetings: Proposed,
  { kinds, whose, crowds = [] }: Looked,
  max: number,
): Promise<Clash[]> {
  /** The teachers or rooms of proposed meeting `p`, each as `w.id`. */
  const neededBy = (kind: Crowd['kind']) => {
    const ids = crowds.filter((one) => one.kind === kind).map(({ id }) => id);
    const compared = ids.length === 0 ? sql`true` : sql`n.id <> all(${ids}::bigint[])`;
    return sql`cross join lateral (
      select n.id from unnest(p.${sql.ref(`${kind}_ids`)}) n(id) where ${kinds.has(kind)} and ${compared}) w`;
  };
  const { rows } = await sql<Clash>`
    with proposed as materialized ${proposedRows(meetings)}, ${
      kinds.has('students') ? sharedStudents(whose, { isMany: !Array.isArray(meetings) }) : none
    },
    in_the_way as (
      select 'teacher' as kind, p.class, p.date, p.start_time, p.end_time, g.id as meeting, w.id as who
      from proposed p ${neededBy('teacher')}
      join class_meeting g on g.teacher_id = w.id and g.date = p.date
        and g.covering_teacher_id is null and not is_away(g.changed_places, g.teacher_id)
      where ${sameTime} and ${takesPlace}
      union all
      select 'teacher', p.class, p.date, p.start_time, p.end_time, g.id, w.id
      from proposed p ${neededBy('teacher')}
      join class_meeting g on g.covering_teacher_id = w.id and g.date = p.date
      where ${sameTime} and ${takesPlace}
      union all
      select 'teacher', p.class, p.date, p.start_time, p.end_time, g.id, w.id
      from proposed p ${neededBy('teacher')}
      join meeting_co_teacher f on coalesce(f.covering_teacher_id, f.teacher_id) = w.id and not f.is_away
      join class_meeting g on g.id = f.class_meeting_id and g.date = p.date
      where ${sameTime} and ${takesPlace}
      union all
      select 'classroom', p.class, p.date, p.start_time, p.end_time, g.id, w.id
      from proposed p ${neededBy('classroom')}
      join classroom r on r.id = w.id and r.capacity > 0
      join class_meeting g on g.classroom_id = w.id and g.date = p.date
      where ${sameTime} and ${takesPlace}
      union all
      select 'classroom', p.class, p.date, p.start_time, p.end_time, g.id, w.id
      from proposed p ${neededBy('classroom')}
      join classroom r on r.id = w.id and r.capacity > 0
      join meeting_more_room f on f.classroom_id = w.id
      join class_meeting g on g.id = f.class_meeting_id and g.date = p.date
      where ${sameTime} and ${takesPlace}
      union all
      select 'students', p.class, p.date, p.start_time, p.end_time, s.meeting, null
      from (select distinct class, date, meeting from shared) s
      join proposed p on p.class = s.class and p.date = s.date
    ),
    found as (
      select k.kind, k.class, c.id as other, count(distinct k.date) as dates, min(k.date) as date,
        max(k.date) as last_date, bool_and(${isConfirmed}) as confirmed,
        (array_agg(k.meeting order by k.date))[1] as meeting,
        (array_agg(k.who order by k.date, k.who))[1] as who,
        (array_agg(k.start_time order by k.date))[1] as start_time,
        (array_agg(k.end_time order by k.date))[1] as end_time
      from in_the_way k
      join class_meeting g on g.id = k.meeting and g.class_schedule_id <> k.class
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      left join class_schedule own on own.id = k.class
      group by k.kind, k.class, c.id
      order by confirmed, date, start_time, c.id, k.kind limit ${max}
    )
    select k.kind, nullif(k.class, 0) as class_schedule, ${subjectOf(sql`k.class`)} as subject,
      k.date, k.dates, k.last_date,
      greatest(k.start_time, g.start_time) as start_time, least(k.end_time, g.end_time) as end_time,
      case k.kind
        when 'teacher' then (select person_name(first_name, last_name) from teacher where id = k.who)
        when 'classroom' then (select room_number from classroom where id = k.who) end as name,
      ${describedClass} as other,
      case when k.kind = 'students' then (
        select jsonb_build_object('count', count(*), 'first', coalesce(jsonb_agg(
          jsonb_build_object('student_id', one.student_id, 'name', one.name)
          order by one.student_id) filter (where one.place <= ${maxStudents}), '[]'))
        from (
          select p.student_id, person_name(p.first_name, p.last_name) as name,
            row_number() over (order by p.student_id) as place
          from (select distinct student_id from shared
            where shared.class = k.class and shared.other = k.other) who
          join student p on p.id = who.student_id
        ) one
      ) end as students,
      null as seats, null as reason, k.confirmed
    from found k
    join class_meeting g on g.id = k.meeting
    join class_schedule c on c.id = k.other
    join subject s on s.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    join teacher t on t.id = ${teacherOfMeeting}
    order by k.confirmed, k.date, k.start_time, k.other, k.kind`.execute(database);
  return rows;
}

/** Where students are not compared. */
const none = sql`
  shared as (
    select null::bigint as class, null::bigint as other, null::date as date,
      null::bigint as meeting, null::bigint as student_id
    where false
  )`;
