import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  rosterTests,
  changedRow,
  problemLines,
  expectWritten,
  manifestOf,
  rosterTexts,
  smallAnswers,
  smallRoster,
  user,
  writeZip,
  type RosterRows,
} from '#server/test/roster.ts';
import { rosterLimits } from './limits.ts';

// One database for all: nothing is written by files that are refused.
const { dry, rosters } = rosterTests('all tests');

const names = Object.keys(smallRoster);

describe('the manifest', () => {
  it.each([
    [
      { manifest: null, users: null },
      '-: -: This is not a OneRoster export: manifest.csv is missing',
    ],
    [
      { manifest: manifestOf(names, '1.0') },
      'manifest.csv:3 oneroster.version: must be 1.1 or 1.2, not 1.0',
    ],
    [
      { manifest: manifestOf(names, '1.1').replace('file.users,bulk', 'file.users,delta') },
      'manifest.csv:8 file.users: is delta: only whole files (bulk) are imported; export it as bulk',
    ],
    [
      { manifest: manifestOf(names, '1.1').replace('file.users,bulk', 'file.users,all') },
      'manifest.csv:8 file.users: must be bulk, absent or delta',
    ],
    [
      { users: null, manifest: manifestOf(names, '1.1') },
      'manifest.csv:8 file.users: users.csv is missing',
    ],
    [{ manifest: 'name,value\n' }, 'manifest.csv:1 propertyName: the column is missing'],
  ] as [RosterRows, string][])('%#: is refused', async (rows, problem) => {
    expect(problemLines(await dry(rows))).toEqual([problem]);
  });

  it('names what is not read', async () => {
    const manifest = `${manifestOf(names, '1.1')}file.lineItems,bulk\nfile.results,absent\n`;
    const report = await dry({ manifest, lineItems: 'sourcedId\n1\n', other: 'a\n1\n' });
    expect(problemLines(report)).toEqual([]);
    expect(problemLines(report, 'note')).toEqual(
      expect.arrayContaining([
        'lineItems.csv:1 -: has no place here and is not imported',
        'other.csv:1 -: is no file of OneRoster, and was not read',
      ]),
    );
  });
});

describe('rows that break the format', () => {
  const { users, classes, orgs, academicSessions, enrollments, courses } = smallRoster;
  it.each([
    [
      { users: changedRow(users, 0, { status: 'deleted' }) },
      'users.csv:2 status: must be active, tobedeleted or empty',
    ],
    [
      { users: changedRow(users, 0, { role: 'pupil' }) },
      /^users\.csv:2 role: must be administrator/,
    ],
    [
      { users: changedRow(users, 0, { enabledUser: 'perhaps' }) },
      'users.csv:2 enabledUser: must be true or false',
    ],
    [{ users: changedRow(users, 0, { givenName: '' }) }, 'users.csv:2 givenName: is required'],
    [
      { users: changedRow(users, 0, { givenName: 'A'.repeat(1001) }) },
      'users.csv:2 givenName: must have at most 1000 characters',
    ],
    [
      { users: changedRow(users, 0, { givenName: 'A\u0001' }) },
      'users.csv:2 givenName: must not contain control characters',
    ],
    [
      { users: 'sourcedId,status\nA,\n' },
      /^users\.csv:1 enabledUser, orgSourcedIds, .*: the column is missing$/,
    ],
    [
      { users: 'sourcedId,sourcedId\nA,\n' },
      /^users\.csv:1 sourcedId: columns 1 and 2 have the same name/,
    ],
    [{ users: '' }, 'users.csv:1 -: the file is empty'],
    [{ users: [...users, users[2]!] }, 'users.csv:7 sourcedId: U-S1 is already in line 4'],
    [
      { academicSessions: changedRow(academicSessions, 1, { startDate: '02/02/2026' }) },
      'academicSessions.csv:3 startDate: must be a date, YYYY-MM-DD',
    ],
    [
      { academicSessions: changedRow(academicSessions, 1, { schoolYear: '26' }) },
      'academicSessions.csv:3 schoolYear: must be a year, YYYY',
    ],
    [
      { classes: changedRow(classes, 0, { courseSourcedId: 'C-X' }) },
      'classes.csv:2 courseSourcedId: courses.csv has no row C-X',
    ],
    [
      { classes: changedRow(classes, 0, { termSourcedIds: 'T1,T9' }) },
      'classes.csv:2 termSourcedIds: academicSessions.csv has no row T1,T9',
    ],
    [
      { enrollments: changedRow(enrollments, 2, { userSourcedId: 'U-X' }) },
      'enrollments.csv:4 userSourcedId: users.csv has no row U-X',
    ],
    [
      { courses: changedRow(courses, 0, { orgSourcedId: 'X' }) },
      'courses.csv:2 orgSourcedId: orgs.csv has no row X',
    ],
    [{ orgs: changedRow(orgs, 0, { type: 'college' }) }, /^orgs\.csv:2 type: must be department/],
  ] as [RosterRows, string | RegExp][])(
    '%#: are named by file, line and column',
    async (rows, problem) => {
      const [first] = problemLines(await dry(rows));
      if (typeof problem === 'string') expect(first).toBe(problem);
      else expect(first).toMatch(problem);
    },
  );

  it('are left out where somebody says so, except for sourcedIds that occur twice', async () => {
    const broken = { users: changedRow(users, 4, { status: 'deleted' }) };
    const report = await dry(broken, { invalid_rows: 'skip' });
    expect(problemLines(report)).toEqual([]);
    expect(problemLines(report, 'skipped')).toEqual([
      'users.csv:6 status: must be active, tobedeleted or empty',
      'enrollments.csv:7 userSourcedId: names U-S3, which is left out (users.csv, line 6)',
    ]);
    expect(rosters.counts(report)).toMatchObject({
      student: { skipped: 1 },
      waiting_member: { skipped: 1 },
    });
    const twice = await dry({ users: [...users, users[2]!] }, { invalid_rows: 'skip' });
    expect(problemLines(twice)).toHaveLength(1);
  });

  it('may have a sourcedId that is too long, and whose limit is within a letter', async () => {
    const sourcedId = `${'A'.repeat(254)}😀`;
    const lines = problemLines(await dry({ users: changedRow(users, 4, { sourcedId }) }));
    expect(lines).toContain('users.csv:6 sourcedId: must have at most 255 characters');
  });

  it('are the faults, and not the rows that name them', async () => {
    const report = await dry({ classes: changedRow(classes, 0, { courseSourcedId: 'C-X' }) });
    expect(problemLines(report)).toEqual([
      'classes.csv:2 courseSourcedId: courses.csv has no row C-X',
    ]);
    expect(problemLines(report, 'note')).toContainEqual(
      expect.stringMatching(
        /^enrollments\.csv:2 classSourcedId: and \d more rows name K-ALG, which is left out \(classes\.csv, line 2\)$/,
      ),
    );
  });

  it('are counted in all, and the first ones are named', async () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      user(`X${at}`, 'pupil', 'A', 'B', `x${at}`),
    );
    const report = await dry({ users: [...users, ...many] });
    expect(report.totals.error).toBe(1000);
    expect(report.problems).toHaveLength(500);
  });

  it('a long text in a column that is not read is no fault', async () => {
    const report = await dry({ users: changedRow(users, 0, { grades: 'A'.repeat(1001) }) });
    expect(problemLines(report)).toEqual([]);
  });

  it('and repeat at most 300 characters of a cell, without control characters (R-ROSTER-9)', async () => {
    const long = 'y'.repeat(60_000);
    const column = `metadata.\u0007${long.slice(0, 1000)}`;
    const rows = [
      [...Object.keys(users[0]!), column],
      ...users.map((row) => [...Object.values(row), '']),
    ];
    const at = { classSourcedId: 'K-ALG', weekday: '1', start: '09:00', end: '10:00' };
    const report = await dry({
      users: rows.map((row) => row.join(',')).join('\n'),
      times: [{ ...at, room: long.slice(0, 1000) }],
    });
    expect(problemLines(report, 'skipped')[0]).toMatch(
      /^times\.csv:2 room: there is no room y{270,290}…$/,
    );
    expect(problemLines(report, 'note').some((line) => line.includes('metadata.yyy'))).toBe(true);
    for (const { help } of report.questions) expect(help.length).toBeLessThanOrEqual(2000);
    for (const { file, column, reason } of report.problems)
      for (const text of [file, column, reason]) {
        expect(text.length).toBeLessThanOrEqual(300);
        // oxlint-disable-next-line no-control-regex -- looking for them is the purpose.
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }
  });

  it('and columns that have no place here are named, and not stored', async () => {
    const extended = users.map((row) => ({ ...row, 'metadata.house': 'Red' }));
    const header = Object.keys(extended[0]!).join(',');
    const text = [header, ...extended.map((row) => Object.values(row).join(','))].join('\n');
    const report = await dry({ users: text });
    expect(problemLines(report)).toEqual([]);
    expect(problemLines(report, 'note')).toContain(
      'users.csv:1 metadata.house: has no place here and is not imported',
    );
  });
});

describe('encodings', () => {
  const zipWith = async (name: string, text: string | Buffer) =>
    writeZip(
      rosters.folder,
      new Map<string, string | Buffer>([...rosterTexts(smallRoster), [name, text]]),
    );
  const users = rosterTexts(smallRoster).get('users.csv') ?? '';
  const options = { options: smallAnswers, dryRun: true };

  it('a byte order mark is not part of the first column', async () => {
    const report = await rosters.importFile(await zipWith('users.csv', `\ufeff${users}`), options);
    expect(problemLines(report)).toEqual([]);
  });

  it('another encoding is refused', async () => {
    const latin = Buffer.from(users.replace('Pia', 'Pía'), 'latin1');
    const report = await rosters.importFile(await zipWith('users.csv', latin), options);
    expect(problemLines(report)).toEqual(['users.csv:1 -: the file is not in UTF-8']);
  });

  it('letters of every script go through', async () => {
    const text = users.replace('Pia', 'Nguyễn Văn').replace('Quist', '李');
    const report = await rosters.importFile(await zipWith('users.csv', text), options);
    expect(problemLines(report)).toEqual([]);
    expect(rosters.counts(report).student).toEqual({ created: 3 });
  });
});

describe('archives (R-ROSTER-9)', () => {
  const importBytes = async (bytes: Buffer | string) => {
    const path = join(rosters.folder, `bytes-${Math.random()}.zip`);
    await writeFile(path, bytes);
    return problemLines(await rosters.importFile(path, { dryRun: true, options: smallAnswers }));
  };
  const zipOf = (texts: [string, string | Buffer][]) => writeZip(rosters.folder, texts);
  const problemsOf = async (path: string) =>
    problemLines(await rosters.importFile(path, { dryRun: true, options: smallAnswers }));

  it('that are none are refused', async () => {
    expect(await importBytes('sourcedId\n')).toEqual(['-: -: This is not a ZIP file']);
    expect(await problemsOf(join(rosters.folder, 'nothing'))).toEqual([
      '-: -: the file or folder does not exist',
    ]);
  });

  it('that unpack to a hundred times their size are refused, before they are unpacked', async () => {
    const bomb = Buffer.alloc(20 * 1024 * 1024, 'a');
    expect(await problemsOf(await zipOf([['users.csv', bomb]]))).toEqual([
      'users.csv:1 -: the file unpacks to more than 100 times its size',
    ]);
  });

  it('whose sizes are wrong are refused while they are read', async () => {
    const texts: [string, string | Buffer][] = [
      ...[...rosterTexts(smallRoster)].filter(([name]) => name !== 'users.csv'),
      ['users.csv', Buffer.alloc(20 * 1024 * 1024, 'a')],
    ];
    const path = await zipOf(texts);
    const bytes = await readFile(path);
    expect(await importBytes(withDeclaredSize(bytes, 'users.csv', 1000))).toEqual([
      expect.stringContaining('users.csv:1 -: the file cannot be read: too many bytes'),
    ]);
  });

  it('of more than 1 GB by what they declare are refused', async () => {
    const bytes = await readFile(await zipOf([...rosterTexts(smallRoster)]));
    const large = withDeclaredSize(bytes, 'users.csv', rosterLimits.unpackedBytes + 1);
    expect(await importBytes(large)).toEqual([
      'users.csv:1 -: the files are larger than 1,024 MB together',
    ]);
  });

  it('never use the names in them as paths', async () => {
    const texts = [...rosterTexts(smallRoster)].map(([name, text]): [string, string] => [
      `High School/${name}`,
      text,
    ]);
    expect(await problemsOf(await zipOf(texts))).toEqual([]);
    expect(await problemsOf(await zipOf([...texts, ['other/users.csv', '']]))).toEqual([
      'other/users.csv:1 -: the archive has two files of this name',
    ]);
  });

  it('are read from a folder as well', async () => {
    const folder = await rosters.inFolder(rosterTexts(smallRoster));
    const report = await rosters.importFile(folder, { options: smallAnswers });
    expectWritten(report);
  });
});

/** The archive with another unpacked size in its list of contents. */
function withDeclaredSize(bytes: Buffer, name: string, size: number): Buffer {
  const changedBytes = Buffer.from(bytes);
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (
    let at = changedBytes.indexOf(signature);
    at !== -1;
    at = changedBytes.indexOf(signature, at + 4)
  ) {
    const length = changedBytes.readUInt16LE(at + 28);
    if (changedBytes.toString('utf8', at + 46, at + 46 + length) === name)
      changedBytes.writeUInt32LE(size, at + 24);
  }
  return changedBytes;
}
