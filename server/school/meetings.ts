import { sql, type RawBuilder } from 'kysely';
import { dateOf, type Day } from '#server/platform/database/day.ts';

/** Joins the meeting `g` of a class on a day. */
export const meetingOn = (classSchedule: RawBuilder<unknown>, day: Day): RawBuilder<unknown> =>
  sql`class_meeting g on g.class_schedule_id = ${classSchedule} and g.date = ${dateOf(day)}`;

/** Whether meeting `g` takes place. */
export const takesPlace = sql<boolean>`g.status = 'scheduled'`;

/** Whether meeting `g` is over. @param now local date and time of the institute. */
export const isOver = (now: string): RawBuilder<boolean> =>
  sql`(g.date + g.end_time <= ${now}::timestamp)`;

/** Whether a meeting is held at its class's weekly time: not moved, added or at other times. */
export const isWeekly = (meeting = 'g'): RawBuilder<boolean> => sql`(
  ${sql.ref(`${meeting}.origin`)} in ('weekly', 'migrated')
  and not ${sql.ref(`${meeting}.own_time`)})`;

/** The length of meeting `g` in minutes. */
export const scheduledMinutes = sql<number>`extract(epoch from g.end_time - g.start_time)::int / 60`;

/** The teacher of meeting `g`: the covering one, or the planned one. */
export const teacherOfMeeting = sql<number>`coalesce(g.covering_teacher_id, g.teacher_id)`;

/**
 * Times, room and teacher of meeting `g` of class `c`; a class without a row on its date (only until
 * planning is repaired) has the weekly ones.
 */
export const asHeld = {
  start: sql<string>`coalesce(g.start_time, c.start_time)`,
  end: sql<string>`coalesce(g.end_time, c.end_time)`,
  classroom: sql<number>`coalesce(g.classroom_id, c.classroom_id)`,
  teacher: sql<number>`coalesce(${teacherOfMeeting}, c.teacher_id)`,
};
