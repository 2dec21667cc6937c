import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MissingCheckIn } from '#contract/pay/payroll.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';
let school: TestSchool;
let [mon9, mon9b] = [0, 0];
beforeAll(async () => {
  // After the last class of the day.
  school = await createTestSchool({ now: '2026-03-02T20:00:00+11:00' });
  [mon9, mon9b] = [await school.classId('mon9'), await school.classId('mon9b')];
});
afterAll(() => school.close());

const send = (caller: Caller, message: string, class_schedule = mon9, day = date) =>
  school.call(caller, 'POST', 'attendance/payroll-logs-missing/request/', {
    class_schedule,
    date: day,
    message,
  });
const missing = async (caller: Caller, query = ''): Promise<MissingCheckIn[]> =>
  (await school.call(caller, 'GET', `attendance/payroll-logs-missing/?${query}`)).body.results;
const requests = async (caller: Caller, query = '') =>
  (await missing(caller, query)).flatMap(({ schedule, date: day, request }) =>
    request ? [[schedule.id, day, request.message, request.requested_by]] : [],
  );

describe('a teacher asks for a check-in to be entered', () => {
  it('once for each class; another request replaces the message', async () => {
    expect(await send('teacher', 'I forgot')).toMatchObject({
      status: 201,
      body: { date, schedule: { id: mon9 }, request: { message: 'I forgot' } },
    });
    expect((await send('teacher', 'I forgot')).status).toBe(200);
    const { status, body } = await send('teacher', 'The reader was broken');
    expect([status, body.request]).toEqual([
      200,
      {
        message: 'The reader was broken',
        requested_by: 'Tess Teacher',
        requested_at: '2026-03-02T09:00:00.000Z',
      },
    ]);
    expect(
      (
        await sql<{ count: number }>`select count(*) as count from check_in_request`.execute(
          school.database,
        )
      ).rows,
    ).toEqual([{ count: 1 }]);
  });

  it('accounts sees it beside the class, the teacher beside their own, other teachers nowhere', async () => {
    const request = [mon9, date, 'The reader was broken', 'Tess Teacher'];
    expect(await requests('account')).toEqual([request]);
    expect(await requests('teacher')).toEqual([request]);
    expect(await requests('otherTeacher')).toEqual([]);
    expect(await requests('admin')).toEqual([]);
  });

  it('accounts filters it among all, however old it is', async () => {
    school.at('2026-05-25T20:00:00+10:00');
    expect(await requests('account')).toEqual([]);
    const found = await missing('account', 'requested=true');
    expect(found.map(({ schedule }) => schedule.id)).toEqual([mon9]);
    school.at('2026-03-02T20:00:00+11:00');
  });

  it.each<[string, Caller, () => number, string, number]>([
    ['of a colleague', 'otherTeacher', () => mon9, date, 404],
    ['of a colleague who has checked in', 'teacher', () => mon9b, date, 404],
    ['that does not exist', 'teacher', () => 424_242, date, 404],
    ['of other people, as an admin who does not teach', 'admin', () => mon9, date, 404],
    ['that is still to come', 'teacher', () => mon9, '2026-03-09', 400],
    ['on another weekday', 'teacher', () => mon9, '2026-02-24', 400],
  ])('not for a class %s', async (_which, caller, id, day, status) => {
    await school.call('otherTeacher', 'POST', 'attendance/payroll-logs/create/', {
      class_schedule: mon9b,
      date,
    });
    expect((await send(caller, 'x', id(), day)).status).toBe(status);
  });

  it('with a message, not longer than allowed', async () => {
    for (const message of ['', '  ', 'x'.repeat(501)]) {
      expect(await send('teacher', message)).toMatchObject({
        status: 400,
        body: { message: [expect.any(String)] },
      });
    }
  });

  it('is in the audit log without the message', async () => {
    const { body } = await school.call('admin', 'GET', 'attendance/audit/?kind=pay');
    const line = body.results.find(
      ({ what, status }: { what: string; status: number }) =>
        what === 'Request for a check-in' && status === 201,
    );
    expect(line).toMatchObject({ about: { class_schedule: mon9, date, fields: ['message'] } });
  });

  it('until the check-in is entered: the request is removed, also when it is withdrawn again', async () => {
    const entered = await school.call('account', 'POST', 'attendance/payroll-logs/create/', {
      class_schedule: mon9,
      date,
    });
    expect(entered.status).toBe(201);
    expect(await send('teacher', 'Again')).toMatchObject({
      status: 409,
      body: { detail: 'There is a check-in for this class.' },
    });
    await school.call('account', 'DELETE', `attendance/payroll-logs/${entered.body.id}/`);
    expect((await missing('account')).find(({ schedule }) => schedule.id === mon9)).toMatchObject({
      request: null,
    });
  });

  it('and is proposed for redaction when the data of a student in it are erased', async () => {
    await send('teacher', 'Bo Nguyễn (S2) was unwell, so I forgot');
    const id = await school.studentId('S2');
    const answer = await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
      student_id: 'S2',
      redact_notes: true,
    });
    expect(answer.status).toBe(200);
    // It is about another person's check-in: accounts decides (R-ERASE-1).
    const { body } = await school.call('account', 'GET', 'attendance/erasure-proposals/');
    const ids = body.results.map((proposal: { id: number }) => proposal.id);
    const decided = { ids, is_redacted: true };
    await school.call('account', 'POST', 'attendance/erasure-proposals/decide/', decided);
    expect(await requests('account')).toEqual([
      [mon9, date, '[erased] ([erased]) was unwell, so I forgot', 'Tess Teacher'],
    ]);
  });
});

it('one row names the request of who stood in, also where the covered teacher had sent one before', async () => {
  const day = '2026-03-09';
  school.at('2026-03-09T20:00:00+11:00');
  expect((await send('teacher', 'I forgot', mon9, day)).status).toBe(201);
  const { rows } = await sql<{ id: number; other: number }>`
    select g.id, t.id as other from class_meeting g, teacher t
    where g.class_schedule_id = ${mon9} and g.date = ${day} and t.first_name = 'Theo'`.execute(
    school.database,
  );
  const cover = { ids: [rows[0]?.id], teacher_id: rows[0]?.other, confirm: true };
  expect((await school.call('admin', 'POST', 'attendance/meetings/cover/', cover)).status).toBe(
    200,
  );
  expect((await send('otherTeacher', 'I stood in', mon9, day)).status).toBe(201);
  const found = await missing('account', `from_date=${day}&to_date=${day}`);
  expect(found.filter(({ schedule }) => schedule.id === mon9)).toMatchObject([
    { request: { message: 'I stood in' } },
  ]);
});
