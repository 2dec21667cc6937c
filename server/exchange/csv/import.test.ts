import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instituteFolder, today } from '#server/test/institute-folder.ts';
import { eraseStudent } from '#server/people/privacy/erase.ts';
import { foundLines } from './found-lines.ts';
import { readFolder } from './folder.ts';
import { reportLines } from './report.ts';
import { runImport } from './run.ts';

const { folder, database, load, change, counts } = instituteFolder();

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
        await database()
          .selectFrom('student')
          .select('id')
          .where('student_id', '=', code)
          .executeTakeFirstOrThrow()
      ).id;
    await eraseStudent(database(), await idOf('S1'), {
      redactNotes: true,
      today,
      now: '2026-03-02T00:00:00Z',
    });
    await database()
      .updateTable('student')
      .set({ archived_at: '2026-03-02T00:00:00Z' })
      .where('student_id', '=', 'S5')
      .execute();
    const people = () =>
      database()
        .selectFrom('student')
        .selectAll()
        .where('student_id', 'not in', ['S2'])
        .orderBy('id')
        .execute();
    const before = await people();
    await change('students.csv', (text) => text.replace('Bo,', 'Bob,').replace('Adams', 'Adamson'));
    const report = await runImport(database(), await readFolder(folder()), {
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
      await database()
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
        rm(join(folder(), `${name}.csv`)),
      ),
    );
    expect((await load()).written).toBe(true);
  });

  it('reads files as spreadsheets write them: BOM, CRLF, semicolons, quotes', async () => {
    const rows =
      'student_id;first_name;last_name;phone_number;date_of_birth\r\nS9;"Zoë";"O""Neill; Jr";1;2004-01-01\r\n';
    await writeFile(join(folder(), 'students.csv'), `\uFEFF${rows}`);
    await rm(join(folder(), 'enrolments.csv'));
    expect((await load()).written).toBe(true);
    expect(
      await database()
        .selectFrom('student')
        .select(['first_name', 'last_name'])
        .where('student_id', '=', 'S9')
        .execute(),
    ).toEqual([{ first_name: 'Zoë', last_name: 'O"Neill; Jr' }]);
  });

  it('says how files are read that are not in the usual form, and takes headings with capitals', async () => {
    await change(
      'students.csv',
      (text) =>
        `Register of 2026\n${text.replace('first_name', 'Vorname').replace('gender', 'Shoes')}`,
    );
    const latin = (await readFile(join(folder(), 'courses.csv'), 'utf8')).concat('\nMétiers');
    await writeFile(join(folder(), 'courses.csv'), Buffer.from(latin, 'latin1'));
    const files = await readFolder(folder());
    expect(foundLines(files)).toEqual([
      'courses.csv is read in Windows-1252.',
      'students.csv is read with its header in line 2, without Shoes.',
    ]);
    expect(await load()).toMatchObject({ written: true });
  });

  it('sets features of rooms, and keeps them where the file has no such column', async () => {
    await change('classrooms.csv', (text) =>
      text.replace('capacity', 'capacity,features').replace('30', '30,Projector; Lab ;'),
    );
    await load();
    const features = async () =>
      (await database().selectFrom('classroom').select(['features']).execute()).map(
        (room) => room.features,
      );
    expect(await features()).toEqual([['Projector', 'Lab']]);
    await writeFile(join(folder(), 'classrooms.csv'), 'room_number,capacity\nR1,31');
    await load();
    expect(await features()).toEqual([['Projector', 'Lab']]);
    await writeFile(join(folder(), 'classrooms.csv'), 'room_number,capacity,features\nR1,31,a|b');
    expect((await load()).bad).toEqual([]);
    await writeFile(join(folder(), 'classrooms.csv'), 'room_number,capacity,features\nR1,31,"a,b"');
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
    await database().updateTable('enrolment').set({ enrolled_to: '2026-03-01' }).execute();
    expect((await load()).files.find(({ file }) => file === 'enrolments.csv')).toMatchObject({
      created: 8,
    });
    const reopened = await database()
      .selectFrom('enrolment')
      .select('enrolled_from')
      .where('enrolled_to', 'is', null)
      .distinct()
      .execute();
    expect(reopened).toEqual([{ enrolled_from: '2026-03-02' }]);
  });
});
