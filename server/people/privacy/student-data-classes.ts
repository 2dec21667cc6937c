import { sql, type RawBuilder } from 'kysely';
import { weekdayOf } from '#server/school/classes.ts';
import { asHeld, meetingOn } from '#server/school/meetings.ts';

/** The columns of a class as it is now. */
export const classColumns = sql`
  s.subject_code, s.subject_name, c.group_name, c.class_type, c.day_of_week, c.start_time, c.end_time`;
/** The same columns as they were on a date. */
export const heldClass = (date: RawBuilder<unknown>) => sql`
  s.subject_code, s.subject_name, c.group_name, c.class_type, ${weekdayOf(date)} as day_of_week,
  ${asHeld.start} as start_time, ${asHeld.end} as end_time`;
export const classJoins = (on: RawBuilder<unknown>) =>
  sql`join class_schedule c on c.id = ${on} join subject s on s.id = c.subject_id`;
export const heldJoins = (on: RawBuilder<unknown>, date: RawBuilder<unknown>) =>
  sql`${classJoins(on)} left join ${meetingOn(on, date)}`;
