import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readColumns } from '#scripts/schema/columns.ts';
import { incompatibleChanges } from '#scripts/schema/incompatible-changes.ts';
import { createEmptyDatabase } from '#server/test/archives.ts';
import { databaseUrl } from '#server/test/database-url.ts';
import { freePort, startServer } from '#server/test/server-process.ts';
import { SetupError } from '../setup-error.ts';
import { assertMigrated, compatible, migrate, migrationNames, migrationsAhead } from './migrate.ts';
import { noteReleases, releasesOf, releasesWith } from './releases.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

let connection: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;
beforeEach(async () => {
  connection = await createEmptyDatabase();
  database = createDatabase(createPool(connection, 2, () => {}));
});
afterEach(() => database.destroy());

const last = migrationNames.at(-1)!;
const applied = async () =>
  (
    await sql<{
      name: string;
      compatible: boolean;
    }>`select name, compatible from kysely_migration order by name`.execute(database)
  ).rows;
/** The leftovers of a newer version. */
const addMigration = (name: string, isCompatible: boolean) =>
  sql`insert into kysely_migration (name, timestamp, compatible)
    values (${name}, ${new Date().toISOString()}, ${isCompatible})`.execute(database);

it('migrations are numbered without gaps and twins', () => {
  const numbers = migrationNames.map((name) => /^(\d{4})-[a-z]+(-[a-z]+)*$/.exec(name)?.[1]);
  expect(numbers).toEqual(migrationNames.map((_name, at) => String(at + 1).padStart(4, '0')));
});

describe('the mark of a compatible migration', () => {
  it('is stored with its name, and with no other', async () => {
    await migrate(database);
    expect(await applied()).toEqual(
      migrationNames.map((name) => ({ name, compatible: compatible.includes(name) })),
    );
  });

  it('is stored by an upgrade from before marks existed', async () => {
    await migrate(database, '0020-former-student-ids');
    await expect(assertMigrated(database)).rejects.toThrow(
      /^The database lacks \d+ migrations \(0021-compatible-migrations to [^,\n]+\): run/,
    );
    await migrate(database);
    await assertMigrated(database);
    expect((await applied()).filter((one) => one.compatible).map(({ name }) => name)).toEqual(
      compatible,
    );
  });

  it('is valid: the previous release finds every column, and may omit the new ones', async () => {
    const found: Record<string, string[]> = {};
    let before = await readColumns(database);
    for (const name of migrationNames) {
      await migrate(database, name);
      const after = await readColumns(database);
      if (compatible.includes(name)) found[name] = incompatibleChanges(before, after);
      before = after;
    }
    expect(found).toEqual(Object.fromEntries(compatible.map((name) => [name, []])));
  });

  it.each([
    ['alter table course drop column name', 'course.name is gone'],
    ['alter table course rename column name to title', 'course.name is gone'],
    ['drop table calendar_link', 'calendar_link.teacher_id is gone'],
    [
      'alter table holiday alter column date_from type timestamptz',
      'holiday.date_from is timestamp with time zone instead of date',
    ],
    ['alter table student alter column batch set not null', 'student.batch must not be null'],
    [
      'alter table class_schedule alter column sort_order drop default',
      'class_schedule.sort_order is no longer filled by default',
    ],
    [
      'alter table student add check (batch = any (array[$$A$$, $$B$$]))',
      'student.batch refuses others',
    ],
    ['alter table course add column code text not null', 'course.code has to be written'],
  ])('is not deserved by: %s', async (statement, change) => {
    await migrate(database);
    const before = await readColumns(database);
    await sql.raw(statement).execute(database);
    expect(incompatibleChanges(before, await readColumns(database))).toContain(change);
  });

  it('is valid for additions', async () => {
    await migrate(database);
    const before = await readColumns(database);
    await sql
      .raw(
        `
          alter table course add column code text, add column place integer not null default 0;
          create table room_plan (id bigint not null)`,
      )
      .execute(database);
    expect(incompatibleChanges(before, await readColumns(database))).toEqual([]);
  });
});

describe('a database that is ahead', () => {
  it('by compatible migrations is used as it is', async () => {
    await migrate(database);
    await addMigration('9001-later', true);
    await addMigration('9002-later', true);
    const before = await applied();
    await migrate(database);
    await assertMigrated(database);
    expect(await applied()).toEqual(before);
  });

  it.each([migrate, assertMigrated])('by more than one release is refused', async (open) => {
    await migrate(database);
    await addMigration('9001-next', true);
    await addMigration('9002-after-it', true);
    const noted = (...more: { version: string; last: string }[]) =>
      noteReleases(database, [...releasesWith(last), ...more]);
    expect(await releasesOf(database)).toEqual(releasesWith(last));
    await noted({ version: '8.0.0', last: '9002-after-it' });
    await expect(open(database)).resolves.toBeUndefined();
    await noted(
      { version: '8.0.0', last: '9001-next' },
      { version: '9.0.0', last: '9002-after-it' },
    );
    await expect(open(database)).rejects.toThrow(
      'The database is 2 releases ahead of this version of Attendance (8.0.0, 9.0.0): start 9.0.0.',
    );
    expect(await migrationsAhead(database)).toBe('9001-next, 9002-after-it');
  });

  it.each([migrate, assertMigrated])(
    'by another migration is refused with its name',
    async (open) => {
      await migrate(database);
      await addMigration('9001-later', true);
      await addMigration('9002-contracted', false);
      const error = await open(database).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SetupError);
      expect((error as SetupError).lines[0]).toBe(
        'The database was migrated by a newer version of Attendance (9002-contracted), which this version does not work with.',
      );
    },
  );

  it('and behind at once belongs to another version, and is refused', async () => {
    await migrate(database, migrationNames.at(-2));
    await sql`
      alter table kysely_migration add column if not exists compatible boolean not null default false`.execute(
      database,
    );
    await addMigration('9001-elsewhere', true);
    await expect(migrate(database)).rejects.toThrow(`it has 9001-elsewhere, and lacks ${last}`);
  });
});

describe('an empty database', () => {
  it('is not used where migrating is a separate step', async () => {
    await expect(assertMigrated(database)).rejects.toThrow(
      /^The database lacks \d+ migrations \(0001-people-and-places to \S+\): run attendance migrate first/,
    );
  });
});

describe('attendance migrate', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attendance-migrate-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('migrates and ends; a server that only checks refuses to start before it, and starts after it', async () => {
    const env = { DATABASE_URL: databaseUrl(connection), MIGRATE_ON_START: 'false' };
    const start = async () => startServer({ dataDir: folder, port: await freePort(), env });
    const refused = await start();
    expect(refused.child.exitCode).toBe(1);
    expect(refused.output()).toContain('run attendance migrate first');
    expect(
      (
        await sql<{ found: string | null }>`select to_regclass('student')::text as found`.execute(
          database,
        )
      ).rows,
    ).toEqual([{ found: null }]);

    const cli = join(import.meta.dirname, '..', '..', 'cli.ts');
    const run = () =>
      promisify(execFile)(process.execPath, [cli, 'migrate'], {
        env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
      });
    expect((await run()).stdout).toBe(`The database is ready for this version (${last}).\n`);
    // Exports by mail find their queue.
    expect(
      (
        await sql<{ found: string | null }>`select to_regclass('jobs.job')::text as found`.execute(
          database,
        )
      ).rows,
    ).toEqual([{ found: 'jobs.job' }]);
    expect((await run()).stdout).toContain(last);

    const server = await start();
    expect(server.output()).toContain('is running at');
    expect(await server.stop('SIGINT')).toBe(0);
  });

  it('leaves servers with a database user that reads and writes rows, and changes no schema', async () => {
    const user = `server_${Math.random().toString(36).slice(2)}`;
    const owner = { DATABASE_URL: databaseUrl(connection) };
    const cli = join(import.meta.dirname, '..', '..', 'cli.ts');
    await promisify(execFile)(process.execPath, [cli, 'migrate'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...owner },
    });
    const schemas = sql.raw('public, jobs');
    await sql`create role ${sql.id(user)} login`.execute(database);
    try {
      await sql`grant usage on schema ${schemas} to ${sql.id(user)}`.execute(database);
      await sql`
        grant select, insert, update, delete
        on all tables in schema ${schemas} to ${sql.id(user)}`.execute(database);
      await sql`
        grant usage, select on all sequences in schema ${schemas} to ${sql.id(user)}`.execute(
        database,
      );
      const env = {
        DATABASE_URL: databaseUrl({ ...connection, user }),
        MIGRATE_ON_START: 'false',
        DEMO: 'true',
      };
      const server = await startServer({ dataDir: folder, port: await freePort(), env });
      expect(server.output()).toContain('is running at');
      expect(await server.stop('SIGINT')).toBe(0);
    } finally {
      await sql`drop owned by ${sql.id(user)}`.execute(database);
      await sql`drop role ${sql.id(user)}`.execute(database);
    }
  });
});
