import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterRestore, notBackedUp } from './backup-commands.ts';
import { makeBackup } from './platform/backup/backup.ts';
import type { Manifest } from './platform/backup/manifest.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { typeOf } from './platform/files/files.ts';
import { folderStore } from './platform/files/folder-store.ts';
import { ask, craft, emptyDatabase } from './test/archives.ts';
import { openSchool, type School } from './test/school.ts';
import { png, uploadFile } from './test/upload.ts';

let folder: string;
let school: School;
const made = () => join(folder, 'made.zip');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-crafted-'));
  school = await openSchool({ files: folderStore(join(folder, 'here')) });
  const profile_image = await uploadFile(school, 'student-profile', png, 'me.png');
  await school.call('account', 'PATCH', `attendance/students/${await school.studentId('S1')}/`, { profile_image });
  const files = folderStore(join(folder, 'here'));
  await makeBackup(made(), { connection: school.connection, files, typeOf: (key) => typeOf(key) ?? '', leaveOut: notBackedUp });
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true, force: true });
});

const run = 'create table public.written_by_the_archive (x int)';
const student = (manifest: Manifest) => manifest.tables.find(({ name }) => name === 'student')!;

/** What somebody writes into a manifest, with checksums that hold; and whether it is known before anything is touched. */
const crafted: [what: string, change: (manifest: Manifest) => void, message: RegExp, beforehand: boolean][] = [
  ['a table that is a statement', (it) => (student(it).name = `student"; ${run}; --`), /tables\.\d+\.name in its manifest/, true],
  ['a column that is one', (it) => student(it).columns.push(`id") from stdin; ${run}; --`), /tables\.\d+\.columns\.\d+ in its manifest/, true],
  ['an identity that is one', (it) => (it.identities[0]!.table = `course"'); ${run}; --`), /identities\.0\.table in its manifest/, true],
  ['an identity’s column that is one', (it) => (it.identities[0]!.column = `id'; ${run}; --`), /identities\.0\.column in its manifest/, true],
  ['a table in other letters', (it) => (student(it).name = 'Student'), /tables\.\d+\.name in its manifest/, true],
  ['a name with a quotation mark', (it) => (student(it).name = 'student"'), /tables\.\d+\.name in its manifest/, true],
  ['a number that is none', (it) => (it.identities[0]!.last = 1.5), /identities\.0\.last in its manifest/, true],
  ['a file outside the store', (it) => (it.files[0]!.key = '../../outside.png'), /files\.0\.key in its manifest/, true],
  ['a version that is a name of the language', (it) => it.migrations.push('toString'), /newer version of Attendance \(toString\)/, true],
  [
    'a manifest that fills the memory',
    (it) => Object.assign(it, { padding: ' '.repeat(65 * 1024 * 1024) }),
    /manifest\.json is larger than that of a backup/,
    true,
  ],
  ['a table that is none', (it) => (student(it).name = 'written_by_the_archive'), /names written_by_the_archive, which its version/, false],
  ['a table of the system', (it) => (student(it).name = 'pg_authid'), /names pg_authid, which its version/, false],
  ['the table of versions', (it) => (student(it).name = 'kysely_migration'), /names kysely_migration, which its version/, false],
  ['a column that is none', (it) => (student(it).columns[0] = 'search'), /names student\.search, which its version/, false],
  ['an identity that is none', (it) => (it.identities[0]!.column = 'name'), /names .+\.name, which its version/, false],
  ['a table twice', (it) => it.tables.push(student(it)), /names student twice/, false],
];

describe('a backup that somebody has written', () => {
  it.each(crafted)('with %s is refused, and nothing of it was run', async (_what, change, message, beforehand) => {
    const file = join(folder, 'crafted.zip');
    await craft(made(), file, change);
    const there = await emptyDatabase();
    const parts = { connection: there, files: folderStore(join(folder, 'there', 'files')), replace: false, afterwards: afterRestore };
    await expect(restoreBackup(file, parts)).rejects.toThrow(message);
    const tables = await ask(there, `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
    expect(tables.map(({ relname }) => relname)).not.toContain('written_by_the_archive');
    if (beforehand) expect(tables).toEqual([]);
    else expect(await ask(there, 'select from student union all select from course')).toEqual([]);
    expect(await readdir(folder)).not.toContain('outside.png');
    expect(await readdir(join(folder, 'there')).catch(() => [])).toEqual([]);
  });

  it('is restored when nothing was changed', async () => {
    const file = join(folder, 'same.zip');
    await craft(made(), file, () => {});
    const there = await emptyDatabase();
    await restoreBackup(file, { connection: there, files: folderStore(join(folder, 'same')), replace: false, afterwards: afterRestore });
    expect(await ask(there, 'select count(*)::int as count from student')).toEqual([{ count: 5 }]);
  });
});
