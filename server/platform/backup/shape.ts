import type pg from 'pg';
import { oneRow } from '../database/one-row.ts';

/** Tables sorted by their references, and the last values of their identity columns. */
export interface Shape {
  tables: { name: string; columns: string[] }[];
  identities: { table: string; column: string; last: number }[];
}

const ownTables = `
  select c.oid, c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname not like 'kysely\\_%'`;

export async function tablesOf(client: pg.Client): Promise<Shape> {
  // Generated columns are excluded.
  const columns = await client.query<{ name: string; columns: string[] }>(`
    select t.name, array_agg(a.attname::text order by a.attnum) as columns
    from (${ownTables}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    group by t.name order by t.name`);
  const references = await client.query<{ from: string; to: string }>(`
    select distinct f.relname as "from", t.relname as "to" from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`);
  const sequences = await client.query<{ table: string; column: string; sequence: string }>(`
    select t.name as "table", a.attname as "column",
      pg_get_serial_sequence(format('public.%I', t.name), a.attname) as sequence
    from (${ownTables}) t join pg_attribute a on a.attrelid = t.oid and a.attidentity <> ''
    order by t.name`);
  const identities: Shape['identities'] = [];
  for (const { table, column, sequence } of sequences.rows) {
    const answered = await client.query<{ last: string }>(
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    );
    identities.push({ table, column, last: Number(oneRow(answered).last) });
  }
  return { tables: sortByReferences(columns.rows, references.rows), identities };
}

function sortByReferences<Table extends { name: string }>(
  tables: Table[],
  references: { from: string; to: string }[],
): Table[] {
  const remaining = new Map(tables.map((table) => [table.name, table]));
  const ordered: Table[] = [];
  while (remaining.size) {
    const ready = [...remaining.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && remaining.has(to)),
    );
    if (ready.length === 0)
      throw new Error(
        `These tables refer to each other in a circle: ${[...remaining.keys()].join(', ')}`,
      );
    for (const table of ready) {
      ordered.push(table);
      remaining.delete(table.name);
    }
  }
  return ordered;
}
