import { describe, expect, it } from 'vitest';
import {
  rosterTests,
  expectWritten,
  smallAnswers,
  smallRoster,
  user,
} from '#server/test/roster.ts';
import type { ImportedBy } from '../csv/step.ts';

const { rosters, school } = rosterTests();

const all = (count: number, how = 'created') => ({ [how]: count });

async function erase(studentId: string): Promise<void> {
  const id = await school().studentId(studentId);
  const erased = await school().call('account', 'POST', `attendance/student-details/${id}/erase/`, {
    student_id: studentId,
    redact_notes: true,
  });
  expect(erased.status).toBe(200);
}

describe('people who are here already (R-ROSTER-3)', () => {
  it('are linked once somebody has confirmed it', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    const other = { ...smallAnswers, source: 'other', 'link:semesters': 'yes' };
    const dry = await rosters.import(smallRoster, other, { dryRun: true });
    const question = dry.questions.find(({ name }) => name === 'link:students');
    expect(question).toMatchObject({ answer: null });
    expect(question).toMatchObject({
      label: 'Are these the students who are here already?',
      help: '3 students in the file have the student ID or e-mail address of students who are here: Pia Quist, Rex Sorel, Tim Ueda. Yes: the students here are changed. No: the rows are left out.',
    });
    const no = { ...other, 'link:students': 'no', 'link:teachers': 'yes' };
    const left = await rosters.import(smallRoster, no);
    expectWritten(left);
    expect(rosters.counts(left)).toMatchObject({
      student: all(3, 'skipped'),
      teacher: all(2, 'unchanged'),
    });
    const yes = await rosters.import(smallRoster, { ...no, 'link:students': 'yes' });
    expectWritten(yes);
    expect(rosters.counts(yes)).toMatchObject({ student: all(3, 'unchanged') });
  });

  it('are shown with old and new values before they are changed', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    const users = smallRoster.users.map((row) =>
      row.sourcedId === 'U-S1' ? { ...row, phone: '0400 000 111' } : row,
    );
    const dry = await rosters.import({ ...smallRoster, users }, {}, { dryRun: true });
    expect(dry.changes).toEqual({
      rows: [
        {
          line: 4,
          label: 'Pia Quist (P1)',
          change: 'changed',
          fields: [{ field: 'phone_number', from: expect.any(String), to: '0400 000 111' }],
        },
      ],
      total: 1,
    });
    expect(await rosters.import({ ...smallRoster, users })).not.toHaveProperty('changes');
  });

  it('are a question in the singular where it is one', async () => {
    const [teacher, , student] = smallRoster.users;
    if (!teacher || !student) throw new Error('The file has a teacher and students.');
    const users = [teacher, { ...student, enabledUser: 'false' }];
    const few = { ...smallRoster, users, enrollments: [], demographics: [] };
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    const other = { ...smallAnswers, source: 'other', 'link:semesters': 'yes' };
    const { questions, problems } = await rosters.import(few, other, { dryRun: true });
    expect(questions.filter(({ label }) => label.startsWith('Is this'))).toMatchObject([
      {
        label: 'Is this the teacher who is here already?',
        help: '1 teacher in the file has the e-mail address of a teacher who is here: Tara Ng. Yes: the teacher here is changed. No: the row is left out.',
      },
      {
        label: 'Is this the student who is here already?',
        help: '1 student in the file has the student ID or e-mail address of a student who is here: Pia Quist. Yes: the student here is changed. No: the row is left out.',
      },
    ]);
    expect(problems.map(({ reason }) => reason)).toContain(
      '1 may not sign in there (enabledUser), but is imported like others',
    );
  });

  it('are found with quoted spaces before an address, and accounts are not made teachers by them', async () => {
    const admin: ImportedBy = {
      user: 1,
      email: 'admin@high.example',
      role: 'admin',
      now: '2026-03-01T22:00:00Z',
    };
    const rows = smallRoster.users.map((row) => Object.values({ ...row, email: ` ${row.email}` }));
    const users = [Object.keys(smallRoster.users[0]!), ...rows]
      .map((row) => row.map((cell) => `"${cell}"`).join(','))
      .join('\n');
    const options = { by: admin, staff: ['tara@high.example'], dryRun: true };
    const listed = await rosters.import({ ...smallRoster, users }, smallAnswers, options);
    expect(listed.problems).toContainEqual({
      file: 'users.csv',
      line: 2,
      column: 'email',
      reason: 'is your own address, or of an administrator or of accounts: add them by hand',
      level: 'skipped',
    });
    await rosters.rows(`insert into app_user (email, name, roles)
      values ('ugo@high.example', 'Ugo', '{account}')`);
    const stored = await rosters.import({ ...smallRoster, users }, smallAnswers, options);
    expect(stored.problems).toContainEqual(expect.objectContaining({ line: 3, column: 'email' }));
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    const other = await rosters.import(
      { ...smallRoster, users },
      { ...smallAnswers, source: 'other' },
      { dryRun: true },
    );
    expect(other.questions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['link:teachers', 'link:students']),
    );
  });

  it('keep what the other system does not know', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    await rosters.rows(`update student set phone_number = '+61 1', date_of_birth = '2007-01-01',
      rfid_number = '700' where student_id = 'P2'`);
    const users = smallRoster.users.map((row) =>
      row.sourcedId === 'U-S2' ? { ...row, familyName: 'Soral' } : row,
    );
    const report = await rosters.import({ ...smallRoster, users });
    expect(rosters.counts(report).student).toEqual({ updated: 1, unchanged: 2 });
    expect(
      await rosters.rows(`select last_name, phone_number, date_of_birth, rfid_number from student
        where student_id = 'P2'`),
    ).toEqual([
      {
        last_name: 'Soral',
        phone_number: '+61 1',
        date_of_birth: '2007-01-01',
        rfid_number: '700',
      },
    ]);
  });

  it('are never written back once their data were erased', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    await erase('P1');
    const report = await rosters.import(smallRoster);
    expectWritten(report);
    expect(report.problems).toContainEqual({
      file: 'users.csv',
      line: 4,
      column: 'identifier',
      reason: 'the data of P1 were erased',
      level: 'skipped',
    });
    expect(await rosters.rows(`select from student where first_name = 'Pia'`)).toEqual([]);
  });

  it('nor where the other system has another number for them', async () => {
    await rosters.rows(`insert into student (student_id, first_name, last_name, phone_number,
      student_mail) values ('A1', 'Pia', 'Quist', '', 'PIA@high.example')`);
    const report = await rosters.import(smallRoster, { ...smallAnswers, 'link:students': 'yes' });
    expectWritten(report);
    await erase('A1');
    const again = async (change: Record<string, string>, source: string) => {
      const users = smallRoster.users.map((row) =>
        row.sourcedId === 'U-S1' ? { ...row, ...change } : row,
      );
      const later = await rosters.import(
        { ...smallRoster, users, demographics: [], enrollments: [] },
        {
          ...smallAnswers,
          source,
          'link:teachers': 'yes',
          'link:students': 'yes',
          'link:semesters': 'yes',
        },
      );
      expectWritten(later);
      return later.problems.filter(({ level }) => level === 'skipped').map(({ reason }) => reason);
    };
    // By the sourcedId, and by the number also of a file of another name.
    expect(await again({ identifier: 'P77' }, 'oneroster')).toEqual([
      'the data of P77 were erased',
    ]);
    expect(await again({}, 'other')).toEqual(['the data of P1 were erased']);
    expect(await rosters.rows(`select from student where first_name = 'Pia'`)).toEqual([]);
  });

  it('nor linked with who has their ID now', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    await erase('P1');
    await rosters.rows(`insert into student (student_id, first_name, last_name, phone_number)
      values ('P1', 'New', 'Person', '')`);
    const report = await rosters.import(smallRoster, {
      source: 'other',
      'link:teachers': 'yes',
      'link:students': 'yes',
      'link:semesters': 'yes',
    });
    expectWritten(report);
    expect(report.problems).toContainEqual(
      expect.objectContaining({
        line: 4,
        reason: 'the data of P1 were erased: the student who has the ID now is changed by hand',
      }),
    );
    expect(
      await rosters.rows(`select sourced_id from external_id
        where source = 'other' and kind = 'student' order by 1`),
    ).toEqual([{ sourced_id: 'U-S2' }, { sourced_id: 'U-S3' }]);
  });

  it.each([
    ['ABCDEFGHIJK', 'student ID'],
    ['~1', 'reserved'],
  ])('are refused with the number %s, which is not cut', async (identifier) => {
    const users = [...smallRoster.users, user('U-S9', 'student', 'Vic', 'Wu', 'vic', identifier)];
    const report = await rosters.import({ ...smallRoster, users }, smallAnswers);
    expectWritten(report);
    expect(report.problems).toContainEqual(
      expect.objectContaining({
        file: 'users.csv',
        line: 7,
        column: 'identifier',
        level: 'skipped',
      }),
    );
    expect(await rosters.rows(`select from student where first_name = 'Vic'`)).toEqual([]);
  });
});
