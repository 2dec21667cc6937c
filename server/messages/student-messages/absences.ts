import { sql, type RawBuilder } from 'kysely';
import { missing } from '#server/school/status.ts';
import { dateOf, type Day } from '#server/platform/database/day.ts';
import { excused, withDetails } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { mayBeNotified } from '#server/school/guardians.ts';
import { takesPlace } from '#server/school/meetings.ts';

/** Joins mark `a` of meeting `g` with its details `d`, where it is an absence without excuse that counts. */
const isAbsent = sql`${missing()} and ${takesPlace} and not ${excused}
  and exists (select from enrolment e
    where e.student_id = a.student_id and e.class_schedule_id = g.class_schedule_id
      and ${enrolledOn(sql`g.date`)})`;

/** Whether absences of the course of class `c` are reported. */
const hasMessages = sql<boolean>`not exists (
  select from subject j join course_without_messages w on w.course_id = j.course_id
  where j.id = c.subject_id)`;

/**
 * The absences of a day that are reported (R-MSG-1), as rows `a` with meeting `g`, class `c` and student `s`:
 * without excuse, in meetings that take place, entered on that day, of courses with messages and of
 * students who are not archived. The marks of a day are found by its meetings, each by its index.
 */
export const notifiedAbsences = (day: Day, timeZone: string): RawBuilder<unknown> => sql`
  from class_meeting g
  join class_schedule c on c.id = g.class_schedule_id
  join attendance a on a.class_schedule_id = g.class_schedule_id and a.date = g.date
  ${withDetails}
  join student s on s.id = a.student_id and s.archived_at is null
  where g.date = ${dateOf(day)} and ${isAbsent} and ${hasMessages}
    and (a.marked_at at time zone ${timeZone})::date = g.date`;

/** When the class of meeting `g` begins. */
export const startOfMeeting = (timeZone: string): RawBuilder<Date> =>
  sql<Date>`local_instant(g.date + g.start_time, ${timeZone})`;

/** When the class of meeting `g` ends. */
export const endOfMeeting = (timeZone: string): RawBuilder<Date> =>
  sql<Date>`local_instant(g.date + g.end_time, ${timeZone})`;

/**
 * Whether meeting `g` of class `c` ended after messages were switched on, for the institute and for its
 * course. Where the environment switches them on, there is no such moment.
 */
export const endsAfterSwitch = (timeZone: string): RawBuilder<boolean> => sql<boolean>`(
  ${endOfMeeting(timeZone)} > all (
    select s.changed_at from institute_setting s
    where s.name = 'absence_messages' and s.value = 'true'::jsonb
    union all
    select o.since from subject j join course_messages_on o on o.course_id = j.course_id
    where j.id = c.subject_id))`;

/** A roll that closed by itself marked it. */
export const byItself = sql<boolean>`(a.how = 'closing' and a.marked_by is null)`;

/** Whether a student is still absent without excuse in a class that a message has named. */
export const isStillAbsent = (
  student: RawBuilder<unknown>,
  classSchedule: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`exists (
  select from class_meeting g
  join attendance a on a.class_schedule_id = g.class_schedule_id and a.date = g.date
  ${withDetails}
  where g.class_schedule_id = ${classSchedule} and g.date = ${day} and a.student_id = ${student}
    and ${isAbsent})`;

/** Why message `m` names nothing any more, in words. */
export const whyNothing = (timeZone: string) => sql<string>`(
  select case
    when s.archived_at is not null then 'The student was archived.'
    when m.recipient = 'guardian' and not exists (
      select from guardian gu where gu.id = m.guardian_id and ${mayBeNotified(sql`m.day`)})
      then 'The guardian gets no messages any more.'
    when m.kind = 'correction' then 'The absence was entered again.'
    when bool_or(g.status in ('cancelled', 'moved')) then 'The class was cancelled or moved.'
    when bool_or(${missing()} and ${excused}) then 'The absence was excused.'
    when bool_or(${missing()} and not ${hasMessages})
      then 'Messages were switched off for the course.'
    when bool_or(${missing()} and not ${endsAfterSwitch(timeZone)})
      then 'Messages were switched on after the class.'
    else 'The absence was corrected.' end
  from student s
  left join student_message_class x on x.message_id = m.id
  left join class_schedule c on c.id = x.class_schedule_id
  left join class_meeting g on g.class_schedule_id = x.class_schedule_id and g.date = m.day
  left join attendance a on a.class_schedule_id = x.class_schedule_id and a.date = m.day
    and a.student_id = m.student_id
  ${withDetails}
  where s.id = m.student_id
  group by s.id)`;
