import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from './config.ts';
import { makeBackup } from './platform/backup/backup.ts';
import type { Manifest } from './platform/backup/manifest.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { openDatabase } from './platform/database/open.ts';
import type { Connection } from './platform/database/pool.ts';
import { typeOf } from './platform/files/files.ts';
import { folderStore } from './platform/files/folder-store.ts';
import { s3Store } from './platform/files/s3-store.ts';
import type { FileStore } from './platform/files/store.ts';
import { SetupError } from './platform/setup-error.ts';

/** The demo sign-in's sessions hold tokens, and answers to repeated requests are good for a day. */
export const notBackedUp = ['oidc_record', 'attendance_request'];

/**
 * Mails that were on their way when the backup was made may have been sent since: people decide whether they are sent again.
 */
export const afterRestore = [
  `update mail set state = 'failed', reason = 'A backup was restored; it may have been sent before.', finished_at = now()
   where state not in ('done', 'failed')`,
];

/** Where the configuration says that files are kept. */
export const fileStoreOf = (config: Pick<Config, 'filesUrl' | 'dataDir'>): FileStore =>
  config.filesUrl ? s3Store(config.filesUrl) : folderStore(join(config.dataDir, 'files'));

type Say = (line: string) => void;

/** `attendance backup FILE`. */
export async function backupCommand(args: string[], config: Config, say: Say): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length || file.startsWith('-')) throw new SetupError('Name one file: attendance backup FILE');
  await withDatabase(config, say, async (connection) => {
    const manifest = await makeBackup(resolve(file), {
      connection,
      files: fileStoreOf(config),
      typeOf: (key) => typeOf(key) ?? 'application/octet-stream',
      leaveOut: notBackedUp,
    });
    say(`${file}: ${told(manifest)}; every byte was read back.`);
  });
}

/** `attendance restore FILE [--replace]`. */
export async function restoreCommand(args: string[], config: Config, say: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { replace: { type: 'boolean', default: false } }, allowPositionals: true });
  const [file, ...more] = positionals;
  if (!file || more.length) throw new SetupError('Name one file: attendance restore FILE [--replace]');
  await withDatabase(config, say, async (connection) => {
    const parts = { connection, files: fileStoreOf(config), replace: values.replace, afterwards: afterRestore };
    const manifest = await restoreBackup(resolve(file), parts);
    say(`Restored ${told(manifest)}, as of ${manifest.made_at}.`);
  });
}

function told({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, ...files].reduce((sum, part) => sum + part.bytes, 0);
  return `${rows} rows of ${tables.length} tables and ${files.length} files, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** As it is: a backup is no upgrade, and a restore brings its own shape. */
async function withDatabase(config: Config, say: Say, work: (connection: Connection) => Promise<void>): Promise<void> {
  const opened = await openDatabase({ ...config, asItIs: true }, say);
  const { connection } = opened;
  // The commands use connections of their own.
  await opened.pool.end();
  try {
    await work(connection);
  } finally {
    await opened.stop();
  }
}
