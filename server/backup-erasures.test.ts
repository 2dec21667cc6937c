import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterRestore, ownTables, notBackedUp, restoreCommand } from './backup-commands.ts';
import { readConfig } from './config.ts';
import { start } from './main.ts';
import { makeBackup } from './platform/backup/backup.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { typeOf } from './platform/files/types.ts';
import { folderStore } from './platform/files/folder-store.ts';
import { queryRows, createEmptyDatabase } from './test/archives.ts';
import { databaseUrl } from './test/database-url.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';
import { freePort } from './test/server-process.ts';
import { findInFolder } from './test/traces.ts';
import { png, uploadFile } from './test/upload.ts';

type Place = Awaited<ReturnType<typeof createEmptyDatabase>>;

let folder: string;
let school: TestSchool;
/** Made before S1 and S2 were erased, and after. */
let [older, newer] = ['', ''];
let list: string;

const backup = async (name: string) => {
  const file = join(folder, name);
  const files = folderStore(join(school.config.dataDir, 'files'));
  await makeBackup(file, {
    connection: school.connection,
    files,
    typeOf: (key) => typeOf(key) ?? '',
    excludedTables: notBackedUp,
  });
  return file;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-again-'));
  school = await createTestSchool();
  const s1 = await school.studentId('S1');
  const call = (path: string, body: unknown, method: 'POST' | 'PATCH' = 'POST') =>
    school.call('account', method, `attendance/${path}`, body);
  await call(
    `students/${s1}/`,
    { profile_image: await uploadFile(school, 'student-profile', png, 'me.png') },
    'PATCH',
  );
  older = await backup('older.zip');
  for (const code of ['S1', 'S2']) {
    expect(
      (await call(`student-details/${await school.studentId(code)}/erase/`, { student_id: code }))
        .status,
    ).toBe(200);
  }
  newer = await backup('newer.zip');
  list = join(school.config.dataDir, 'erasures.jsonl');
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true, force: true });
});

const dataDirWith = async (erasures?: string) => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  if (erasures) await copyFile(erasures, join(dataDir, 'erasures.jsonl'));
  return dataDir;
};
const config = (place: Place, dataDir: string) =>
  readConfig({ DATABASE_URL: databaseUrl(place), DATA_DIR: dataDir });
async function restore(
  file: string,
  place: Place,
  dataDir: string,
  ...more: string[]
): Promise<string[]> {
  const lines: string[] = [];
  await restoreCommand([file, ...more], config(place, dataDir), (line) => lines.push(line));
  return lines;
}
const codes = async (place: Place) =>
  (await queryRows(place, 'select student_id from student where erased_at is null order by 1')).map(
    (row) => row.student_id,
  );
const rest = ['S3', 'S4', 'S5'];
const again = '2 students who were erased since then were erased again.';

describe('a student who was erased after a backup is erased again when it is restored', () => {
  it('by the list in the data folder; the photo is deleted as well', async () => {
    const [there, dataDir] = [await createEmptyDatabase(), await dataDirWith(list)];
    expect(await restore(older, there, dataDir)).toContain(again);
    expect(await codes(there)).toEqual(rest);
    expect(await findInFolder(dataDir, ['student-profile'])).toEqual([]);
    expect(await queryRows(there, 'select from stored_file')).toEqual([]);
  });

  it('by a given list, which becomes the list of this installation', async () => {
    const [there, dataDir] = [await createEmptyDatabase(), await dataDirWith()];
    expect(await restore(older, there, dataDir, '--erasures', list)).toContain(again);
    expect(await codes(there)).toEqual(rest);
    expect(await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')).toBe(
      await readFile(list, 'utf8'),
    );
  });

  it('by the erasures recorded in the replaced database, where no list exists', async () => {
    const there = await createEmptyDatabase();
    expect(await restore(newer, there, await dataDirWith())).toHaveLength(1);
    const dataDir = await dataDirWith();
    expect(await restore(older, there, dataDir, '--replace')).toContain(again);
    expect(await codes(there)).toEqual(rest);
    expect(
      (await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')).trim().split('\n'),
    ).toHaveLength(2);
  });

  it('by the next start, when the data was restored another way, or the restore was interrupted', async () => {
    const there = await createEmptyDatabase();
    const dataDir = await dataDirWith(list);
    await restoreBackup(older, {
      connection: there,
      files: folderStore(join(dataDir, 'files')),
      replace: false,
      finalStatements: afterRestore,
      ownTables,
    });
    expect(await codes(there)).toEqual(['S1', 'S2', ...rest]);
    const lines: string[] = [];
    const env = {
      DATABASE_URL: databaseUrl(there),
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
    };
    const running = await start(env, (line) => lines.push(line));
    await running.stop();
    expect(lines).toContain(
      '2 students were erased again: their data had come back with a backup.',
    );
    expect(await codes(there)).toEqual(rest);
    expect(await findInFolder(dataDir, ['student-profile'])).toEqual([]);
  });

  it('and no other student: a list of another institute does not match', async () => {
    const [there, dataDir] = [await createEmptyDatabase(), await dataDirWith()];
    const foreign = join(folder, 'foreign.jsonl');
    await writeFile(
      foreign,
      `${JSON.stringify({ student: 1, uuid_sha256: 'a'.repeat(64), at: '2026-03-02T00:00:00Z' })}\n`,
    );
    expect(await restore(older, there, dataDir, '--erasures', foreign)).toHaveLength(1);
    expect(await codes(there)).toEqual(['S1', 'S2', ...rest]);
  });

  it('a list that cannot be read stops the restore before it changes anything', async () => {
    const [there, dataDir] = [await createEmptyDatabase(), await dataDirWith()];
    const broken = join(folder, 'broken.jsonl');
    await writeFile(broken, '{"student": 1}\n');
    await expect(restore(older, there, dataDir, '--erasures', broken)).rejects.toThrow(
      'broken.jsonl:1 is no erasure',
    );
    await expect(
      restore(older, there, dataDir, '--erasures', join(folder, 'none.jsonl')),
    ).rejects.toThrow('none.jsonl cannot be read');
    expect(
      await queryRows(there, `select from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });
});
