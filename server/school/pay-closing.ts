import type { Database } from '#server/platform/database/pool.ts';

/** The last day for which pay is closed; null without one (R-PAY-8). */
export async function closedUntil(database: Database): Promise<string | null> {
  const row = await database
    .selectFrom('pay_closing')
    .select('closed_until')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.closed_until ?? null;
}
