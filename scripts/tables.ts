// npm run tables: writes what is derived from the migrated database.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { readColumns, readTerms } from './schema/columns.ts';
import { dumpSchema } from './schema/dump.ts';
import { privacyPage } from './schema/privacy-page.ts';
import { tableTypes } from './schema/table-types.ts';

const root = join(import.meta.dirname, '..');

/** The derived files, by path. */
export async function derivedFiles(database: Database): Promise<Map<string, string>> {
  const columns = await readColumns(database);
  return new Map([
    ['server/platform/database/tables.ts', tableTypes(columns, await readTerms(database))],
    ['server/platform/database/schema.sql', await dumpSchema(database)],
    ['docs/privacy.md', privacyPage()],
  ]);
}

async function writeDerivedFiles(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'attendance-tables-'));
  // The database's own user needs access when this runs as root.
  await chmod(folder, 0o755);
  const embedded = await startEmbedded(folder);
  try {
    await using database = createDatabase(createPool(embedded.connection, 1, () => {}));
    await migrate(database);
    for (const [path, text] of await derivedFiles(database))
      await writeFile(join(root, path), text);
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) await writeDerivedFiles();
