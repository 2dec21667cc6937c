import { sql, type RawBuilder } from 'kysely';
import { dateOf, type Day } from '#server/platform/database/day.ts';

/** Whether a day lies between the first and the last day of classes of semester `m`. */
export const hasClassesOn = (day: Day): RawBuilder<boolean> =>
  sql`${dateOf(day)} between m.class_start_date and m.class_end_date`;
