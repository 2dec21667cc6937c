import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Table, key columns and PostgreSQL types of the written columns. */
export interface Target {
  table: keyof Tables;
  key: string[];
  types: Record<string, string>;
}

/** Inserts new rows and updates changed ones, in one statement. */
export async function upsert(
  database: Database,
  target: Target,
  rows: object[],
): Promise<{ created: number; updated: number; unchanged: number }> {
  if (rows.length === 0) return { created: 0, updated: 0, unchanged: 0 };
  const names = Object.keys(target.types);
  const rest = names.filter((name) => !target.key.includes(name));
  const ids = (list: string[], prefix?: string) =>
    sql.join(list.map((name) => sql.ref(prefix ? `${prefix}.${name}` : name)));
  const shape = sql.join(
    Object.entries(target.types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const change = rest.length
    ? sql`do update set ${sql.join(rest.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
        where (${ids(rest, target.table)}) is distinct from (${ids(rest, 'excluded')})`
    : sql`do nothing`;
  const { rows: written } = await sql<{ fresh: boolean }>`
    insert into ${sql.table(target.table)} (${ids(names)})
    select ${ids(names, 'given')} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${shape})
    on conflict (${ids(target.key)}) ${change}
    returning (xmax = 0) as fresh`.execute(database);
  const created = written.filter(({ fresh }) => fresh).length;
  return { created, updated: written.length - created, unchanged: rows.length - written.length };
}
