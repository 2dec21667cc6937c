import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { SetupError } from '../setup-error.ts';
import { applyFunctions, changedFunctions } from './functions.ts';
import { noteReleases, releasesOf, releasesWith } from './releases.ts';
import { readMigrations } from './migrations.ts';
import type { Database } from './pool.ts';
import { oneRow } from './one-row.ts';

const files = readMigrations(join(import.meta.dirname, 'migrations'));

/** Migrations that the previous release works with. */
export const compatible: readonly string[] = files
  .filter(({ isCompatible }) => isCompatible)
  .map(({ name }) => name);

/** All migrations of this version, in order. */
export const migrationNames: readonly string[] = files.map(({ name }) => name);

const migrations: Record<string, Migration> = Object.fromEntries(
  files.map(({ name, text, isCompatible }) => [
    name,
    {
      async up(db) {
        await sql`
          select set_config('attendance.compatible_migration', ${isCompatible ? 'on' : 'off'},
            true)`.execute(db);
        await sql.raw(text).execute(db);
      },
    },
  ]),
);

const lastOf = (names: readonly string[]): string => names.at(-1) ?? '';

export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name);

/**
 * Migrates the database to this version; several processes may call it concurrently. A database
 * that is ahead by compatible migrations stays as it is.
 * @param target an older version, for restores; the database must not be newer.
 * @throws SetupError when the database is ahead by other migrations, or by more than one release.
 */
export async function migrate(database: Database, target?: string): Promise<void> {
  if (await isAhead(database)) return;
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = target ? await migrator.migrateTo(target) : await migrator.migrateToLatest();
  if (!error) {
    if (target) return;
    await applyFunctions(database);
    return noteReleases(database, releasesWith(lastOf(migrationNames)));
  }
  // A newer version may have migrated since the first check.
  if (!(await isAhead(database))) throw error;
}

/**
 * Checks that this version can run on the database, and changes nothing.
 * @throws SetupError when migrations are missing, or the database is ahead by migrations that are
 * not compatible.
 */
export async function assertMigrated(database: Database): Promise<void> {
  if (await isAhead(database)) return;
  const migrationsMissing = missingFrom(await appliedMigrations(database));
  const missing = migrationsMissing.length
    ? listed(migrationsMissing, 'migrations')
    : listed(
        (await changedFunctions(database)).map(({ name }) => `the function ${name}`),
        'functions',
      );
  if (missing === '') return;
  throw new SetupError(
    `The database lacks ${missing}: run attendance migrate first, or start without MIGRATE_ON_START=false.`,
  );
}

/** As many names are written out; of more, the first and the last one. */
const mostNamed = 3;
const listed = (names: string[], what: string): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.length} ${what} (${names[0]} to ${names.at(-1)})`;

interface AppliedMigration {
  name: string;
  compatible: boolean;
}

/** Databases from before 0021 have no marks. */
async function appliedMigrations(database: Database): Promise<AppliedMigration[]> {
  const table = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(database);
  if (!oneRow(table).found) return [];
  const { rows } = await sql<AppliedMigration>`
    select name, coalesce((to_jsonb(m) ->> 'compatible')::boolean, false) as compatible
    from kysely_migration m order by name`.execute(database);
  return rows;
}

const missingFrom = (applied: AppliedMigration[]): string[] =>
  migrationNames.filter((name) => !applied.some((one) => one.name === name));

/**
 * Whether a newer version has migrated the database in a compatible way.
 * @throws SetupError when this version does not work with it.
 */
async function isAhead(database: Database): Promise<boolean> {
  const applied = await appliedMigrations(database);
  const unknown = applied.filter(({ name }) => !isKnownMigration(name));
  if (unknown.length === 0) return false;
  const incompatible = unknown.filter((one) => !one.compatible).map(({ name }) => name);
  if (incompatible.length) {
    throw new SetupError(
      `The database was migrated by a newer version of Attendance (${listed(incompatible, 'migrations')}), which this version does not work with.`,
      'Start the newer version, or restore the backup that was made before the upgrade.',
    );
  }
  const missing = missingFrom(applied);
  if (missing.length) {
    const ahead = listed(
      unknown.map(({ name }) => name),
      'migrations',
    );
    throw new SetupError(
      `The database was migrated by another version of Attendance: it has ${ahead}, and lacks ${listed(missing, 'migrations')}.`,
    );
  }
  await assertOneRelease(database);
  return true;
}

/**
 * A migration is compatible with the release before it: what comes after that was never tried with this version.
 * @throws SetupError when the database is more than one release ahead.
 */
async function assertOneRelease(database: Database): Promise<void> {
  const ahead = (await releasesOf(database)).filter(({ last }) => !isKnownMigration(last));
  if (ahead.length <= 1) return;
  const versions = ahead.map(({ version }) => version);
  throw new SetupError(
    `The database is ${ahead.length} releases ahead of this version of Attendance (${versions.join(', ')}): start ${versions.at(-1)}.`,
  );
}

/** The migrations of a newer version that the database has; this version works with them. */
export async function migrationsAhead(database: Database): Promise<string> {
  const applied = await appliedMigrations(database);
  const unknown = applied.filter(({ name }) => !isKnownMigration(name));
  return listed(
    unknown.map(({ name }) => name),
    'migrations',
  );
}
