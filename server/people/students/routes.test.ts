import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendFile } from '#server/test/upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-09T12:00:00+11:00' });
});
afterAll(() => school.close());
const found = async (search: string): Promise<string[]> =>
  (
    await school.call('teacher', 'GET', `attendance/students/?search=${encodeURIComponent(search)}`)
  ).body.results.map((row: { student_id: string }) => row.student_id);

describe('students are filtered', () => {
  it.each([
    ['by id', 's3', ['S3']],
    ['by card', '1000004', ['S4']],
    ['by e-mail', 's2@school', ['S2']],
    ['by name, whatever its accents’ case', 'ÅNGSTRÖM', ['S1']],
    ['by first and last name', 'bo nguyễn', ['S2']],
    ['not by a wildcard', '%', []],
  ])('%s', async (_how, search, ids) => expect(await found(search)).toEqual(ids));
});

it('attendance per class counts the dates since enrolment, without holidays', async () => {
  const mon9 = await school.classId('mon9');
  for (const [date, status] of [
    ['2026-02-16', 'Present'],
    ['2026-02-23', 'Absent'],
    ['2026-03-02', 'Present'],
  ]) {
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: mon9,
      date,
      status,
    });
  }
  const id = await school.studentId('S1');
  const { body } = await school.call(
    'teacher',
    'GET',
    `attendance/student-schedule-attendance-stat/${id}/`,
  );
  const row = body.results.find((stat: { class_schedule: number }) => stat.class_schedule === mon9);
  // Mondays 9, 16, 23 February, 2 and 9 March.
  expect(row).toMatchObject({
    subject: { subject_code: 'MAT1' },
    total: 5,
    present: 2,
    absent: 1,
    not_taken: 2,
    attendance_percentage: 67,
  });
});

it('a birthday is in the past', async () => {
  const body = {
    student_id: 'S9',
    first_name: 'A',
    last_name: 'B',
    phone_number: '1',
    date_of_birth: '2026-03-10',
  };
  expect((await school.call('admin', 'POST', 'attendance/students/create/', body)).body).toEqual({
    date_of_birth: ['must not be in the future'],
  });
  expect(
    (
      await school.call('admin', 'POST', 'attendance/students/create/', {
        ...body,
        date_of_birth: '1383-02-17',
      })
    ).body,
  ).toEqual({ date_of_birth: ['must not be before 1900, in the Gregorian calendar'] });
  expect(
    (
      await school.call('admin', 'POST', 'attendance/students/create/', {
        ...body,
        date_of_birth: '2026-03-09',
      })
    ).status,
  ).toBe(201);
});

it('the same holiday exists only once', async () => {
  const body = { name: 'Easter', date_from: '2026-04-03', date_to: '2026-04-06' };
  expect((await school.call('admin', 'POST', 'attendance/holiday/create/', body)).body).toEqual({
    name: ['already exists for these dates'],
  });
});

it('student ids must differ by more than their case, in a form and in a file', async () => {
  const body = {
    student_id: 's1',
    first_name: 'A',
    last_name: 'B',
    phone_number: '1',
    date_of_birth: '2004-01-01',
  };
  expect((await school.call('admin', 'POST', 'attendance/students/create/', body)).body).toEqual({
    student_id: ['already exists with other capital letters'],
  });
  const rows = ['s1,A,B,1,2004-01-01', 'X7,A,B,1,2004-01-01', 'x7,A,B,1,2004-01-01'];
  const file = Buffer.from(
    `student_id,first_name,last_name,phone_number,date_of_birth\n${rows.join('\n')}\n`,
  );
  const { body: result } = await sendFile(
    school,
    'admin',
    'attendance/bulk-student-upload/?dry_run=true',
    'file',
    file,
    'a.csv',
  );
  expect(result.fail).toEqual([
    { line: 2, column: 'student_id', reason: 'is S1 with other capital letters' },
    { line: 4, column: 'student_id', reason: 'x7 is already in line 3' },
  ]);
});

describe('every field that belongs to another student is reported', () => {
  const taken = 'is the card of Bo Nguyễn (S2)';
  const fields = (more: object) => ({
    student_id: 'S8',
    first_name: 'A',
    last_name: 'B',
    phone_number: '1',
    date_of_birth: '2004-01-01',
    ...more,
  });

  it.each([
    [
      'ID and card',
      { student_id: 'S1', rfid_number: '1000002' },
      { student_id: ['already exists'], rfid_number: [taken] },
    ],
    [
      'ID in other letters and card',
      { student_id: 's1', rfid_number: '1000002' },
      { student_id: ['already exists with other capital letters'], rfid_number: [taken] },
    ],
    [
      'ID, and a card that is an ID',
      { student_id: 'S1', rfid_number: 'S2' },
      {
        student_id: ['already exists'],
        rfid_number: ['must not be the student ID of another student'],
      },
    ],
    [
      'an ID that is a card',
      { student_id: '1000002' },
      { student_id: ['must not be the card of Bo Nguyễn (S2)'] },
    ],
  ])('%s', async (_what, more, errors) => {
    expect(
      await school.call('admin', 'POST', 'attendance/students/create/', fields(more)),
    ).toMatchObject({ status: 400, body: errors });
    const id = await school.studentId('S3');
    const change = await school.call('admin', 'PATCH', `attendance/students/${id}/`, more);
    expect([change.status, change.body]).toEqual([400, errors]);
  });

  it('and none that the student already has', async () => {
    const id = await school.studentId('S3');
    const { body } = await school.call('admin', 'PATCH', `attendance/students/${id}/`, {
      student_id: 'S3',
      rfid_number: '1000002',
    });
    expect(body).toEqual({ rfid_number: [taken] });
  });
});

describe('one card print status for several students', () => {
  const set = (ids: unknown, card_print_status = 'collected') =>
    school.call('admin', 'POST', 'attendance/students/card-status/', { ids, card_print_status });
  const withStatus = async (status: string) =>
    (
      await school.call(
        'admin',
        'GET',
        `attendance/students/?card_print_status=${status}&ordering=student_id`,
      )
    ).body.results.map((row: { student_id: string }) => row.student_id);

  it('is set for all of them, and the audit log lists them', async () => {
    const ids = await Promise.all(['S1', 'S3'].map(school.studentId));
    expect((await set(ids)).status).toBe(200);
    expect(await withStatus('collected')).toEqual(['S1', 'S3']);
    expect(await withStatus('not_printed')).not.toContain('S1');
    const [line] = (await school.call('admin', 'GET', 'attendance/audit/?kind=change&limit=1')).body
      .results;
    expect(line).toMatchObject({
      what: 'Change student',
      about: { ids, card_print_status: 'collected' },
    });
    expect(line.names).toHaveLength(2);
  });

  it('or for none', async () => {
    const ids = await Promise.all(['S2', 'S4'].map(school.studentId));
    expect(await set([...ids, 424_242])).toMatchObject({
      status: 400,
      body: { ids: ['424242 cannot be found'] },
    });
    expect(await set(ids, 'lost')).toMatchObject({
      status: 400,
      body: { card_print_status: [expect.any(String)] },
    });
    expect((await set([])).status).toBe(400);
    expect(await withStatus('collected')).toEqual(['S1', 'S3']);
    const student = await school.studentId('S5');
    await school.call('admin', 'POST', `attendance/student-details/${student}/erase/`, {
      student_id: 'S5',
    });
    expect((await set([...ids, student])).status).toBe(409);
    expect(await withStatus('collected')).toEqual(['S1', 'S3']);
  });
});

it.each(['batch', 'gender', 'card_print_status', 'search', 'ordering', 'id'])(
  'the filter %s with a NUL is refused',
  async (name) => {
    expect(await school.call('admin', 'GET', `attendance/students/?${name}=%00`)).toMatchObject({
      status: 400,
      body: { [name]: [expect.any(String)] },
    });
  },
);
