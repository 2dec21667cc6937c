import { sql } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Table, key columns and PostgreSQL types of the written columns. */
export interface Target {
  table: keyof Tables;
  key: string[];
  types: Record<string, string>;
}

/** What becomes of rows that are there already: `compared` ones are counted, and neither written nor locked. */
export type Existing = 'written' | 'compared';

const ids = (list: string[], prefix?: string) =>
  sql.join(list.map((name) => sql.ref(prefix ? `${prefix}.${name}` : name)));
/** The given rows, as a table of the written columns. */
const givenAs = ({ types }: Target) => {
  const columns = Object.entries(types).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  return sql`given(${sql.join(columns)})`;
};

interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}
interface Upserted {
  counts: Counts;
  /** The first key column of the rows that were updated. */
  changed: unknown[];
}

/** Inserts new rows and updates changed ones, in one statement. */
export async function upsert(...given: Parameters<typeof upsertNaming>): Promise<Counts> {
  const { counts } = await upsertNaming(...given);
  return counts;
}

/** The same, and which rows were updated. */
export async function upsertNaming(
  database: Database,
  target: Target,
  rows: object[],
  existing: Existing = 'written',
): Promise<Upserted> {
  if (rows.length === 0) return { counts: { created: 0, updated: 0, unchanged: 0 }, changed: [] };
  const names = Object.keys(target.types);
  const rest = names.filter((name) => !target.key.includes(name));
  const change =
    rest.length && existing === 'written'
      ? sql`do update set ${sql.join(rest.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
        where (${ids(rest, target.table)}) is distinct from (${ids(rest, 'excluded')})`
      : sql`do nothing`;
  const { created, written, changed } = oneRow(
    await sql<{ created: number; written: number; changed: unknown[] }>`
      with written as (
        insert into ${sql.table(target.table)} (${ids(names)})
        select ${ids(names, 'given')} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${givenAs(target)}
        on conflict (${ids(target.key)}) ${change}
        returning (xmax = 0) as fresh, to_jsonb(${sql.ref(`${target.table}.${target.key[0]}`)}) as key
      )
      select (count(*) filter (where fresh))::int as created, count(*)::int as written,
        coalesce(jsonb_agg(key) filter (where not fresh), '[]') as changed
      from written
    `.execute(database),
  );
  const updated =
    existing === 'written' ? written - created : await countChanged(database, target, rows);
  return { counts: { created, updated, unchanged: rows.length - created - updated }, changed };
}

/** Counts rows as updated of which a value was removed before, so that another row could get it. */
export function withEmptied({ counts, changed }: Upserted, emptied: string[]): Counts {
  const known = new Set(changed);
  const further = emptied.filter((key) => !known.has(key)).length;
  return {
    ...counts,
    updated: counts.updated + further,
    unchanged: counts.unchanged - further,
  };
}

/** How many stored rows differ from the given ones. */
async function countChanged(database: Database, target: Target, rows: object[]): Promise<number> {
  const { table, key } = target;
  const names = Object.keys(target.types);
  const { count } = oneRow(
    await sql<{ count: number }>`
      select count(*)::int as count
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${givenAs(target)}
      join ${sql.table(table)} on (${ids(key, table)}) = (${ids(key, 'given')})
      where (${ids(names, table)}) is distinct from (${ids(names, 'given')})`.execute(database),
  );
  return count;
}
