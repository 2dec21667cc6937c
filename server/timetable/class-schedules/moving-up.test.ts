import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#server/test/test-school.ts';
import { createTimesheet, type Timesheet } from '#server/test/timesheet.ts';

/** Theo has a pay code of his own beside Tess, Uma has the class's. */
let timesheet: Timesheet;
let uma: number;
let codes: { class: number; relief: number };
const from = '2026-03-16';

beforeAll(async () => {
  timesheet = await createTimesheet();
  const relief = { paycode: 'REL', amount: '60', paycode_type: 'initial_lecture_regular' };
  const { rows } = await sql<{ id: number }>`
    insert into teacher (first_name, last_name, email, phone)
    values ('Uma', 'Umber', 'uma@school.example', '1') returning id`.execute(
    timesheet.school.database,
  );
  uma = rows[0]!.id;
  codes = {
    class: (await shown()).payroll_id,
    relief: (await post('account', 'payrolls/create/', relief)).body.id,
  };
});
afterAll(() => timesheet.school.close());
beforeEach(async () => {
  const shared = {
    teacher_id: timesheet.tess,
    co_teachers: [timesheet.theo, uma],
    payroll_id: codes.class,
    co_teacher_pay: { [timesheet.theo]: codes.relief, [uma]: null },
    effective_from: '2026-03-11',
  };
  expect((await change('account', shared)).status).toBe(200);
});

const post = (caller: Caller, path: string, body: object) =>
  timesheet.school.call(caller, 'POST', `attendance/${path}`, body);
const change = (caller: Caller, body: object) =>
  timesheet.school.call(caller, 'PATCH', `attendance/classschedule/${timesheet.classes.mon9}/`, {
    confirm_clashes: true,
    ...body,
  });
const shown = async (): Promise<any> =>
  (await timesheet.call('account', `classschedule/${timesheet.classes.mon9}/`)).body;
/** The codes of the class and of its further teachers. */
const paid = async () => {
  const { teacher, payroll_id, co_teacher_pay } = await shown();
  return { first: teacher.id, class: payroll_id, further: co_teacher_pay };
};
const whole = () => ({
  first: timesheet.tess,
  class: codes.class,
  further: { [timesheet.theo]: codes.relief },
});
const afterwards = () => ({
  first: timesheet.theo,
  class: codes.relief,
  further: { [uma]: codes.class },
});
const reassign = (body: object) =>
  post('admin', 'classschedule-reassign/create/', {
    kind: 'teacher',
    from: timesheet.tess,
    effective_from: from,
    ...body,
  });

describe('a further teacher who moves up keeps their pay code, and so do those who stay (R-TEACH-1)', () => {
  it.each([
    ['as the next one', null],
    ['as the one that takes the classes', () => timesheet.theo],
  ])('%s, undone by who may not set pay codes', async (_as, to) => {
    timesheet.school.at(`${from}T08:00:00+11:00`);
    const { status, body } = await reassign({ to: to?.() ?? null, confirm: true });
    expect(status).toBe(200);
    expect(await paid()).toEqual(afterwards());
    expect((await post('admin', `operations/${body.operation}/undo/`, {})).status).toBe(200);
    expect(await paid()).toEqual(whole());
  });

  it.each([
    ['at once', {}],
    ['from a later date', { effective_from: '2026-03-23' }],
  ])('as the named teacher of the class, %s', async (_when, more) => {
    timesheet.school.at(`${from}T08:00:00+11:00`);
    const { status, body } = await change('admin', { teacher_id: timesheet.theo, ...more });
    expect(status).toBe(200);
    expect(body.last_change.operation).toEqual(expect.any(Number));
    timesheet.school.at('2026-03-23T09:05:00+11:00');
    const { body: line } = await post('otherTeacher', 'payroll-logs/create/', {
      class_schedule: timesheet.classes.mon9,
      date: '2026-03-23',
    });
    const lines = await timesheet.call('account', 'payroll-logs/?date=2026-03-23');
    expect(lines.body.results).toMatchObject([{ id: line.id, payroll: { paycode: 'REL' } }]);
    await timesheet.school.call('account', 'DELETE', `attendance/payroll-logs/${line.id}/`);
    timesheet.school.at(`${from}T08:00:00+11:00`);
  });

  it('but the code that is chosen in the same change holds', async () => {
    const chosen = { teacher_id: timesheet.theo, payroll_id: null };
    expect((await change('account', chosen)).status).toBe(200);
    expect(await paid()).toMatchObject({ first: timesheet.theo, class: null });
  });

  it('and a class without a code, of which another one is paid by the class, gets none', async () => {
    expect((await change('account', { payroll_id: null })).status).toBe(200);
    expect((await change('admin', { teacher_id: timesheet.theo })).status).toBe(200);
    expect(await paid()).toEqual({ first: timesheet.theo, class: null, further: {} });
  });
});
