import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a closing of a room holds on a day, its first and its last day included (R-ROOM-1).
 * @param closing the alias of the row of `room_closing`.
 */
export const holdsOn = (day: RawBuilder<unknown>, closing = 'k'): RawBuilder<boolean> =>
  sql`(${day} between ${sql.ref(`${closing}.closed_from`)} and ${sql.ref(`${closing}.closed_to`)})`;

/** The wanted features, an array, that a room does not have, without regard to case. @param room the alias of its row. */
export const missingFeatures = (wanted: RawBuilder<unknown>, room = 'room'): RawBuilder<string[]> =>
  sql`array(
    select wanted from unnest(${wanted}) wanted
    where lower(wanted) <> all (select lower(own) from unnest(${sql.ref(`${room}.features`)}) own))`;

/**
 * Whether a room has all of these features, without regard to case.
 * @param room the alias of its row.
 */
export const hasFeatures = (features: string[], room = 'room'): RawBuilder<boolean> =>
  features.length === 0
    ? sql`true`
    : sql`(${missingFeatures(sql`${features}::text[]`, room)} = '{}')`;
