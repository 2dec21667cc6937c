import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { limits } from '#contract/limits.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({
    now: '2026-03-09T12:00:00+11:00',
    env: { STUDENT_MAIL_DOMAIN: 'students.school.example' },
  });
  const mon9 = await school.classId('mon9');
  for (const [date, status] of [
    ['2026-02-16', 'Present'],
    ['2026-03-02', 'Absent'],
  ]) {
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: mon9,
      date,
      status,
    });
  }
  await school.call('teacher', 'POST', 'attendance/attendance-note/create/', {
    class_schedule_id: mon9,
    note: 'Fire drill',
    date: '2026-03-02',
  });
});
afterAll(() => school.close());

const details = async (caller: 'teacher' | 'admin', id: number | string) =>
  school.call(caller, 'GET', `attendance/student-details/${id}/`);

it('a student’s page has their enrolments, each class with its dates, notes and the history of marks', async () => {
  const id = await school.studentId('S1');
  const { body } = await details('admin', id);
  expect(body.student).toMatchObject({ student_id: 'S1', enrolled: true });
  expect(body.enrolments.map((it: { day_of_week: string }) => it.day_of_week)).toEqual([
    'Monday',
    'Tuesday',
    'Saturday',
  ]);
  expect(body.attendance.find((it: { present: number }) => it.present === 1)).toMatchObject({
    total: 5,
    present: 1,
    absent: 1,
    not_taken: 3,
    attendance_percentage: 50,
    days: [
      { date: '2026-02-09', status: 'N/A' },
      { date: '2026-02-16', status: 'Present' },
      { date: '2026-02-23', status: 'N/A' },
      { date: '2026-03-02', status: 'Absent' },
      { date: '2026-03-09', status: 'N/A' },
    ],
  });
  expect(body.notes).toMatchObject([
    { note: 'Fire drill', author: 'Tess Teacher', subject: { subject_code: 'MAT1' } },
  ]);
  expect(body.history).toMatchObject([
    {
      date: '2026-03-02',
      from: null,
      to: 'Absent',
      changed_by: 'Tess Teacher',
      subject_code: 'MAT1',
    },
    { date: '2026-02-16', from: null, to: 'Present' },
  ]);
  expect(body.leaves).toEqual([]);
});

it('the dates are those of the meetings: without cancelled ones, and moved and extra ones on their own dates', async () => {
  const own = await createTestSchool({ now: '2026-03-09T08:00:00+11:00' });
  try {
    const [student, mon9] = [await own.studentId('S1'), await own.classId('mon9')];
    const call = async (path: string, body: object) => {
      const answer = await own.call('admin', 'POST', `attendance/${path}`, body);
      expect(answer.status).toBeLessThan(300);
      return answer.body;
    };
    const meetingOn = async (date: string) => {
      const { rows } = await sql<{ id: number }>`
        select id from class_meeting
        where class_schedule_id = ${mon9} and date = ${date}`.execute(own.database);
      return rows[0]?.id ?? 0;
    };
    const read = () => own.call('admin', 'GET', `attendance/student-details/${student}/`);
    const ofClass = async () => {
      const { body } = await read();
      return body.attendance.find((it: { class_schedule: number }) => it.class_schedule === mon9);
    };
    const mark = { rfid_number: 'S1', class_schedule: mon9, date: '2026-02-16' };
    await own.call('teacher', 'POST', 'attendance/attendance/create/', mark);
    const times = { start_time: '10:00', end_time: '11:00', confirm: true };
    await call(`meetings/${await meetingOn('2026-02-09')}/move/`, { date: '2026-02-12', ...times });
    await call('meetings/create/', { class_schedule: mon9, date: '2026-03-05', ...times });
    // To a future date.
    await call(`meetings/${await meetingOn('2026-03-02')}/move/`, { date: '2026-03-13', ...times });
    const ids = [await meetingOn('2026-02-16'), await meetingOn('2026-02-23')];
    const { operation } = await call('meetings/cancel/', { ids, reason: 'Flood' });
    const past = [
      { date: '2026-02-12', status: 'N/A' },
      { date: '2026-03-05', status: 'N/A' },
    ];
    // Today's class is not over until it has ended (R-ROLL-16).
    for (const time of ['08:00', '09:59']) {
      own.at(`2026-03-09T${time}:00+11:00`);
      const listed = await ofClass();
      expect(listed).toMatchObject({ total: 2, present: 0, not_taken: 2, days: past });
    }
    own.at('2026-03-09T10:00:00+11:00');
    const today = { date: '2026-03-09', status: 'N/A' };
    const listed = await ofClass();
    expect(listed).toMatchObject({ total: 3, present: 0, not_taken: 3, days: [...past, today] });
    const changed = async () =>
      (await read()).body.changed_meetings.map(
        (it: { date: string; status: string; moved_to: string | null; reason: string | null }) =>
          [it.date, it.status, it.moved_to ?? it.reason].join(' '),
      );
    const moves = ['2026-03-02 moved 2026-03-13', '2026-02-09 moved 2026-02-12'];
    expect(await changed()).toEqual([
      moves[0],
      '2026-02-23 cancelled Flood',
      '2026-02-16 cancelled Flood',
      moves[1],
    ]);
    await call(`operations/${operation}/undo/`, {});
    expect(await changed()).toEqual(moves);
    expect(await ofClass()).toMatchObject({ total: 5, present: 1, not_taken: 4 });
  } finally {
    await own.close();
  }
});

it('by id or uuid; a teacher does not see the leaves', async () => {
  const id = await school.studentId('S1');
  const { body } = await details('teacher', id);
  expect(body.leaves).toBe(null);
  expect((await details('teacher', body.student.uuid)).body.student.id).toBe(id);
  expect((await details('teacher', 424_242)).status).toBe(404);
});

it('a new student’s e-mail is their id at the institute’s domain, unless one is given or rejected', async () => {
  const create = async (student_id: string, more: object) =>
    (
      await school.call('admin', 'POST', 'attendance/students/create/', {
        student_id,
        first_name: 'A',
        last_name: 'B',
        phone_number: '1',
        date_of_birth: '2005-01-01',
        ...more,
      })
    ).body.student_mail;
  expect(await create('S20', {})).toBe('s20@students.school.example');
  expect(await create('S21', { student_mail: 'own@elsewhere.example' })).toBe(
    'own@elsewhere.example',
  );
  expect(await create('S22', { student_mail: '' })).toBe(null);
  // Who had the ID before keeps its address: with two of them, neither could sign in.
  await create('S23', {});
  const former = await school.studentId('S23');
  await school.call('admin', 'PATCH', `attendance/students/${former}/`, { student_id: 'S24' });
  expect(await create('S23', {})).toBe(null);
});

it('a mark counts in the rate after changes of semester and holidays: rate, roll and export agree', async () => {
  const own = await createTestSchool({ now: '2026-03-10T09:00:00+11:00' });
  const [student, mon9] = [await own.studentId('S1'), await own.classId('mon9')];
  for (const date of ['2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09']) {
    await own.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: mon9,
      date,
    });
  }
  const stat = async () => {
    const { body } = await own.call(
      'admin',
      'GET',
      `attendance/student-schedule-attendance-stat/${student}/`,
    );
    return body.results.find((row: { class_schedule: number }) => row.class_schedule === mon9);
  };
  // 9 February was not taken.
  const before = { total: 5, present: 4, absent: 0, not_taken: 1 };
  expect(await stat()).toMatchObject(before);
  await own.call('admin', 'POST', 'attendance/holiday/create/', {
    name: 'Late',
    date_from: '2026-02-23',
    date_to: '2026-02-23',
  });
  expect(await stat()).toMatchObject(before);
  const { rows } = await sql<{ id: number }>`select id from semester`.execute(own.database);
  await own.call('admin', 'PATCH', `attendance/semesters/${rows[0]!.id}/`, {
    class_start_date: '2026-03-01',
  });
  expect(await stat()).toMatchObject({ total: 4, present: 4, absent: 0, not_taken: 0 });
  expect(
    (
      await own.call(
        'admin',
        'GET',
        `attendance/attendance/?class_schedule=${mon9}&date=2026-02-23`,
      )
    ).body.results.length,
  ).toBeGreaterThan(0);
  await own.close();
});

it('a page over centuries has the latest dates; semesters are at most five years long, and so is an export of records', async () => {
  const own = await createTestSchool({ now: '2026-03-10T09:00:00+11:00' });
  const [student, mon9] = [await own.studentId('S1'), await own.classId('mon9')];
  await sql`
    update semester set semester_start_date = '1900-01-01',
      class_start_date = '1900-01-01'`.execute(own.database);
  await sql`
    update enrolment set enrolled_from = '1900-01-01' where student_id = ${student}`.execute(
    own.database,
  );
  const { body } = await own.call('admin', 'GET', `attendance/student-details/${student}/`);
  const days = body.attendance
    .flatMap((row: { days: { date: string }[] }) => row.days.map(({ date }) => date))
    .toSorted();
  expect([days.length, days.at(-1)]).toEqual([limits.detailsDays, '2026-03-09']);

  const semester = {
    year: 2026,
    semester: 2,
    batch: 'Long',
    semester_start_date: '1900-01-01',
    class_start_date: '1900-01-01',
  };
  const ends = { semester_end_date: '2026-12-01', class_end_date: '2026-12-01' };
  expect(
    await own.call('admin', 'POST', 'attendance/semesters/create/', { ...semester, ...ends }),
  ).toMatchObject({
    status: 400,
    body: { semester_end_date: ['must be at most 1830 days after semester start date'] },
  });

  const marks = ['1900-01-08', '2026-03-09'].map((date) =>
    own.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: mon9,
      date,
    }),
  );
  const ids = (await Promise.all(marks)).map((mark) => mark.body.id as number);
  expect(
    (await own.call('admin', 'POST', 'attendance/bulk-attendance-export/', { ids })).body,
  ).toEqual({
    ids: ['must be records of at most 1830 days'],
  });
  expect(
    (await own.call('admin', 'POST', 'attendance/bulk-attendance-export/', { ids: ids.slice(1) }))
      .status,
  ).toBe(200);
  await own.close();
});

it.each([
  ['attendance/student-details/1/', 'enrolment'],
  ['attendance/attendance/?limit=20', 'attendance'],
  ['attendance/studentassignment/?limit=20', 'enrolment'],
  ['attendance/schedule-students/?schedule_id=1', 'enrolment'],
  ['attendance/class-days/?from=2026-03-01&to=2026-03-31', 'semester'],
])('of four slow calls of one user, %s, three take a connection', async (path, table) => {
  const holder = new pg.Client(school.connection);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  const taken = () => school.pool.totalCount - school.pool.idleCount + school.pool.waitingCount;
  const calls = Array.from({ length: 4 }, () => school.call('admin', 'GET', path));
  await expect.poll(taken).toBeGreaterThanOrEqual(3);
  for (let others = 0; others < 30; others++) await school.call('anonymous', 'GET', 'config/');
  await expect.poll(taken).toBe(3);
  await holder.query('commit');
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('a date without a mark in an unfinished roll is flagged until the roll is closed (R-ROLL-16)', async () => {
  const mon9 = await school.classId('mon9');
  const daysOf = async () => {
    const { body } = await details('admin', await school.studentId('S2'));
    return body.attendance
      .find((it: { class_schedule: number }) => it.class_schedule === mon9)
      .days.map(({ date, status, unfinished }: Record<string, unknown>) => [
        date,
        status,
        unfinished,
      ]);
  };
  const other = ['2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09'];
  const left = ['2026-02-16', '2026-03-02'];
  expect(await daysOf()).toEqual(other.map((date) => [date, 'N/A', left.includes(date)]));
  // During the class its date is not listed as not taken.
  school.at('2026-03-02T09:30:00+11:00');
  expect((await daysOf()).at(-1)).toEqual(['2026-02-23', 'N/A', false]);
  school.at('2026-03-09T12:00:00+11:00');
  const of = { class_schedule: mon9, date: '2026-03-02' };
  await school.call('teacher', 'POST', 'attendance/close-roll/', of);
  expect((await daysOf())[3]).toEqual(['2026-03-02', 'Absent', false]);
  await school.call('teacher', 'POST', 'attendance/reopen-roll/', { ...of, undo: true });
  expect((await daysOf())[3]).toEqual(['2026-03-02', 'N/A', true]);
});
