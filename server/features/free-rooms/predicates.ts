import { sql, type RawBuilder } from 'kysely';

/** Whether room `room` has all of these features, without regard to case. */
export const hasFeatures = (features: string[]): RawBuilder<boolean> =>
  features.length === 0
    ? sql`true`
    : sql`not exists (
        select from unnest(${features}::text[]) wanted
        where not exists (
          select from unnest(room.features) own where lower(own) = lower(wanted)))`;
