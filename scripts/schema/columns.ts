import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

export interface Column {
  table: string;
  name: string;
  /** As PostgreSQL writes it, such as `bigint` or `text[]`. */
  type: string;
  nullable: boolean;
  /** Whether the database computes the value, or may. */
  filled: 'always' | 'by default' | null;
  /** The values that a check allows. */
  values: string[] | null;
}

/** The columns of all tables, by table and position; without the migrator's own tables. */
export const readColumns = (database: Database): Promise<Column[]> =>
  columnsOf(database, sql`c.relkind in ('r', 'p') and c.relname not like 'kysely\\_%'`);

/** The fields of the types that functions take from the server: those whose names end in `_terms`. */
export const readTerms = (database: Database): Promise<Column[]> =>
  columnsOf(database, sql`c.relkind = 'c' and c.relname like '%\\_terms'`);

async function columnsOf(database: Database, which: RawBuilder<unknown>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable,
      case when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
        when a.atthasdef or a.attidentity = 'd' then 'by default' end as filled,
      (select array(select m[1]
        from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m)
        from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[')
        limit 1) as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and ${which}
    order by c.relname, a.attnum`.execute(database);
  return rows;
}
