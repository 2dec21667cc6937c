import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { institute } from '#server/test/institute.ts';
import { eraseStudent } from '#server/people/privacy/erase.ts';
import { readFolder } from './read.ts';
import { reportLines } from './report.ts';
import { runImport } from './run.ts';

let original: string;
let folder: string;
let database: Database;
const today = '2026-03-02';

const csv = (rows: Record<string, string>[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((fields) => fields.join(','))
    .join('\n');

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

const load = async (dryRun = false) =>
  runImport(database, await readFolder(folder), { dryRun, today, now: `${today}T00:00:00Z` });
const change = async (file: string, edit: (text: string) => string) =>
  writeFile(join(folder, file), edit(await readFile(join(folder, file), 'utf8')));
const counts = async () => {
  const { rows } = await database.executeQuery<{ students: number; enrolments: number }>(
    (await import('kysely'))
      .sql`select (select count(*) from student) as students, (select count(*) from enrolment) as enrolments`.compile(
      database,
    ),
  );
  return rows[0]!;
};

describe('an import', () => {
  it('writes everything, and a second run changes nothing', async () => {
    const first = await load();
    expect(reportLines(first)).toContain('Everything was written.');
    expect(await counts()).toEqual({ students: 5, enrolments: 8 });
    const second = await load();
    expect(second.files.every(({ created, updated }) => created + updated === 0)).toBe(true);
    expect(await counts()).toEqual({ students: 5, enrolments: 8 });
  });

  it('skips and lists students who are archived or were erased, and imports the others', async () => {
    await load();
    const idOf = async (code: string) =>
      (
        await database
          .selectFrom('student')
          .select('id')
          .where('student_id', '=', code)
          .executeTakeFirstOrThrow()
      ).id;
    await eraseStudent(database, await idOf('S1'), {
      redactNotes: true,
      today,
      now: '2026-03-02T00:00:00Z',
    });
    await database
      .updateTable('student')
      .set({ archived_at: '2026-03-02T00:00:00Z' })
      .where('student_id', '=', 'S5')
      .execute();
    const people = () =>
      database
        .selectFrom('student')
        .selectAll()
        .where('student_id', 'not in', ['S2'])
        .orderBy('id')
        .execute();
    const before = await people();
    await change('students.csv', (text) => text.replace('Bo,', 'Bob,').replace('Adams', 'Adamson'));
    const report = await runImport(database, await readFolder(folder), {
      dryRun: false,
      today,
      now: `${today}T00:00:00Z`,
      skipRemoved: true,
    });
    expect(report).toMatchObject({ written: true, bad: [] });
    const lines = reportLines(report);
    expect(lines).toContain('students.csv:2 student_id: the data of S1 were erased; left out');
    expect(lines).toContain('students.csv:6 student_id: S5 is archived; left out');
    expect(lines.filter((line) => line.startsWith('enrolments.csv:'))).toHaveLength(4);
    expect(await people()).toEqual(before);
    expect(
      await database
        .selectFrom('student')
        .select('first_name')
        .where('student_id', '=', 'S2')
        .execute(),
    ).toEqual([{ first_name: 'Bob' }]);
    // Where every row has to be imported, they are errors.
    expect(await load()).toMatchObject({ written: false, skipped: [] });
  });

  it('changes what differs', async () => {
    await load();
    await change('students.csv', (text) => text.replace('Anna', 'Annika'));
    const { files } = await load();
    expect(files.find(({ file }) => file === 'students.csv')).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 4,
    });
  });

  it('as a dry run returns what it would do and writes nothing', async () => {
    const report = await load(true);
    expect(report.files.find(({ file }) => file === 'students.csv')).toMatchObject({ created: 5 });
    expect(reportLines(report).at(-1)).toBe('Dry run: nothing was written.');
    expect(await counts()).toEqual({ students: 0, enrolments: 0 });
  });

  it('accepts any of the files alone', async () => {
    await load();
    await Promise.all(
      ['courses', 'teachers', 'timetable', 'enrolments'].map((name) =>
        rm(join(folder, `${name}.csv`)),
      ),
    );
    expect((await load()).written).toBe(true);
  });

  it('reads files as spreadsheets write them: BOM, CRLF, semicolons, quotes', async () => {
    const rows =
      'student_id;first_name;last_name;phone_number;date_of_birth\r\nS9;"Zoë";"O""Neill; Jr";1;2004-01-01\r\n';
    await writeFile(join(folder, 'students.csv'), `\uFEFF${rows}`);
    await rm(join(folder, 'enrolments.csv'));
    expect((await load()).written).toBe(true);
    expect(
      await database
        .selectFrom('student')
        .select(['first_name', 'last_name'])
        .where('student_id', '=', 'S9')
        .execute(),
    ).toEqual([{ first_name: 'Zoë', last_name: 'O"Neill; Jr' }]);
  });

  it('sets features of rooms, and keeps them where the file has no such column', async () => {
    await change('classrooms.csv', (text) =>
      text.replace('capacity', 'capacity,features').replace('30', '30,Projector; Lab ;'),
    );
    await load();
    const features = async () =>
      (await database.selectFrom('classroom').select(['features']).execute()).map(
        (room) => room.features,
      );
    expect(await features()).toEqual([['Projector', 'Lab']]);
    await writeFile(join(folder, 'classrooms.csv'), 'room_number,capacity\nR1,31');
    await load();
    expect(await features()).toEqual([['Projector', 'Lab']]);
    await writeFile(join(folder, 'classrooms.csv'), 'room_number,capacity,features\nR1,31,a|b');
    expect((await load()).bad).toEqual([]);
    await writeFile(join(folder, 'classrooms.csv'), 'room_number,capacity,features\nR1,31,"a,b"');
    expect((await load()).bad[0]?.reason).toBe('must not contain , or ;');
  });

  it('lets two students swap their cards', async () => {
    await load();
    await change('students.csv', (text) =>
      text.replace('1000001', 'x').replace('1000002', '1000001').replace('x', '1000002'),
    );
    expect((await load()).written).toBe(true);
  });

  it('reopens an enrolment after its last day, so that no roll lists a student twice', async () => {
    await load();
    await database.updateTable('enrolment').set({ enrolled_to: '2026-03-01' }).execute();
    expect((await load()).files.find(({ file }) => file === 'enrolments.csv')).toMatchObject({
      created: 8,
    });
    const reopened = await database
      .selectFrom('enrolment')
      .select('enrolled_from')
      .where('enrolled_to', 'is', null)
      .distinct()
      .execute();
    expect(reopened).toEqual([{ enrolled_from: '2026-03-02' }]);
  });
});

describe('invalid rows are listed with file, line, column and reason, and nothing is written', () => {
  const cases: [string, string, (text: string) => string, string][] = [
    [
      'a missing value',
      'students.csv',
      (text) => text.replace('Anna', ''),
      'students.csv:2 first_name: is required',
    ],
    [
      'a long student id',
      'students.csv',
      (text) => text.replace('S1,', 'S1234567890,'),
      'students.csv:2 student_id: length should be less than 10 characters',
    ],
    [
      'a card used twice',
      'students.csv',
      (text) => text.replace('1000002', '1000001'),
      'students.csv:3 rfid_number: 1000001 is already in line 2',
    ],
    [
      'a card that is another’s id',
      'students.csv',
      (text) => text.replace('1000002', 'S1'),
      'students.csv:3 rfid_number: S1 is the student id of another student',
    ],
    [
      'a date of birth that is still to come',
      'students.csv',
      (text) => text.replace('2004-05-06', '2026-03-03'),
      'students.csv:2 date_of_birth: must not be in the future',
    ],
    [
      'two columns of one name',
      'students.csv',
      (text) => text.replace(',last_name,', ',first_name,'),
      'students.csv:1 first_name: columns 2 and 3 have the same name: rename or remove one',
    ],
    [
      'a row twice',
      'courses.csv',
      (text) => `${text}\nScience`,
      'courses.csv:3 name: Science is already in line 2',
    ],
    [
      'a class that ends before it starts',
      'timetable.csv',
      (text) => text.replace('10:00', '08:00'),
      'timetable.csv:2 end_time: must be after start time',
    ],
    [
      'a weekday that is none',
      'timetable.csv',
      (text) => text.replace('Tuesday', 'T'),
      'timetable.csv:5 day_of_week: must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
    ],
    [
      'an unknown teacher',
      'subjects.csv',
      (text) => text.replace('theo@', 'tim@'),
      'subjects.csv:3 subject_teacher: there is no teacher tim@school.example',
    ],
    [
      'an unknown class',
      'enrolments.csv',
      (text) => text.replace('tue14', 'tue15'),
      'enrolments.csv:8 timetable: there is no class tue15',
    ],
    [
      'too few values',
      'classrooms.csv',
      (text) => `${text}\nR2`,
      'classrooms.csv:3 -: has 1 values for 2 columns',
    ],
    [
      'a missing column',
      'teachers.csv',
      (text) => text.replaceAll(/,phone$/gm, ''),
      'teachers.csv:1 phone: the column is missing',
    ],
    [
      'an unknown column',
      'courses.csv',
      (text) => text.replace('name', 'name,wage').replace('Science', 'Science,1'),
      'courses.csv:1 wage: the column is not known here',
    ],
    [
      'classes outside the semester',
      'semesters.csv',
      (text) => text.replace('2026-06-12', '2026-07-12'),
      'semesters.csv:2 class_end_date: must not be after semester end date',
    ],
  ];
  it.each(cases)('%s', async (_name, file, edit, line) => {
    await change(file, edit);
    const report = await load();
    expect(reportLines(report)).toContain(line);
    expect(report.written).toBe(false);
    expect(await counts()).toEqual({ students: 0, enrolments: 0 });
  });

  it('a file that is no text', async () => {
    await writeFile(join(folder, 'courses.csv'), Buffer.from('PK\x03\x04\x00\xc8\x00', 'latin1'));
    expect(reportLines(await load())).toContain(
      'courses.csv:1 -: the file is no text: save it as CSV UTF-8',
    );
  });

  it('a folder without any of the files', async () => {
    await rm(folder, { recursive: true });
    await expect(readFolder(folder)).rejects.toThrow('has none of the files');
    await cp(original, folder, { recursive: true });
  });
});
