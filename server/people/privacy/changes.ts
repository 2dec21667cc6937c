import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { privacyRegister } from './register.ts';

/** Tables that hold what is personal about students, by the register. */
const personalTables = Object.entries(privacyRegister).flatMap(([table, { columns }]) =>
  Object.values(columns).some((entry) => entry.of === 'student' && entry.erasure !== 'retained')
    ? [table]
    : [],
);

/**
 * Counts changes and deletions of rows by table from now on, by the database's own counters.
 * @returns a function that reads them: tables without a change are left out.
 */
export async function countChanges(trx: Database): Promise<() => Promise<Record<string, number>>> {
  const before = await counters(trx);
  return async () => {
    const after = await counters(trx);
    const changes = [...after].map(
      ([table, count]) => [table, count - (before.get(table) ?? 0)] as const,
    );
    return Object.fromEntries(changes.filter(([, count]) => count > 0));
  };
}

/** The connection's counters also hold what it did before, until PostgreSQL has collected that. */
async function counters(trx: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; count: number }>`
    select relname::text as table, n_tup_upd + n_tup_del as count from pg_stat_xact_user_tables
    where schemaname = current_schema() and relname = any(${personalTables}::text[])
    order by relname`.execute(trx);
  return new Map(rows.map(({ table, count }) => [table, count]));
}
