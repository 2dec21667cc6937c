import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** Tables that say how work was done, not what the institute's data are; and what jobs compute later. */
const leftOut = new Set([
  'attendance_request',
  'audit',
  'bulk_operation_row',
  'kysely_migration',
  'kysely_migration_lock',
  'number_lock',
  'server_secret',
  'sign_in_binding',
  'standing',
  'standing_due',
  'standing_of_type',
  'standing_progress',
]);

/** New rows of every table begin here, so that a state can name them without their ids. */
const firstNewId = 1_000_000;

interface Column {
  table: string;
  column: string;
  sequence: string | null;
}

export interface Tables {
  /** Puts the rows of all tables back as they were when this was made. */
  reset(): Promise<void>;
  /** The rows of the tables that differ from then, without times and ids of new rows: equal for equal data. */
  state(): Promise<Record<string, string[]>>;
}

/** Remembers the rows of all tables of a test's own database. */
export async function rememberTables(database: Database): Promise<Tables> {
  const { rows: columns } = await sql<Column>`
    select c.relname as "table", a.attname as "column",
      pg_get_serial_sequence(format('%I', c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname, a.attnum`.execute(database);
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const stored = [...byTable.keys()].filter((name) => !name.startsWith('kysely'));
  const compared = new Set(stored.filter((name) => !leftOut.has(name)));

  const namesOf = (table: string) =>
    (byTable.get(table) ?? []).map(({ column }) => `"${column}"`).join(', ');
  await sql
    .raw(
      `create schema remembered;
      create unlogged table remembered.changed (name text);
      create function remembered.note_change() returns trigger language plpgsql as $$
      begin
        insert into remembered.changed values (tg_table_name);
        return null;
      end $$;
      ${stored
        .map(
          (name) => `create table remembered.${name} as table public.${name};
            create trigger zz_changed after insert or update or delete or truncate on public.${name}
            for each statement execute function remembered.note_change()`,
        )
        .join(';\n')}`,
    )
    .execute(database);

  /** Most calls change a handful of a hundred tables. */
  const changed = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select distinct name from remembered.changed order by name`.execute(database);
    return rows.map(({ name }) => name);
  };
  // Triggers would write history and audit lines of their own.
  const putBack = (names: string[]) =>
    [
      'begin',
      'set local session_replication_role = replica',
      ...names.flatMap((name) => [
        `delete from public.${name}`,
        `insert into public.${name} (${namesOf(name)}) overriding system value
          select ${namesOf(name)} from remembered.${name}`,
        ...(byTable.get(name) ?? [])
          .filter(({ sequence }) => sequence !== null)
          .map(({ sequence }) => `select setval('${sequence}', ${firstNewId})`),
      ]),
      'delete from remembered.changed',
      'commit',
    ].join(';\n');
  await sql.raw(putBack(stored)).execute(database);
  const before = await linesOf([...compared]);

  return {
    async reset() {
      await sql.raw(putBack(await changed())).execute(database);
    },
    async state() {
      const touched = (await changed()).filter((name) => compared.has(name));
      const lines = Object.entries(await linesOf(touched));
      return Object.fromEntries(
        lines.filter(([name, rows]) => rows.join() !== before[name]?.join()),
      );
    },
  };

  async function linesOf(names: string[]): Promise<Record<string, string[]>> {
    if (names.length === 0) return {};
    const selects = names.map(
      (name) => `select '${name}' as "table", to_jsonb(t) as row from public.${name} t`,
    );
    const { rows } = await sql
      .raw<{ table: string; row: Record<string, unknown> }>(selects.join(' union all '))
      .execute(database);
    const found = Map.groupBy(rows, ({ table }) => table);
    return Object.fromEntries(
      names.map((name) => [
        name,
        (found.get(name) ?? []).map(({ row }) => JSON.stringify(plain(name, row))).toSorted(),
      ]),
    );
  }
}

const volatile =
  /^(id|extra_uid|uuid|version|sequence|hash|secret|number|position|device|transaction)$/;

/** Columns that say how far a job has come, and with them the table. */
const progress: Record<string, string[]> = {
  mail: ['state', 'attempts', 'in_inbox', 'finished_at', 'made_at', 'reason', 'erasures'],
};

/** A row without what differs between two equal runs. */
function plain(table: string, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !volatile.test(name) && !progress[table]?.includes(name))
      .map(([name, value]) => [name, name.endsWith('_at') ? value !== null : withoutNew(value)]),
  );
}

/** The number of a letter in its text, the name of an uploaded file, and the number of a printed card. */
const random = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}|(?<=leave-application\/)[\w-]+|\b\d{14}\b/g;

function withoutNew(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(random, 'new');
  if (typeof value === 'number') return value >= firstNewId ? 'new' : value;
  if (Array.isArray(value)) return value.map(withoutNew);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !volatile.test(name))
        .map(([name, part]) => [name, withoutNew(part)]),
    );
  return value;
}
