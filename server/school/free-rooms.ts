import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a room has all of these features, without regard to case.
 * @param room the alias of its row.
 */
export const hasFeatures = (features: string[], room = 'room'): RawBuilder<boolean> =>
  features.length === 0
    ? sql`true`
    : sql`not exists (
        select from unnest(${features}::text[]) wanted
        where not exists (
          select from unnest(${sql.ref(`${room}.features`)}) own where lower(own) = lower(wanted)))`;
