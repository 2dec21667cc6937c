import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { readFolder } from '#server/exchange/csv/folder.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { copyOfTemplate } from './copies.ts';
import { institute } from './institute.ts';

const today = '2026-03-02';

const csv = (rows: Record<string, string>[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((fields) => fields.join(','))
    .join('\n');

/** A folder with the files of the institute, and a database of its own, for each test. */
export function csvFolder() {
  let folder: string;
  let database: Database;
  const write = (name: string, rows: Record<string, string>[]) =>
    writeFile(join(folder, `${name}.csv`), csv(rows));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attendance-import-'));
    for (const [name, rows] of Object.entries(institute))
      if (name !== 'enrolments') await write(name, rows);
    database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
  });
  afterEach(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  return {
    database: () => database,
    write,
    load: async () =>
      runImport(database, await readFolder(folder), {
        dryRun: false,
        today,
        now: `${today}T00:00:00Z`,
      }),
  };
}
