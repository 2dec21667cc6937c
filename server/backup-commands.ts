import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from './config.ts';
import {
  eraseAgain,
  erasuresFile,
  readErasures,
  recordedErasures,
  writeErasures,
  type Erasure,
} from '#server/people/composition.ts';
import { makeBackup } from './platform/backup/backup.ts';
import type { Manifest } from './platform/backup/manifest.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { createClock } from './platform/clock.ts';
import { openDatabase } from './platform/database/open.ts';
import {
  createDatabase,
  createPool,
  type Connection,
  type Database,
} from './platform/database/pool.ts';
import { typeOf } from './platform/files/types.ts';
import { fileStoreOf } from './platform/files/store-of.ts';
import { removeReleased } from './platform/files/tidying.ts';
import { recordRun } from './platform/operations/runs.ts';
import { SetupError } from './platform/setup-error.ts';

/**
 * Sessions of the demo sign-in contain tokens; responses of idempotent requests are valid for a
 * day.
 */
export const notBackedUp = [
  'oidc_record',
  'attendance_request',
  // Computed from the marks after the restore, whose history has other transactions.
  'standing',
  'standing_of_type',
  'standing_due',
  'standing_progress',
  'contact_hours',
  'meeting_count',
  'meeting_outcome',
  'meeting_exception',
  // Of this installation, not of the institute.
  'operation_run',
  // Events were sent, or are too old to be sent by a restored institute.
  'webhook_delivery',
  'webhook_progress',
  // Stored for days only.
  'import_run',
  'import_run_part',
  'import_run_change',
  'qr_check_in',
  'qr_try',
];

/** Tables that a server fills by itself. */
export const ownTables = ['standing_progress'];

/**
 * Mails that were being delivered at the time of the backup may have been sent since: a person
 * decides whether to send them again. An access token may have been revoked since because somebody
 * else had it: all end, and programs get new ones.
 */
export const afterRestore = [
  // Before the migrations of an earlier version, which may have no tokens yet.
  `do $$ begin
    if to_regclass('access_token') is not null then
      update access_token set revoked_at = now() where revoked_at is null;
    end if;
  end $$`,
  `
    update mail set state = 'failed',
      reason = 'A backup was restored; it may have been sent before.', finished_at = now()
   where state not in ('done', 'failed')`,
];

type Log = (line: string) => void;

/** `attendance backup FILE`. */
export async function backupCommand(args: string[], config: Config, log: Log): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length || file.startsWith('-'))
    throw new SetupError('Name one file: attendance backup FILE');
  await withDatabase(config, log, async (connection) => {
    const manifest = await makeBackup(resolve(file), {
      connection,
      files: fileStoreOf(config),
      typeOf: (key) => typeOf(key) ?? 'application/octet-stream',
      excludedTables: notBackedUp,
    });
    log(`${file}: ${describe(manifest)}; every byte was read back.`);
    await recordBackup(connection);
  });
}

/** A schema of an earlier version has no place for it: the backup is good all the same. */
async function recordBackup(connection: Connection): Promise<void> {
  const database = createDatabase(createPool(connection, 1, () => {}));
  await recordRun(database, 'backup').catch(() => {});
  await database.destroy();
}

/** `attendance restore FILE [--replace] [--erasures FILE]`. */
export async function restoreCommand(args: string[], config: Config, log: Log): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      replace: { type: 'boolean', default: false },
      erasures: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (!file || more.length)
    throw new SetupError('Name one file: attendance restore FILE [--replace] [--erasures FILE]');
  const list = erasuresFile(config.dataDir);
  const given = await Promise.all(
    (values.erasures ?? []).map((name) => readErasures(resolve(name), true)),
  );
  await withDatabase(config, log, async (connection) => {
    // Flushed before anything is replaced: the next start completes an interrupted restore.
    await writeErasures(list, [...given.flat(), ...(await erasuresIn(connection))]);
    const erasures = await readErasures(list);
    let erased = 0;
    const afterLoad = async (database: Database) => {
      const clock = createClock(config.timeZone);
      const files = { removeReleased: () => removeReleased(database, fileStoreOf(config)) };
      erased = await eraseAgain(
        { database, files, today: clock.today(), now: clock.now().toString() },
        erasures,
      );
    };
    const options = {
      connection,
      files: fileStoreOf(config),
      replace: values.replace,
      finalStatements: afterRestore,
      ownTables,
      afterLoad,
    };
    const manifest = await restoreBackup(resolve(file), options);
    log(
      `Restored ${describe(manifest)}, as of ${manifest.made_at}. Access tokens are revoked: programs need new ones; devices are as they were then.`,
    );
    if (erased) log(`${erased} students who were erased since then were erased again.`);
  });
}

/** The erasures recorded in the database that will be replaced. */
async function erasuresIn(connection: Connection): Promise<Erasure[]> {
  const database = createDatabase(createPool(connection, 1, () => {}));
  try {
    return await recordedErasures(database);
  } finally {
    await database.destroy();
  }
}

function describe({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, ...files].reduce((sum, part) => sum + part.bytes, 0);
  return `${rows} rows of ${tables.length} tables and ${files.length} files, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Without migrations: a backup is not an upgrade, and a restore migrates on its own. */
async function withDatabase(
  config: Config,
  log: Log,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const opened = await openDatabase({ ...config, asItIs: true }, log);
  const { connection } = opened;
  // The commands open their own connections.
  await opened.pool.end();
  try {
    await work(connection);
  } finally {
    await opened.stop();
  }
}
