import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/** What operators do beside the application, whose last time is worth knowing. */
export const operationNames = ['backup', 'restore-test'] as const;
export type OperationName = (typeof operationNames)[number];

export const isOperationName = (text: string): text is OperationName =>
  operationNames.some((name) => name === text);

/** Records that it was done now, by the database's clock. */
export async function recordRun(database: Database, name: OperationName): Promise<void> {
  await database
    .insertInto('operation_run')
    .values({ name, at: sql`now()` })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at: sql`now()` }))
    .execute();
}

/** When each was done last. */
export async function lastRuns(database: Database): Promise<Map<string, string>> {
  const rows = await database.selectFrom('operation_run').select(['name', 'at']).execute();
  return new Map(rows.map(({ name, at }) => [name, at]));
}
