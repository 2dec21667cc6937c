import { sql, type RawBuilder } from 'kysely';

/** A calendar date of a query: a value, or an expression of type `date`. */
export type Day = string | RawBuilder<unknown>;

export const dateOf = (day: Day): RawBuilder<unknown> =>
  typeof day === 'string' ? sql`${day}::date` : day;
