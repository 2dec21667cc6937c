import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterRestore, ownTables, notBackedUp } from './backup-commands.ts';
import { makeBackup } from './platform/backup/backup.ts';
import type { Manifest } from './platform/backup/manifest.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import type { Database } from './platform/database/pool.ts';
import { typeOf } from './platform/files/types.ts';
import { folderStore } from './platform/files/folder-store.ts';
import { s3Store } from './platform/files/s3-store.ts';
import { removeReleased } from './platform/files/tidying.ts';
import { queryRows, rewriteArchive, createEmptyDatabase } from './test/archives.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';
import { png, uploadFile } from './test/upload.ts';

let folder: string;
let school: TestSchool;
const made = () => join(folder, 'made.zip');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-crafted-'));
  school = await createTestSchool({ files: folderStore(join(folder, 'here')) });
  const profile_image = await uploadFile(school, 'student-profile', png, 'me.png');
  await school.call('account', 'PATCH', `attendance/students/${await school.studentId('S1')}/`, {
    profile_image,
  });
  const files = folderStore(join(folder, 'here'));
  await makeBackup(made(), {
    connection: school.connection,
    files,
    typeOf: (key) => typeOf(key) ?? '',
    excludedTables: notBackedUp,
  });
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true, force: true });
});

const run = 'create table public.written_by_the_archive (x int)';
const student = (manifest: Manifest) => manifest.tables.find(({ name }) => name === 'student')!;

/** Crafted manifests with valid checksums, and whether they are rejected before anything is changed. */
const crafted: [
  what: string,
  change: (manifest: Manifest) => void,
  message: RegExp,
  beforehand: boolean,
][] = [
  [
    'a table that is a statement',
    (it) => (student(it).name = `student"; ${run}; --`),
    /tables\.\d+\.name in its manifest/,
    true,
  ],
  [
    'a column that is one',
    (it) => student(it).columns.push(`id") from stdin; ${run}; --`),
    /tables\.\d+\.columns\.\d+ in its manifest/,
    true,
  ],
  [
    'an identity that is one',
    (it) => (it.identities[0]!.table = `course"'); ${run}; --`),
    /identities\.0\.table in its manifest/,
    true,
  ],
  [
    'an identity’s column that is one',
    (it) => (it.identities[0]!.column = `id'; ${run}; --`),
    /identities\.0\.column in its manifest/,
    true,
  ],
  [
    'a table in other letters',
    (it) => (student(it).name = 'Student'),
    /tables\.\d+\.name in its manifest/,
    true,
  ],
  [
    'a name with a quotation mark',
    (it) => (student(it).name = 'student"'),
    /tables\.\d+\.name in its manifest/,
    true,
  ],
  [
    'a number that is none',
    (it) => (it.identities[0]!.last = 1.5),
    /identities\.0\.last in its manifest/,
    true,
  ],
  [
    'a file outside the store',
    (it) => (it.files[0]!.key = '../../outside.png'),
    /files\.0\.key in its manifest/,
    true,
  ],
  [
    'a file that fills the memory',
    (it) => (it.files[0]!.bytes = 33 * 1024 * 1024),
    /files\.0\.bytes in its manifest/,
    true,
  ],
  [
    'a moment that commands the terminal',
    (it) => (it.made_at = '\u001b]0;title\u0007'),
    /made_at in its manifest/,
    true,
  ],
  [
    'a version that commands it',
    (it) => it.migrations.push('\u001b[2J'),
    /migrations\.\d+ in its manifest/,
    true,
  ],
  [
    'a version that is a name of the language',
    (it) => it.migrations.push('toString'),
    /newer version of Attendance \(toString\)/,
    true,
  ],
  [
    'a manifest that fills the memory',
    (it) => Object.assign(it, { padding: ' '.repeat(65 * 1024 * 1024) }),
    /manifest\.json is larger than that of a backup/,
    true,
  ],
  [
    'a table that is none',
    (it) => (student(it).name = 'written_by_the_archive'),
    /names written_by_the_archive, which its version/,
    false,
  ],
  [
    'a table of the system',
    (it) => (student(it).name = 'pg_authid'),
    /names pg_authid, which its version/,
    false,
  ],
  [
    'the table of versions',
    (it) => (student(it).name = 'kysely_migration'),
    /names kysely_migration, which its version/,
    false,
  ],
  [
    'a column that is none',
    (it) => (student(it).columns[0] = 'search'),
    /names student\.search, which its version/,
    false,
  ],
  [
    'an identity that is none',
    (it) => (it.identities[0]!.column = 'name'),
    /names .+\.name, which its version/,
    false,
  ],
  ['a table twice', (it) => it.tables.push(student(it)), /names student twice/, false],
];

describe('a forged backup', () => {
  it.each(crafted)(
    'with %s is refused, and none of it is executed',
    async (_what, change, message, beforehand) => {
      const file = join(folder, 'crafted.zip');
      await rewriteArchive(made(), file, change);
      const there = await createEmptyDatabase();
      const options = {
        connection: there,
        files: folderStore(join(folder, 'there', 'files')),
        replace: false,
        finalStatements: afterRestore,
        ownTables,
      };
      await expect(restoreBackup(file, options)).rejects.toThrow(message);
      const tables = await queryRows(
        there,
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      );
      expect(tables.map(({ relname }) => relname)).not.toContain('written_by_the_archive');
      if (beforehand) expect(tables).toEqual([]);
      else
        expect(await queryRows(there, 'select from student union all select from course')).toEqual(
          [],
        );
      expect(await readdir(folder)).not.toContain('outside.png');
      expect(await readdir(join(folder, 'there')).catch(() => [])).toEqual([]);
    },
  );

  it('with keys of files elsewhere in its rows neither removes nor reads them', async () => {
    const file = join(folder, 'keys.zip');
    const outside = [
      '../outside.pdf',
      'student-profile/../../outside.pdf',
      'student-profile/%2e%2e/outside.pdf',
      join(folder, 'outside.pdf'),
    ];
    await writeFile(join(folder, 'outside.pdf'), 'of somebody else');
    const rows = outside
      .map((key) => `${key}\tstudent-profile\t\\N\t\\N\t2026-01-01\t2026-01-02\t\\N\n`)
      .join('');
    await rewriteArchive(made(), file, () => {}, { stored_file: rows });
    const there = await createEmptyDatabase();
    const files = folderStore(join(folder, 'elsewhere'));
    const afterLoad = async (database: Database) => {
      expect(await removeReleased(database, files)).toMatchObject({ stuck: [] });
    };
    await restoreBackup(file, {
      connection: there,
      files,
      replace: false,
      finalStatements: afterRestore,
      ownTables,
      afterLoad,
    });
    expect(await readFile(join(folder, 'outside.pdf'), 'utf8')).toBe('of somebody else');
    for (const key of outside)
      expect([await files.get(key), await files.read(key)]).toEqual([null, null]);
    for (const key of outside)
      await expect(files.put(key, png, 'image/png')).rejects.toThrow('is no key of a file');
    expect(await queryRows(there, 'select from stored_file where released_at is not null')).toEqual(
      [],
    );
    // An unreachable bucket: no request is sent to it.
    const bucket = s3Store('http://key:secret@localhost:1/ours');
    expect([
      await bucket.get('../theirs/file.png'),
      await bucket.remove('student-profile/../../theirs/file.png'),
    ]).toEqual([null, undefined]);
  });

  it('with a value that commands the terminal, or is somebody’s, is refused without it', async () => {
    const file = join(folder, 'value.zip');
    await rewriteArchive(made(), file, () => {}, { course: '\u001b]0;title\u0007\tCourse\n' });
    const there = await createEmptyDatabase();
    const restored = restoreBackup(file, {
      connection: there,
      files: folderStore(join(folder, 'value')),
      replace: false,
      finalStatements: afterRestore,
      ownTables,
    });
    await expect(restored).rejects.toThrow(
      /^course has a row that the database refuses \(22P0[24]\); nothing was restored\.$/,
    );
  });

  it('is restored when nothing was changed', async () => {
    const file = join(folder, 'same.zip');
    await rewriteArchive(made(), file, () => {});
    const there = await createEmptyDatabase();
    await restoreBackup(file, {
      connection: there,
      files: folderStore(join(folder, 'same')),
      replace: false,
      finalStatements: afterRestore,
      ownTables,
    });
    expect(await queryRows(there, 'select count(*)::int as count from student')).toEqual([
      { count: 5 },
    ]);
  });
});
