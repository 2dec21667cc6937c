import { sql, type RawBuilder } from 'kysely';
import { dateOf, type Day } from '#server/platform/database/day.ts';

/** The weekday of a date as classes store it: Monday is 1, Sunday 7. */
export const weekdayOf = (day: Day): RawBuilder<number> =>
  sql`extract(isodow from ${dateOf(day)})::int`;

/** The first day of class `c`'s weekday that is not before a day. */
export const firstWeekdayFrom = (day: Day): RawBuilder<string> =>
  sql`${dateOf(day)} + (c.day_of_week - ${weekdayOf(day)} + 7) % 7`;
