import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  rosterTests,
  expectWritten,
  problemLines,
  smallAnswers,
  smallRoster,
} from '#server/test/roster.ts';

const { rosters, school } = rosterTests();

const all = (count: number, how = 'created') => ({ [how]: count });

describe('an import of OneRoster files (R-ROSTER-1)', () => {
  it('puts questions in a dry run, and writes nothing before they are answered', async () => {
    const dry = await rosters.import(smallRoster, {}, { dryRun: true });
    // A question is not named as an error as well.
    expect(problemLines(dry)).toEqual([]);
    expect(dry.questions.filter(({ answer }) => answer === null).map(({ name }) => name)).toEqual([
      'batch',
      'course',
      'specialization',
    ]);
    expect(rosters.counts(dry)).toMatchObject({ student: all(3), waiting_class: all(2) });
    const refused = await rosters.import(smallRoster);
    expect(refused).toMatchObject({ written: false, operation: null, totals: { error: 0 } });
    expect(await rosters.rows('select from student')).toEqual([]);
    expect(await rosters.rows('select from external_id')).toEqual([]);
  });

  it('locks no row for a dry run that it does not change', async () => {
    await rosters.rows(`insert into student (student_id, first_name, last_name, phone_number)
      values ('Z1', 'Zoe', 'Zed', '')`);
    await school()
      .database.transaction()
      .execute(async (trx) => {
        // As a check-in at a door holds it; a dry run that locks everything would wait for it.
        await sql`select from student where student_id = 'Z1' for no key update`.execute(trx);
        const dry = await rosters.import(smallRoster, smallAnswers, { dryRun: true });
        expect(rosters.counts(dry)).toMatchObject({ student: all(3) });
      });
  });

  it('writes people, semesters, subjects, and classes that wait for their times', async () => {
    const report = await rosters.import(smallRoster, smallAnswers);
    expectWritten(report);
    expect(rosters.counts(report)).toEqual({
      semester: all(2),
      teacher: all(2),
      student: all(3),
      course: all(1),
      specialization: all(1),
      subject: all(2),
      waiting_class: all(2),
      waiting_member: all(4),
    });
    expect(
      await rosters.rows(`select student_id, first_name, phone_number, date_of_birth, gender, student_mail
        from student order by student_id`),
    ).toEqual([
      {
        student_id: 'P1',
        first_name: 'Pia',
        phone_number: '',
        date_of_birth: '2008-03-04',
        gender: 'female',
        student_mail: 'pia@high.example',
      },
      expect.objectContaining({ student_id: 'P2', date_of_birth: null, gender: null }),
      expect.objectContaining({ student_id: 'tim' }),
    ]);
    expect(
      await rosters.rows(`select w.title, s.subject_code, m.semester, t.email, w.location
        from waiting_class w join subject s on s.id = w.subject_id
        join semester m on m.id = w.semester_id join teacher t on t.id = w.teacher_id order by 1`),
    ).toEqual([
      {
        title: 'Algebra A',
        subject_code: 'ALG',
        semester: 1,
        email: 'tara@high.example',
        location: 'R1',
      },
      {
        title: 'History A',
        subject_code: 'HIS',
        semester: 1,
        email: 'ugo@high.example',
        location: 'R1',
      },
    ]);
    expect(
      await rosters.rows(`select semester, year, batch, semester_start_date as first,
        class_end_date as last from semester order by semester`),
    ).toEqual([
      { semester: 1, year: 2026, batch: '2026', first: '2026-02-02', last: '2026-06-26' },
      { semester: 2, year: 2026, batch: '2026', first: '2026-07-20', last: '2026-12-11' },
    ]);
  });

  it('changes nothing when it is repeated, and has no questions', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    const again = await rosters.import(smallRoster);
    expectWritten(again);
    expect(again.operation).toBeNull();
    expect(again.questions.filter(({ answer }) => answer === null)).toEqual([]);
    for (const [table, counts] of Object.entries(rosters.counts(again)))
      expect([table, Object.keys(counts).filter((name) => name !== 'unchanged')]).toEqual([
        table,
        [],
      ]);
  });

  it('reads 1.2, where roles are rows of their own, and a person may have several', async () => {
    const users = smallRoster.users.map(({ role: _role, orgSourcedIds: _orgs, ...row }) => row);
    const roles = smallRoster.users.map(({ sourcedId = '', role = '' }, at) => ({
      sourcedId: `R${at}`,
      userSourcedId: sourcedId,
      roleType: 'primary',
      role,
      orgSourcedId: 'H',
    }));
    const also = { ...roles[0]!, sourcedId: 'R9', roleType: 'secondary', role: 'student' };
    const counselor = { ...roles[0]!, sourcedId: 'R8', roleType: 'secondary', role: 'counselor' };
    const rows = { ...smallRoster, users, roles: [...roles, also, counselor] };
    const report = await rosters.import(rows, smallAnswers, { version: '1.2' });
    expectWritten(report);
    expect(rosters.counts(report)).toMatchObject({ student: all(4), teacher: all(2) });
    expect(report.problems).toContainEqual(
      expect.objectContaining({
        level: 'note',
        reason: '1 has the role counselor, which has no place here',
      }),
    );
  });

  it('is undone as a whole (R-UNDO-1)', async () => {
    const tables = [
      'student',
      'teacher',
      'subject',
      'semester',
      'course',
      'external_id',
      'waiting_class',
    ];
    const report = await rosters.import(
      {
        ...smallRoster,
        times: [
          { classSourcedId: 'K-ALG', weekday: 'Monday', start: '9:00', end: '10:00', room: 'A1' },
        ],
      },
      { ...smallAnswers, new_rooms: 'yes' },
    );
    expectWritten(report);
    const { body, status } = await school().call(
      'account',
      'POST',
      `attendance/bulk-operations/${report.operation}/undo/`,
      {},
    );
    expect([status, body.refused ?? 0], JSON.stringify(body)).toEqual([200, 0]);
    for (const table of [...tables, 'class_schedule', 'enrolment', 'classroom', 'waiting_member'])
      expect([table, await rosters.rows(`select from ${table}`)]).toEqual([table, []]);
  });

  it('is imported again after an undo without adding twice what the undo left (R-UNDO-2)', async () => {
    const rows = {
      ...smallRoster,
      times: [{ classSourcedId: 'K-ALG', weekday: '1', start: '09:00', end: '10:00', room: 'A1' }],
    };
    const answers = { ...smallAnswers, new_rooms: 'yes' };
    const report = await rosters.import(rows, answers);
    expectWritten(report);
    // A mark keeps its class and its student.
    await rosters.rows(`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select s.id, c.id, '2026-03-02', 'Present', 'manual', now() from class_schedule c, student s
      where s.student_id = 'P1'`);
    const path = `attendance/bulk-operations/${report.operation}/undo/`;
    expect((await school().call('account', 'POST', path, {})).status).toBe(200);
    expect(await rosters.rows('select student_id from student')).toEqual([{ student_id: 'P1' }]);
    expect(
      await rosters.rows('select kind, sourced_id from external_id order by kind, sourced_id'),
    ).toMatchObject([
      { kind: 'class', sourced_id: 'K-ALG' },
      { kind: 'class-time' },
      { kind: 'semester', sourced_id: 'T1' },
      { kind: 'student', sourced_id: 'U-S1' },
      { kind: 'subject', sourced_id: 'C-ALG' },
      { kind: 'teacher', sourced_id: 'U-T1' },
    ]);
    expectWritten(await rosters.import(rows, answers));
    expect(await rosters.rows('select from class_schedule')).toHaveLength(1);
    expect(await rosters.rows('select from student')).toHaveLength(3);
  });
});

describe('what a file marks or leaves out (R-ROSTER-8)', () => {
  it('is archived where it is tobedeleted, members with their enrolments', async () => {
    const times = [
      { classSourcedId: 'K-ALG', weekday: '1', start: '09:00', end: '10:00', room: 'A1' },
    ];
    expectWritten(
      await rosters.import({ ...smallRoster, times }, { ...smallAnswers, new_rooms: 'yes' }),
    );
    const mark = (rows: Record<string, string>[], id: string) =>
      rows.map((row) => (row.sourcedId === id ? { ...row, status: 'tobedeleted' } : row));
    const report = await rosters.import({
      ...smallRoster,
      users: mark(smallRoster.users, 'U-S3'),
      classes: mark(smallRoster.classes, 'K-HIS'),
      enrollments: mark(smallRoster.enrollments, 'E3'),
    });
    expectWritten(report);
    expect(rosters.counts(report)).toMatchObject({
      student: { archived: 1, unchanged: 2 },
      waiting_class: { archived: 1, unchanged: 1 },
      waiting_member: { archived: 1 },
      enrolment: { archived: 1 },
    });
    expect(
      await rosters.rows('select student_id from student where archived_at is not null'),
    ).toEqual([{ student_id: 'tim' }]);
    expect(
      await rosters.rows(`select s.student_id, e.enrolled_to from enrolment e
        join student s on s.id = e.student_id order by 1`),
    ).toEqual([
      { student_id: 'P1', enrolled_to: '2026-03-01' },
      { student_id: 'P2', enrolled_to: null },
    ]);
  });

  it('ends the enrolments of a student who is archived, also where the file still has them', async () => {
    const times = [
      { classSourcedId: 'K-ALG', weekday: '1', start: '09:00', end: '10:00', room: 'A1' },
    ];
    expectWritten(
      await rosters.import({ ...smallRoster, times }, { ...smallAnswers, new_rooms: 'yes' }),
    );
    const users = smallRoster.users.map((row) =>
      row.sourcedId === 'U-S1' ? { ...row, status: 'tobedeleted' } : row,
    );
    const report = await rosters.import({ ...smallRoster, users });
    expectWritten(report);
    expect(rosters.counts(report)).toMatchObject({
      student: { archived: 1 },
      enrolment: { archived: 1 },
    });
    expect(
      await rosters.rows(`select e.enrolled_to from enrolment e
        join student s on s.id = e.student_id where s.archived_at is not null`),
    ).toEqual([{ enrolled_to: '2026-03-01' }]);
    // The same file again enrols no archived student.
    expect(rosters.counts(await rosters.import({ ...smallRoster, users }))).not.toHaveProperty(
      'enrolment.created',
      1,
    );
  });

  it('is named where it is missing, and stays', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    const report = await rosters.import({
      ...smallRoster,
      users: smallRoster.users.filter(({ sourcedId }) => sourcedId !== 'U-S3'),
      enrollments: smallRoster.enrollments.slice(0, 5),
    });
    expectWritten(report);
    expect(
      report.problems.filter(({ level }) => level === 'note').map(({ reason }) => reason),
    ).toEqual([
      '1 students of earlier files are not in this one, and stay as they are: tim',
      '1 members of classes of earlier files are not in this one, and stay as they are',
    ]);
    expect(await rosters.rows('select from student where archived_at is null')).toHaveLength(3);
  });
});
