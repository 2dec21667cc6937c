import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { createDatabase, createPool } from '#server/platform/database/pool.ts';
import { callWith, makeAccessToken } from '#server/test/access-token.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';

describe('pay belongs to the user who had the teacher’s address at that time', () => {
  let school: TestSchool;
  let [tess, first, second] = [0, 0, 0];
  beforeAll(async () => {
    school = await createTestSchool();
    tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
    first = (await checkIn('teacher', 'mon9', date)).body.id;
    school.at('2026-03-10T09:15:00+11:00');
    // Entered by accounts, for a teacher who has not signed in since.
    second = (await checkIn('account', 'tue14', '2026-03-03')).body.id;
    const changed = await school.call('account', 'PATCH', `attendance/teachers/${tess}/`, {
      email: 'terry@school.example',
    });
    expect(changed.status).toBe(200);
  });
  afterAll(() => school.close());

  async function checkIn(caller: Caller, ref: string, day: string) {
    const body = { class_schedule: await school.classId(ref), date: day };
    const answer = await school.call(caller, 'POST', 'attendance/payroll-logs/create/', body);
    expect(answer.status).toBe(201);
    return answer;
  }
  async function asTerry(method: 'GET' | 'DELETE', path: string) {
    const token = await school.issuer.token({ email: 'terry@school.example', name: 'Terry' });
    return school.call('anonymous', method, `attendance/${path}`, undefined, {
      authorization: `Bearer ${token}`,
    });
  }

  it('a later user of the address cannot see, sum up or withdraw any of it', async () => {
    expect((await asTerry('GET', 'payroll-logs/')).body).toMatchObject({ total: 0 });
    expect((await asTerry('GET', 'payroll-logs-stats/')).body).toMatchObject({
      total: 0,
      total_minutes: 0,
      total_amount: '0.00',
    });
    for (const id of [first, second]) {
      expect((await asTerry('GET', `payroll-logs/${id}/`)).status).toBe(404);
      expect((await asTerry('GET', `payroll-logs/${id}/history/`)).status).toBe(404);
      // As one that does not exist.
      const missing = await asTerry('DELETE', 'payroll-logs/424242/');
      const withdrawn = await asTerry('DELETE', `payroll-logs/${id}/`);
      expect(withdrawn.status).toBe(404);
      expect(withdrawn.body).toEqual(missing.body);
    }
    const { body } = await asTerry(
      'GET',
      `payroll-logs/?class_schedule=${await school.classId('mon9')}&date=${date}`,
    );
    expect(body.results[0]).not.toHaveProperty('amount_need_to_be_paid');
  });

  it('accounts sees the owner, and confirms the same person', async () => {
    const seen = async () =>
      (await school.call('account', 'GET', `attendance/payroll-logs/${first}/`)).body;
    const flagged = async () =>
      (await school.call('account', 'GET', 'attendance/payroll-logs/?flag=earlier_address')).body
        .total;
    expect(await seen()).toMatchObject({
      earlier_address: 'tess@school.example',
      teacher: { id: tess },
    });
    expect(await flagged()).toBe(2);
    const handOver = (caller: Caller, teacher_id: number) =>
      school.call(caller, 'POST', 'attendance/payroll-logs/hand-over/', { teacher_id });
    expect((await handOver('admin', tess)).status).toBe(403);
    expect(await handOver('account', 424_242)).toMatchObject({
      status: 400,
      body: { teacher_id: ['does not exist'] },
    });
    expect(await handOver('account', tess)).toMatchObject({ status: 200, body: { check_ins: 2 } });
    expect(await handOver('account', tess)).toMatchObject({ status: 200, body: { check_ins: 0 } });
    expect((await asTerry('GET', 'payroll-logs/')).body).toMatchObject({ total: 2 });
    expect(await seen()).toMatchObject({ earlier_address: null });
    expect(await flagged()).toBe(0);
    const { body } = await school.call(
      'account',
      'GET',
      `attendance/payroll-logs/${first}/history/`,
    );
    expect(body.results[0]).toMatchObject({
      what: 'changed',
      changes: [{ field: 'address', from: 'tess@school.example', to: 'terry@school.example' }],
    });
  });

  it('accounts assigns a line to another teacher, and with it to that teacher’s user', async () => {
    const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    await school.call('account', 'PATCH', `attendance/payroll-logs/${first}/`, {
      teacher_id: theo,
    });
    expect(
      (await school.call('otherTeacher', 'GET', `attendance/payroll-logs/${first}/`)).status,
    ).toBe(200);
    expect((await asTerry('GET', `payroll-logs/${first}/`)).status).toBe(404);
  });
});

it('a user who may change the timetable sees the pay of an own check-in after accounts has completed it', async () => {
  const school = await createTestSchool({ env: { ADMIN_EMAILS: 'tess@school.example' } });
  try {
    expect((await school.call('teacher', 'GET', 'user/details/')).body.user_role).toEqual([
      'admin',
      'teacher',
    ]);
    const mon9b = await school.classId('mon9b');
    const code = { paycode: 'LEC', amount: '87.65', paycode_type: 'tutorial_regular' };
    const { id } = (await school.call('account', 'POST', 'attendance/payrolls/create/', code)).body;
    await school.call('account', 'PATCH', `attendance/classschedule/${mon9b}/`, { payroll_id: id });
    // Another teacher's class, assigned to the user before it begins.
    school.at(`${date}T08:00:00+11:00`);
    const { teacher_id } = (await school.call('teacher', 'GET', 'user/details/')).body;
    await school.call('teacher', 'PATCH', `attendance/classschedule/${mon9b}/`, { teacher_id });
    school.at(`${date}T09:15:00+11:00`);
    const line = await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
      class_schedule: mon9b,
      date,
    });
    expect(line).toMatchObject({ status: 201, body: { stands_in: false } });
    expect(line.body).not.toHaveProperty('rate');
    // An access token of the same user without the right to change the timetable knows no more.
    for (const scopes of [['My Timesheet:read'], ['My Timesheet:read', 'Timetables:edit']]) {
      const { token } = await makeAccessToken(school, scopes, { caller: 'teacher' });
      const lines = await callWith(school, token, 'GET', 'attendance/payroll-logs/');
      expect(lines.body.results).toHaveLength(1);
      expect(lines.body.results[0]).not.toHaveProperty('rate');
      const sums = await callWith(school, token, 'GET', 'attendance/payroll-logs-stats/');
      expect(sums.body.total_amount).toBe('0.00');
    }
    const stats = async () =>
      (await school.call('teacher', 'GET', 'attendance/payroll-logs-stats/')).body.total_amount;
    expect(await stats()).toBe('0.00');
    await school.call('account', 'PATCH', `attendance/payroll-logs/${line.body.id}/`, {
      status: 'completed',
    });
    expect(await stats()).toBe('131.48');
  } finally {
    await school.close();
  }
});

it('a database of an earlier version keeps every check-in, each with the user of its teacher’s address', async () => {
  const template = inject('postgres');
  const database = `pay_${Date.now()}`;
  const maintenance = new pg.Client({ ...template, database: 'postgres' });
  await maintenance.connect();
  await maintenance.query(`create database ${database}`);
  const connection = createDatabase(createPool({ ...template, database }, 2, () => {}));
  try {
    await migrate(connection, '0010-privacy');
    await sql
      .raw(
        `insert into app_user (email, name)
           values ('tess@x.example', 'Tess'), ('leo@x.example', 'Leo');
         insert into teacher (first_name, last_name, email, phone)
           values ('Tess', 'T', 'tess@x.example', '1'), ('Theo', 'U', 'theo@x.example', '1');
         insert into course (name) values ('C');
         insert into specialization (specialization, specialization_code) values ('S', 'S');
         insert into subject (subject_name, subject_code, year, course_id, specialization_id,
           subject_teacher_id) values ('A', 'A', 1, 1, 1, 1);
         insert into semester (year, semester, batch, semester_start_date, semester_end_date,
           class_start_date, class_end_date)
           values (2026, 1, '2026', '2026-01-01', '2026-06-30', '2026-01-01', '2026-06-30');
         insert into classroom (room_number, capacity) values ('R', 1);
         insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
           semester_id, teacher_id, classroom_id)
           values ('Lecture', 1, '09:00', '10:00', 1, 1, 1, 1);
         insert into payroll_log (date, class_schedule_id, teacher_id, duration_minutes, created_by,
           checked_in_at, amount_cents)
           values ('2026-03-02', 1, 1, 60, 2, now(), 100),
             ('2026-03-09', 1, 2, 60, 2, now(), 200);`,
      )
      .execute(connection);
    await migrate(connection);
    const { rows } = await sql`
      select l.amount_cents, u.email, l.class_teacher_id, l.contested_at from payroll_log l
      join app_user u on u.id = l.owner_id order by l.id`.execute(connection);
    expect(rows).toEqual([
      { amount_cents: 100, email: 'tess@x.example', class_teacher_id: 1, contested_at: null },
      { amount_cents: 200, email: 'theo@x.example', class_teacher_id: 1, contested_at: null },
    ]);
  } finally {
    await connection.destroy();
    await maintenance.query(`drop database ${database}`);
    await maintenance.end();
  }
});
