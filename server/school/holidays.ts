import { sql, type RawBuilder } from 'kysely';
import { dateOf, type Day } from '#server/platform/database/day.ts';

/** Whether holiday `h` includes a day. */
export const holidayOn = (day: Day): RawBuilder<boolean> => sql`(
  h.date_to >= ${dateOf(day)} and h.date_from <= ${dateOf(day)} and h.archived_at is null)`;
