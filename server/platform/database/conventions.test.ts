import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTemplate } from '#server/test/copies.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

let database: Database;
beforeAll(async () => {
  database = createDatabase(createPool(await copyOfTemplate(), 1, () => {}));
});
afterAll(() => database.destroy());

/** Foreign keys without an index by decision: their rows are rarely or never searched. */
const notIndexed = [
  // Pay codes are hardly ever deleted, and check-ins are many.
  'payroll_log_pay_code_id_fkey',
  // Assignments are never deleted.
  'cohort_transfer_from_assignment_id_fkey',
  'cohort_transfer_to_assignment_id_fkey',
];

const conventions = {
  /** Users are never deleted: what refers to them needs no index. */
  'foreign keys are indexed': sql<{ name: string }>`
    select conname as name from pg_constraint k
    where contype = 'f' and connamespace = 'public'::regnamespace
      and confrelid <> 'app_user'::regclass
      and conname <> all(${notIndexed}::text[]) and not exists (
        select from pg_index i where i.indrelid = k.conrelid
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  'names are in snake_case': sql<{ name: string }>`
    select name from (
      select relname::text from pg_class where relnamespace = 'public'::regnamespace
      union all select conname from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname from pg_trigger where not tgisinternal
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all select attname from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    ) as named(name) where name !~ '^[a-z][a-z0-9_]*$'`,
  'instants have a time zone': sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp without time zone'`,
  /** Decision 49. */
  'session settings are read and set by act alone': sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname not in ('act', 'set_act')
      and prosrc ~ 'current_setting|set_config'
    union all
    select tgname from pg_trigger
    where not tgisinternal and pg_get_triggerdef(oid) ~ 'current_setting'`,
};

const breaches = {
  'foreign keys are indexed': 'alter table course add student_id bigint references student',
  'names are in snake_case': 'alter table course add "courseCode" text',
  'instants have a time zone': 'alter table course add seen_at timestamp',
  'session settings are read and set by act alone': `
    create trigger course_is_watched after delete on course for each row
    when (current_setting('attendance.purpose', true) = 'x')
    execute function refuse_change_of_audit()`,
};

describe('in the migrated database', () => {
  it.each(Object.entries(conventions))('%s', async (_name, query) => {
    expect((await query.execute(database)).rows).toEqual([]);
  });

  it.each(Object.entries(breaches))('%s, and a violation is found', async (name, statement) => {
    await sql`begin`.execute(database);
    await sql.raw(statement).execute(database);
    const found = await Object.entries(conventions)
      .find(([convention]) => convention === name)?.[1]
      .execute(database);
    await sql`rollback`.execute(database);
    expect(found?.rows).toHaveLength(1);
  });

  it('keys without an index exist', async () => {
    const { rows } = await sql`
      select from pg_constraint where contype = 'f' and conname = any(${notIndexed}::text[])`.execute(
      database,
    );
    expect(rows).toHaveLength(notIndexed.length);
  });
});
