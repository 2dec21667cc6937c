import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '#server/test/archives.ts';
import { changedFunctions, functionsChecksum, readFunctions } from './functions.ts';
import { assertMigrated, migrate, migrationNames } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

let connection: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;
beforeEach(async () => {
  connection = await createEmptyDatabase();
  database = createDatabase(createPool(connection, 2, () => {}));
});
afterEach(() => database.destroy());

const files = readFunctions(join(import.meta.dirname, 'functions'));
const name = 'refuse_emptying';
const body = async () =>
  (
    await sql<{ body: string }>`select prosrc as body from pg_proc where proname = ${name}`.execute(
      database,
    )
  ).rows[0]!.body;
/** As if another version's file was applied. */
async function applyOther(): Promise<void> {
  await sql
    .raw(
      `create or replace function ${name}() returns trigger language plpgsql as $$ begin return null; end $$`,
    )
    .execute(database);
  await sql.raw(`comment on function ${name} is 'of another version'`).execute(database);
}

describe('a file of a function', () => {
  it.each(files)('recreates that function, and nothing else: $name', ({ name, text }) => {
    const names = [...text.matchAll(/^create or replace function (\w+)\(/gm)].map(
      ([, made]) => made,
    );
    expect(names).toEqual([name]);
    expect(text).not.toMatch(/^create (?!or replace)/m);
  });

  it('that was changed comes with a migration that names it, or an older process would restore its own version', () => {
    const texts = readMigrations(join(import.meta.dirname, 'migrations')).map(({ text }) => text);
    const declared = texts.flatMap((text) => /^-- functions (\w+)$/m.exec(text)?.[1] ?? []);
    expect(
      declared.at(-1),
      `add the line "-- functions ${functionsChecksum}" to a new migration`,
    ).toBe(functionsChecksum);
  });
});

describe('functions', () => {
  it('are applied after the migrations, also by several processes at once', async () => {
    const others = Array.from({ length: 3 }, () =>
      createDatabase(createPool(connection, 1, () => {})),
    );
    await Promise.all([database, ...others].map((one) => migrate(one)));
    expect(await changedFunctions(database)).toEqual([]);
    await Promise.all(others.map((one) => one.destroy()));
  });

  it('are applied again when their file has changed, and only then', async () => {
    await migrate(database);
    const versions = async () =>
      (
        await sql`
          select proname, xmin::text from pg_proc
          where pronamespace = 'public'::regnamespace order by oid`.execute(database)
      ).rows;
    const before = { versions: await versions(), body: await body() };
    await migrate(database);
    expect(await versions()).toEqual(before.versions);
    await applyOther();
    await expect(assertMigrated(database)).rejects.toThrow(
      `The database lacks the function ${name}`,
    );
    await migrate(database);
    expect(await body()).toBe(before.body);
    await assertMigrated(database);
  });

  it('are not changed by an older version, or in a database that is ahead', async () => {
    await migrate(database, migrationNames.at(-1));
    expect(await changedFunctions(database)).toHaveLength(files.length);
    await migrate(database);
    await applyOther();
    await sql`
      insert into kysely_migration (name, timestamp, compatible)
      values ('9001-later', '2099-01-01T00:00:00Z', true)`.execute(database);
    await migrate(database);
    await assertMigrated(database);
    expect(await body()).toContain('return null');
  });
});
