import { sql, type RawBuilder } from 'kysely';
import { furtherTeachers, takesPlace, teacherOfMeeting } from '#server/school/meetings.ts';
import { firstWeekdayFrom, weekdayOf } from '#server/school/classes.ts';
import type { HealthPeriod } from './period.ts';

/**
 * The meetings of a period, of all semesters: `class`, `is_own` (of the checked semester),
 * `date`, `day` (Monday is 1), times, `teacher_id` (the first of those who teach it), `classroom_id`,
 * and `further_teachers`, `further_rooms`, null without any.
 */
export const heldIn = (period: HealthPeriod): RawBuilder<unknown> =>
  period.isUsual ? usuallyHeld(period) : heldOnDates(period);

const heldOnDates = ({ semester, from, to }: HealthPeriod) => sql`
  select c.id as class, c.semester_id = ${semester.id} as is_own, g.date,
    ${weekdayOf(sql`g.date`)} as day, g.start_time, g.end_time,
    ${teacherOfMeeting} as teacher_id,
    g.classroom_id, ${furtherTeachers} as further_teachers, g.more_classroom_ids as further_rooms
  from class_meeting g
  join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
  where g.date between ${from}::date and ${to}::date and ${takesPlace}`;

/** The current weekly classes on every date of their weekday in their semesters. */
const usuallyHeld = ({ semester, from, to }: HealthPeriod) => sql`
  select c.id as class, c.semester_id = ${semester.id} as is_own, w.date, c.day_of_week as day,
    c.start_time, c.end_time, c.teacher_id, c.classroom_id, c.co_teacher_ids as further_teachers,
    c.more_classroom_ids as further_rooms
  from class_schedule c
  join semester m on m.id = c.semester_id
  cross join lateral (
    select greatest(m.class_start_date, ${from}::date) as first,
      least(m.class_end_date, ${to}::date) as last
  ) p
  cross join lateral (select ${firstWeekdayFrom(sql`p.first`)} as date) d
  cross join lateral (
    select d.date + 7 * n as date from generate_series(0, (p.last - d.date) / 7) n
  ) w
  where c.archived_at is null and d.date <= p.last
    and is_in_weeks(c.weeks, w.date, m.class_start_date)`;
