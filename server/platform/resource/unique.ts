import { sql, type RawBuilder } from 'kysely';
import { messages } from '#contract/texts.ts';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';

/**
 * Unique keys by the name of their constraint or index, with the field and message of the error. A
 * rule of a trigger has a condition over `candidate`, the row to be written, and `other`, any other
 * row. `named` is the same message with the other row's name, of `candidate` and `others`; null where
 * that row is gone.
 */
export type UniqueKeys = Record<
  string,
  [field: string, message?: string, conflict?: RawBuilder<boolean>, named?: RawBuilder<string>]
>;

/**
 * The condition of the unique index on `key_form` (R-KEY-2): another spelling of a value.
 * @param scope columns that the value is unique with.
 */
export const sameKeyForm = (column: string, ...scope: string[]): RawBuilder<boolean> =>
  sql.join(
    [
      sql`other.key_form = key_form(${sql.ref(`candidate.${column}`)})`,
      ...scope.map((name) => sql`${sql.ref(`other.${name}`)} = ${sql.ref(`candidate.${name}`)}`),
    ],
    sql` and `,
  );

/** The rejected write: columns of a new row, or changed columns of the row `id`. */
export interface Attempt {
  id: number | null;
  values: Record<string, unknown>;
}

/**
 * All fields whose value is taken by another row; PostgreSQL reports only the first violated key.
 */
export async function takenFields(
  database: Database,
  table: keyof Tables,
  keys: UniqueKeys,
  { id, values }: Attempt,
): Promise<Record<string, string[]>> {
  const indexes = await sql<{ name: string; columns: string; predicate: string | null }>`
    select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as predicate,
      (select string_agg(pg_get_indexdef(i.indexrelid, k, false), ', ' order by k)
        from generate_series(1, i.indnkeyatts) k) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and i.indisunique
      and c.relname = any(${Object.keys(keys)}::text[])`.execute(database);
  const byIndex = new Map(
    indexes.rows.map(({ name, columns, predicate }) => {
      const holds = sql.raw(predicate ?? 'true');
      const key = sql.raw(columns);
      return [
        name,
        sql<boolean>`
          exists (select from others where ${holds}
            and row(${key}) = (select ${key} from candidate where ${holds}))`,
      ];
    }),
  );
  const checks = Object.entries(keys).flatMap(([name, [, message, conflict, named]]) => {
    const check = conflict
      ? sql<boolean>`exists (select from others other, candidate where ${conflict})`
      : byIndex.get(name);
    const text = sql`coalesce(${named ?? sql`null`}, ${message ?? messages.alreadyExists}::text)`;
    return check ? [sql`case when ${check} then ${text} end as ${sql.ref(name)}`] : [];
  });
  if (checks.length === 0) return {};
  const json = sql`${JSON.stringify(values)}::jsonb`;
  const row =
    id === null
      ? sql`null::${sql.table(table)}`
      : sql`(select t from ${sql.table(table)} t where id = ${id})`;
  const { rows } = await sql<Record<string, string | null>>`
    with others as not materialized (select * from ${sql.table(table)}
      where id is distinct from ${id}::bigint),
      candidate as (select * from jsonb_populate_record(${row}, ${json}))
    select ${sql.join(checks)}`.execute(database);
  const taken: Record<string, string[]> = {};
  for (const [name, [field]] of Object.entries(keys)) {
    const text = rows[0]?.[name];
    if (text) taken[field] ??= [text];
  }
  return taken;
}
