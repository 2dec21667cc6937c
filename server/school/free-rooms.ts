import { sql, type RawBuilder } from 'kysely';

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
