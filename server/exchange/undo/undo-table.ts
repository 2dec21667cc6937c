import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import { payColumns } from '#server/school/may-set-pay-code.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { hasKeyOf, tablesInOrder, type RecordedTable } from './tables.ts';

/**
 * The rows that an undo works on, in a table of the transaction: `restore` has the columns that are
 * written (null: the row goes), `refusal` why nothing is, `note` what of a row is not. A row `follows` that
 * stays only because another one does, of this operation or one that was undone before (`undo_staying`).
 */
export async function collectRows(trx: Database, operation: number): Promise<void> {
  await sql`
    create temporary table if not exists undoing (
      table_name text not null, row_key text not null, before jsonb, after jsonb, restore jsonb,
      label text, student_id bigint, refusal text, note text, follows boolean not null default false,
      primary key (table_name, row_key)
    ) on commit drop`.execute(trx);
  await sql`
    create temporary table if not exists undo_staying (
      table_name text not null, row_key text not null, primary key (table_name, row_key)
    ) on commit drop`.execute(trx);
  await sql`
    insert into undo_staying select table_name, row_key from undoing where refusal is not null
    on conflict do nothing`.execute(trx);
  // Of the operation that the same transaction has undone before.
  await sql`truncate undoing`.execute(trx);
  await sql`
    insert into undoing (table_name, row_key, before, after, restore, label, student_id)
    select table_name, row_key, before, after, before, label, student_id from bulk_operation_row
    where operation_id = ${operation} and undone_by is null
      and table_name = any(${[...tablesInOrder]}::text[])`.execute(trx);
  await sql`analyze undoing`.execute(trx);
}

interface Undoing {
  table_name: string;
  row_key: string;
  before: unknown;
  after: unknown;
  restore: unknown;
  label: string | null;
  student_id: number | null;
  refusal: string | null;
  note: string | null;
  follows: boolean;
}

/** The transaction with the table of `collectRows`. */
export const withUndoing = (trx: Database) => trx.withTables<{ undoing: Undoing }>();

/** The tables of which operations have rows that are not undone. */
export async function tablesToUndo(trx: Database, operations: number[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('bulk_operation_row')
    .select('table_name as table')
    .distinct()
    .where('operation_id', '=', anyOf.ids(operations))
    .where('undone_by', 'is', null)
    .execute();
  return new Set(rows.map(({ table }) => table));
}

/** The tables of the rows, with the columns that were recorded of each. */
export async function recordedColumns(trx: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select r.table_name as table, array_agg(distinct a.attname::text) as columns
    from (
      select table_name, key.name from undoing
      cross join lateral jsonb_object_keys(coalesce(before, after)) key(name)
      group by 1, 2
    ) r
    join pg_attribute a on a.attrelid = r.table_name::regclass and a.attname = r.name
      and not a.attisdropped and a.attgenerated = ''
    group by 1`.execute(trx);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The present content of row `t`, and what it would be with the recorded one, to compare. */
const compared = sql`
  cross join lateral (select to_jsonb(t) as now, to_jsonb(jsonb_populate_record(t, r.after)) as then) c`;

/**
 * Fields of the rows that have their present value from a later operation which still stands, although it may be
 * the value that the undone one wrote: to take that back would leave the later one without an undo.
 */
const rewrittenAfter = (table: RecordedTable, operation: number) => sql`
  select l.row_key, array_agg(distinct field.name) as names
  from undoing r
  join bulk_operation_row l on l.table_name = r.table_name and l.row_key = r.row_key
  join bulk_operation o on o.id = l.operation_id and o.kind <> 'undo'
  join ${sql.table(table)} t on ${hasKeyOf(table)}
  cross join lateral jsonb_object_keys(l.before) field(name)
  where r.table_name = ${table} and l.operation_id > ${operation} and l.undone_by is null
    and l.before is not null and l.after is not null
    and to_jsonb(jsonb_populate_record(t, l.after)) -> field.name
      is not distinct from to_jsonb(t) -> field.name
  group by 1`;

/**
 * Finds the rows that were changed since (R-UNDO-2): an added row has to be as it was added; of a changed
 * one those fields are restored that still have the operation's value. By content and not by a counter,
 * so that a row that another undo has restored is unchanged, in whatever order (decision 39).
 */
export async function refuseChanged(
  trx: Database,
  table: RecordedTable,
  operation: number,
): Promise<void> {
  await sql`
    update undoing u set refusal = case
      when u.after is null then
        case when exists (select from ${sql.table(table)} t, undoing r
          where r.table_name = u.table_name and r.row_key = u.row_key and ${hasKeyOf(table)})
        then 'is there again' end
      else 'is no longer there' end
    where u.table_name = ${table} and (u.after is null or not exists (
      select from ${sql.table(table)} t, undoing r
      where r.table_name = u.table_name and r.row_key = u.row_key and ${hasKeyOf(table)}))`.execute(
    trx,
  );
  await sql`
    with rewritten as materialized (${rewrittenAfter(table, operation)})
    update undoing u set refusal = 'was changed since'
    from undoing r join ${sql.table(table)} t on ${hasKeyOf(table)} ${compared}
    where r.table_name = ${table} and u.table_name = r.table_name and u.row_key = r.row_key
      and r.before is null
      and (c.now <> c.then or r.row_key in (select row_key from rewritten))`.execute(trx);
  await sql`
    with rewritten as materialized (${rewrittenAfter(table, operation)})
    update undoing u set restore = f.restore,
      refusal = case when f.restore is null then 'was changed since' end,
      note = case when f.restore is not null then 'was changed since: ' || f.names end
    from undoing r join ${sql.table(table)} t on ${hasKeyOf(table)} ${compared}
    left join rewritten w on w.row_key = r.row_key
    cross join lateral (
      select jsonb_object_agg(b.key, b.value) filter (where same) as restore,
        -- Which pay code a class has is not for everyone who may undo.
        string_agg(replace(regexp_replace(b.key, '_id$', ''), '_', ' '), ', ' order by b.key)
          filter (where not same and b.key <> all(${payColumns}::text[])) as names
      from jsonb_each(r.before) b
      cross join lateral (select c.now -> b.key is not distinct from c.then -> b.key
        and b.key <> all(coalesce(w.names, '{}')) as same) s
    ) f
    where r.table_name = ${table} and u.table_name = r.table_name and u.row_key = r.row_key
      and r.before is not null and (c.now <> c.then or r.before ?| w.names)`.execute(trx);
}

/** Whether the row of a table with a key stays, in this operation or one that was undone before. */
export const isStaying = (table: string, key: RawBuilder<string>): RawBuilder<boolean> => sql`(
  exists (select from undoing other where other.table_name = ${table} and other.row_key = ${key}
    and other.refusal is not null)
  or exists (select from undo_staying other where other.table_name = ${table}
    and other.row_key = ${key}))`;

/** Names the reason of rows of one table, by key. @param causes keys whose reason is not another row. */
export async function refuseRows(
  trx: Database,
  table: RecordedTable,
  reasons: Map<string, string>,
  causes?: ReadonlySet<string>,
): Promise<void> {
  if (reasons.size === 0) return;
  const keys = [...reasons.keys()];
  await sql`
    update undoing u set refusal = given.reason, follows = given.follows
    from unnest(${keys}::text[], ${[...reasons.values()]}::text[],
      ${keys.map((key) => causes?.has(key) === false)}::boolean[]) as given(key, reason, follows)
    where u.table_name = ${table} and u.row_key = given.key`.execute(trx);
}

/** What becomes of a row: it comes back, gets its former values, or goes. */
export type Way = 'insert' | 'update' | 'delete';

export const isWay = {
  insert: sql<boolean>`r.after is null`,
  update: sql<boolean>`r.before is not null and r.after is not null`,
  delete: sql<boolean>`r.before is null`,
};

/** The keys of the rows of a table that are undone in this way. */
export async function keysOf(trx: Database, table: RecordedTable, way: Way): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select r.row_key as key from undoing r
    where r.table_name = ${table} and r.refusal is null and ${isWay[way]}
    order by length(r.row_key), r.row_key`.execute(trx);
  return rows.map(({ key }) => key);
}
