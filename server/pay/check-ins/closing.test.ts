import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createCheckIn, date, type CheckIn } from '#server/test/check-in.ts';
import type { Answer, Caller } from '#server/test/test-school.ts';

let checkIn: CheckIn;
let mon9b = 0;
const path = 'attendance/pay-closing/';

beforeAll(async () => {
  checkIn = await createCheckIn();
  mon9b = await checkIn.school.classId('mon9b');
});
afterAll(() => checkIn.school.close());
beforeEach(async () => {
  await reopen();
  checkIn.school.at(`${date}T09:15:00+11:00`);
  await checkIn.renew();
  checkIn.school.at('2026-03-10T12:00:00+11:00');
});

const change = (body: object, caller: Caller = 'account') =>
  checkIn.school.call(caller, 'PATCH', path, body);
const close = async (closed_until = date) => {
  const answer = await change({ closed_until });
  expect(answer).toMatchObject({ status: 200, body: { closed_until } });
};
const reopen = () => change({ closed_until: null, reason: 'Wrong hours' });
const linesNow = async () =>
  (await sql`select * from payroll_log order by id`.execute(checkIn.school.database)).rows;
const refusal = {
  status: 409,
  body: {
    detail:
      'Pay is closed until 2 Mar 2026: check-ins of these days do not change. They change again after the days are opened in the Timesheet Admin Portal, with a reason.',
  },
};

describe('pay is closed until a date', () => {
  it('by accounts only, before today, and reopened with a reason', async () => {
    for (const caller of ['teacher', 'admin'] as const)
      expect((await change({ closed_until: date }, caller)).status).toBe(403);
    expect(await change({ closed_until: '2026-03-10' })).toMatchObject({
      status: 400,
      body: { closed_until: ['must be before today'] },
    });
    await close('2026-03-09');
    for (const closed_until of [date, null])
      expect(await change({ closed_until })).toMatchObject({
        status: 400,
        body: { reason: ['is required'] },
      });
    const { body } = await change({ closed_until: date, reason: 'A class was forgotten' });
    expect(body.changes.slice(0, 2)).toEqual([
      {
        closed_until: date,
        reason: 'A class was forgotten',
        by: 'account',
        at: '2026-03-10T01:00:00.000Z',
      },
      { closed_until: '2026-03-09', reason: null, by: 'account', at: '2026-03-10T01:00:00.000Z' },
    ]);
    const log = await checkIn.school.call('account', 'GET', 'attendance/audit/?kind=pay');
    expect(log.body.results[0]).toMatchObject({
      what: 'Close pay until a date',
      about: { closed_until: date, fields: ['reason'] },
    });
  });

  it('the same date again is no change', async () => {
    await close();
    const before = (await checkIn.school.call('account', 'GET', path)).body;
    await close();
    expect((await checkIn.school.call('account', 'GET', path)).body).toEqual(before);
  });
});

/** Every call that writes check-ins, on a line of a closed day. */
const call = (caller: Caller, method: 'POST' | 'PATCH' | 'DELETE', tail: string, body?: object) =>
  checkIn.school.call(caller, method, `attendance/payroll-logs/${tail}`, body);
const writing: Record<string, (() => Promise<Answer>)[]> = {
  'POST /api/v2/attendance/payroll-logs/create': [
    () => call('account', 'POST', 'create/', { class_schedule: mon9b, date }),
    () =>
      call('account', 'POST', 'create/', { class_schedule: mon9b, date, confirm_overlap: true }),
  ],
  'DELETE /api/v2/attendance/payroll-logs/:id': [
    () => call('teacher', 'DELETE', `${checkIn.id}/`),
    () => call('account', 'DELETE', `${checkIn.id}/`),
  ],
  'PATCH /api/v2/attendance/payroll-logs/:id': [
    () => checkIn.patch({ amount_need_to_be_paid: '1.00' }),
    () => checkIn.patch({ status: 'completed' }),
    () => checkIn.patch({ payroll_id: checkIn.codes.TUT, reason: 'Tutorial' }),
    () => checkIn.patch({ teacher_id: checkIn.theo }),
  ],
  'POST /api/v2/attendance/payroll-logs/bulk-update': [
    () => call('account', 'POST', 'bulk-update/', { ids: [checkIn.id], status: 'completed' }),
  ],
  'POST /api/v2/attendance/payroll-logs/recalculate': [
    async () => {
      const lastUntil = (end: string) =>
        sql`update class_meeting g set end_time = ${end} from payroll_log l
          where l.class_schedule_id = g.class_schedule_id and l.date = g.date`.execute(
          checkIn.school.database,
        );
      await lastUntil('10:00');
      const answer = await call('account', 'POST', 'recalculate/', { ids: [checkIn.id] });
      await lastUntil('09:45');
      return answer;
    },
  ],
  'POST /api/v2/attendance/payroll-logs/:id/contest': [
    async () => {
      // Theo stood in: Tess objects.
      await reopen();
      await checkIn.patch({ teacher_id: checkIn.theo });
      await close();
      return call('teacher', 'POST', `${checkIn.id}/contest/`, {});
    },
  ],
};
/** Calls that do not change the pay of these. */
const harmless = [
  // The visibility of a line, after accounts confirmed that it is the same person.
  'POST /api/v2/attendance/payroll-logs/hand-over',
  // A request; accounts enters the check-in.
  'POST /api/v2/attendance/payroll-logs-missing/request',
];

describe('check-ins of closed days', () => {
  it('every call that writes them is tested', () => {
    const calls = endpoints
      .filter(({ endpoint, key }) => endpoint.method !== 'GET' && key.includes('/payroll-logs'))
      .map(({ key }) => key);
    expect([...Object.keys(writing), ...harmless].toSorted()).toEqual(calls.toSorted());
  });

  it.each(Object.entries(writing))('%s is refused, and changes nothing', async (_key, tries) => {
    for (const attempt of tries) {
      await close();
      const answer = await attempt();
      expect(answer).toMatchObject(refusal);
      expect(await linesNow()).toMatchObject([{ status: 'pending', amount_cents: 14_888 }]);
    }
  });

  it('say so, to their teacher, too', async () => {
    const closedFor = async (caller: Caller) => {
      const list = await checkIn.school.call(caller, 'GET', 'attendance/payroll-logs/');
      return list.body.results.map(({ pay_closed }: { pay_closed: boolean }) => pay_closed);
    };
    expect(await closedFor('teacher')).toEqual([false]);
    await close();
    expect(await closedFor('teacher')).toEqual([true]);
    expect(await closedFor('account')).toEqual([true]);
  });

  it('change again after the days are reopened, and later ones at any time', async () => {
    await close('2026-03-01');
    expect((await checkIn.patch({ status: 'completed' })).status).toBe(200);
    await close();
    expect(await checkIn.patch({ status: 'pending', reason: 'Wrong' })).toMatchObject(refusal);
    await reopen();
    expect((await checkIn.patch({ status: 'pending', reason: 'Wrong' })).status).toBe(200);
  });

  it('are handed over to the same person: amounts do not change', async () => {
    await close();
    const before = await linesNow();
    const { school, tess } = checkIn;
    const setAddress = (email: string) =>
      sql`update teacher set email = ${email} where id = ${tess}`.execute(school.database);
    await setAddress('tess.new@school.example');
    const answer = await call('account', 'POST', 'hand-over/', { teacher_id: tess });
    await setAddress('tess@school.example');
    expect(answer).toMatchObject({ status: 200, body: { check_ins: 1 } });
    const [line] = before;
    const after = await linesNow();
    expect(after).toEqual([{ ...(line as object), owner_id: expect.any(Number) }]);
    expect(after).not.toEqual(before);
  });

  it.each([
    ['update payroll_log set amount_cents = 1'],
    [`update payroll_log set date = date + 30`],
    ['delete from payroll_log'],
    [
      `insert into payroll_log (class_schedule_id, date, teacher_id, duration_minutes, created_by, checked_in_at)
       select class_schedule_id, date - 7, teacher_id, 60, created_by, checked_in_at from payroll_log`,
    ],
  ])('the database itself refuses: %s', async (statement) => {
    await close();
    await expect(sql.raw(statement).execute(checkIn.school.database)).rejects.toThrow(
      'Pay is closed until 2 Mar 2026',
    );
  });

  it('a later line is not moved into closed days', async () => {
    await close('2026-02-27');
    await expect(
      sql`update payroll_log set date = date - 7`.execute(checkIn.school.database),
    ).rejects.toThrow('Pay is closed until 27 Feb 2026');
  });
});

describe('concurrently', () => {
  it('closing waits for a check-in that is being written', async () => {
    const { pool } = checkIn.school;
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('update payroll_log set amount_cents = 777');
    let done = false;
    const closing = close().then(() => (done = true));
    await expect
      .poll(async () => {
        const { rows } = await pool.query('select from pg_locks where not granted');
        return rows.length;
      })
      .toBeGreaterThan(0);
    expect(done).toBe(false);
    await writer.query('commit');
    writer.release();
    await closing;
    expect(await linesNow()).toMatchObject([{ amount_cents: 777 }]);
  });

  it('a correction that waits for the closing is refused', async () => {
    const { pool } = checkIn.school;
    const closer = await pool.connect();
    await closer.query('begin; lock table payroll_log in share row exclusive mode');
    const patched = checkIn.patch({ amount_need_to_be_paid: '1.00' });
    await expect
      .poll(async () => {
        const { rows } = await pool.query('select from pg_locks where not granted');
        return rows.length;
      })
      .toBeGreaterThan(0);
    await closer.query(
      `insert into pay_closing (closed_until, changed_by, changed_at)
       select $1, id, '2026-03-10T01:00:00Z' from app_user limit 1`,
      [date],
    );
    await closer.query('commit');
    closer.release();
    expect(await patched).toMatchObject(refusal);
  });
});
