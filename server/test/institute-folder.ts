import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { readFolder } from '#server/exchange/csv/folder.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from './copies.ts';
import { institute } from './institute.ts';

export const today = '2026-03-02';

const csv = (rows: Record<string, string>[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((fields) => fields.join(','))
    .join('\n');

/** Each test has an empty database, and a folder with the CSV files of an institute. */
export function instituteFolder() {
  let original: string;
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    original = await mkdtemp(join(tmpdir(), 'attendance-import-'));
    for (const [name, rows] of Object.entries(institute))
      await writeFile(join(original, `${name}.csv`), csv(rows));
  });
  afterAll(() => rm(original, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attendance-import-'));
    await cp(original, folder, { recursive: true });
    database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
    return async () => {
      await database.destroy();
      await rm(folder, { recursive: true });
    };
  });
  return {
    folder: () => folder,
    database: () => database,
    load: async (dryRun = false) =>
      runImport(database, await readFolder(folder), { dryRun, today, now: `${today}T00:00:00Z` }),
    change: async (file: string, edit: (text: string) => string) =>
      writeFile(join(folder, file), edit(await readFile(join(folder, file), 'utf8'))),
    counts: async () => {
      const { rows } = await sql<{ students: number; enrolments: number }>`
        select (select count(*) from student) as students,
          (select count(*) from enrolment) as enrolments`.execute(database);
      return rows[0]!;
    },
  };
}
