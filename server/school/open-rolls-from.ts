import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';

/**
 * The first date whose rolls are expected (R-ROLL-16): of the upgrade, or of a new institute's
 * first start.
 * @returns null when rolls of all dates are expected.
 */
export async function openRollsFrom(
  database: Database,
  { timeZone }: Pick<Clock, 'timeZone'>,
): Promise<string | null> {
  const { rows } = await sql<{ date: string }>`
    select (since at time zone ${timeZone})::date as date from open_rolls_from`.execute(database);
  return rows[0]?.date ?? null;
}

/** Starts to expect rolls, unless that was started before. */
export async function beginOpenRolls(database: Database, since: Temporal.Instant): Promise<void> {
  await database
    .insertInto('open_rolls_from')
    .values({ since: since.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
