import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

const pollMs = 200;

/** Polls a query until it says yes; returns the seconds that it took. */
export async function secondsUntil(
  database: Database,
  query: ReturnType<typeof sql<{ is_so: boolean }>>,
): Promise<number> {
  const start = performance.now();
  while (!(await query.execute(database)).rows[0]?.is_so) await pause(pollMs);
  return (performance.now() - start) / 1000;
}

/** Older versions have nothing that follows the marks. */
async function isFollowed(database: Database): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select count(*) > 0 as is_there from information_schema.columns
    where table_name = 'standing_progress' and column_name = 'counted_on'`.execute(database);
  return rows[0]?.is_there ?? false;
}

/** Lets the server compute and count everything again, after rows were written without a history. */
export async function followFromStart(database: Database): Promise<void> {
  if (await isFollowed(database))
    await sql`truncate standing_progress, standing_due`.execute(database);
}

/**
 * Waits until the server has computed all standings and counted all meetings for the first time,
 * which takes a processor for minutes; an older version has none. Returns the seconds that it took.
 */
export async function secondsUntilFollowed(database: Database): Promise<number> {
  if (!(await isFollowed(database))) return 0;
  return secondsUntil(
    database,
    sql<{ is_so: boolean }>`
      select computed_on is not null and computed_after = 0 and counted_on is not null
        and counted_after = 0 and not exists (select from standing_due) as is_so
      from standing_progress`,
  );
}
