import { sql, type RawBuilder } from 'kysely';
import { statusFacts, statuses } from '#contract/status.ts';

const isOneOf = (alias: string, attended: boolean): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.status`)} in (${sql.join(
    statuses
      .filter((status) => statusFacts[status].attended === attended)
      .map((status) => sql.lit(status)),
  )})`;

/** Whether the student of a mark was there. @param alias of `attendance`. */
export const attended = (alias = 'a'): RawBuilder<boolean> => isOneOf(alias, true);

/** Whether the student of a mark was missing. @param alias of `attendance`. */
export const missing = (alias = 'a'): RawBuilder<boolean> => isOneOf(alias, false);
