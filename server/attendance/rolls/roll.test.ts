import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const monday = '2026-03-02';
const during = '2026-03-02T09:15:00+11:00';
const create = 'attendance/attendance/create/';

let school: TestSchool;
let mon9: number;

beforeAll(async () => {
  school = await createTestSchool();
  mon9 = await school.classId('mon9');
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at(during);
  await sql`truncate mark_detail, attendance, attendance_request`.execute(school.database);
});

const tap = (rfid_number: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  school.call(
    'teacher',
    'POST',
    create,
    { rfid_number, class_schedule: mon9, date: monday, ...more },
    headers,
  );
const historyRows = async () =>
  (await sql<{ n: number }>`select count(*) as n from attendance_history`.execute(school.database))
    .rows[0]!.n;
const roll = async () =>
  (
    await school.call(
      'teacher',
      'GET',
      `attendance/attendance/?class_schedule=${mon9}&date=${monday}`,
    )
  ).body;
const statusOf = async (code: string) =>
  (await roll()).results.find((row: { student_id: string }) => row.student_id === code).status;

describe('a record', () => {
  it('changes from present to absent and back, and is withdrawn to N/A', async () => {
    const { id, uuid } = (await tap('S1')).body;
    const absent = await school.call('teacher', 'PATCH', `attendance/attendance/${id}/`, {
      status: 'Absent',
    });
    expect([absent.status, absent.body.status, absent.body.results]).toEqual([
      200,
      'Absent',
      [{ student_id: 'S1', status: 'Student Marked As Absent' }],
    ]);
    const toResponse = await school.call('teacher', 'PATCH', `attendance/attendance/${uuid}/`, {
      status: 'Present',
    });
    expect(toResponse.body.results[0].status).toBe('Student Marked As Present');
    expect((await school.call('teacher', 'DELETE', `attendance/attendance/${uuid}/`)).status).toBe(
      204,
    );
    expect(await statusOf('S1')).toBe('N/A');
    const { rows } = await sql<{ from_status: string; to_status: string | null }>`
      select from_status, to_status from attendance_history order by id desc limit 1`.execute(
      school.database,
    );
    expect(rows[0]).toEqual({ from_status: 'Present', to_status: null });
  });

  it('that already has the status writes no history', async () => {
    const { id } = (await tap('S1')).body;
    const before = await historyRows();
    expect(
      (await school.call('teacher', 'PATCH', `attendance/attendance/${id}/`, { status: 'Present' }))
        .status,
    ).toBe(200);
    expect(await historyRows()).toBe(before);
  });

  it.each(['GET', 'PATCH', 'DELETE'] as const)(
    'that does not exist: %s answers 404',
    async (method) => {
      const body = method === 'PATCH' ? { status: 'Absent' } : undefined;
      expect(
        (await school.call('teacher', method, 'attendance/attendance/424242/', body)).status,
      ).toBe(404);
      expect(
        (await school.call('teacher', method, 'attendance/attendance/one/', body)).body,
      ).toEqual({ id: ['must be an id or a uuid'] });
    },
  );
});

describe('the roll', () => {
  it('contains everybody enrolled, by name in every script, with all fields of a row', async () => {
    await tap('1000001');
    const { results, total, next } = await roll();
    expect(results.map((row: { student_id: string }) => row.student_id)).toEqual([
      'S5',
      'S1',
      'S2',
      'S3',
    ]);
    expect([total, next]).toEqual([4, null]);
    expect(results[1]).toMatchObject({
      status: 'Present',
      attendance_uuid: expect.any(String),
      student_uuid: expect.any(String),
      rfid_number: '1000001',
    });
    expect(results[2]).toMatchObject({
      status: 'N/A',
      attendance_uuid: null,
      student_mail: 's2@school.example',
      phone_number: '+61 400 000000',
    });
  });

  it('includes its summary', async () => {
    await tap('S1');
    await tap('S2', { status: 'Absent' });
    const answer = await school.call(
      'teacher',
      'POST',
      'attendance/schedule-students-attendance/',
      { class_schedule: mon9, date: monday },
    );
    expect(answer.body.summary).toEqual({
      total: 4,
      present: 1,
      absent: 1,
      not_taken: 2,
      present_rate: 25,
      absent_rate: 25,
      completion: 50,
    });
  });

  it('shows students on approved leave', async () => {
    await school.database
      .insertInto('leave')
      .values({
        student_id: await school.studentId('S3'),
        leave_from: monday,
        leave_to: monday,
        faculty_email: 'a@b.c',
        reason_for_leave: 'ill',
      })
      .execute();
    const { results } = await roll();
    expect(
      results
        .filter((row: { on_leave: boolean }) => row.on_leave)
        .map((row: { student_id: string }) => row.student_id),
    ).toEqual(['S3']);
  });

  it.each([
    ['2026-03-03', 'weekday'],
    ['2026-06-29', 'semester'],
    ['2026-04-06', 'holiday'],
  ])('is empty on %s, with the reason %s', async (date, no_class) => {
    const { body } = await school.call(
      'teacher',
      'GET',
      `attendance/attendance/?class_schedule=${mon9}&date=${date}`,
    );
    expect([body.results, body.no_class]).toEqual([[], no_class]);
  });

  it('of the past does not change when somebody leaves', async () => {
    await school.database
      .updateTable('enrolment')
      .set({ enrolled_to: monday })
      .where('student_id', '=', await school.studentId('S2'))
      .execute();
    const on = async (date: string) =>
      (
        await school.call(
          'teacher',
          'GET',
          `attendance/attendance/?class_schedule=${mon9}&date=${date}`,
        )
      ).body.total;
    expect([await on('2026-02-23'), await on(monday), await on('2026-03-09')]).toEqual([4, 4, 3]);
  });
});

describe('the database itself', () => {
  it('refuses a second mark for the same student, class and date', async () => {
    await tap('S1');
    const again =
      sql`insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select student_id, class_schedule_id, date, 'Absent', 'manual', now() from attendance`.execute(
        school.database,
      );
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  it.each([
    ['a card used twice', { rfid_number: '1000001' }],
    ['a card that is the student id of another', { rfid_number: 'S1' }],
  ])('refuses %s', async (_name, change) => {
    const update = school.database
      .updateTable('student')
      .set(change)
      .where('student_id', '=', 'S3')
      .execute();
    await expect(update).rejects.toMatchObject({ code: '23505' });
  });

  it('refuses to change history', async () => {
    await tap('S1');
    await expect(
      sql`update attendance_history set to_status = 'Absent'`.execute(school.database),
    ).rejects.toThrow('append-only');
    await expect(sql`delete from attendance_history`.execute(school.database)).rejects.toThrow(
      'append-only',
    );
  });
});

describe('development mode', () => {
  it('alone accepts marks for future dates', async () => {
    const development = await createTestSchool({ env: { NODE_ENV: 'development' } });
    const answer = await development.call('teacher', 'POST', create, {
      rfid_number: '1000001',
      class_schedule: await development.classId('mon9'),
      date: '2026-03-09',
    });
    expect(answer.status).toBe(201);
    expect((await development.call('anonymous', 'GET', 'config/')).body.development).toBe(true);
    await development.close();
  });
});
