import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#server/test/test-school.ts';
import { createTimesheet, type Timesheet } from '#server/test/timesheet.ts';

const date = '2026-03-16';
let timesheet: Timesheet;
let relief: number;
beforeAll(async () => {
  timesheet = await createTimesheet();
  const code = { paycode: 'REL', amount: '60', paycode_type: 'initial_lecture_regular' };
  relief = (await post('account', 'payrolls/create/', code)).body.id;
});
afterAll(() => timesheet.school.close());
beforeEach(async () => {
  timesheet.school.at(`${date}T08:55:00+11:00`);
  await cover({ teacher_id: null });
});

const post = (caller: Caller, path: string, body: object) =>
  timesheet.school.call(caller, 'POST', `attendance/${path}`, body);
const classOn = async (caller: Caller) =>
  (await timesheet.call(caller, `classschedule/${timesheet.classes.mon9}/?date=${date}`)).body;
const cover = async (body: object, caller: Caller = 'account') =>
  post(caller, 'meetings/cover/', {
    ids: [(await classOn('account')).meeting.id],
    confirm: true,
    ...body,
  });

describe('the pay code of a cover', () => {
  it('applies to the covering teacher, instead of the class’s own', async () => {
    expect((await cover({ teacher_id: timesheet.theo, payroll_id: relief })).status).toBe(200);
    const checkIn = { class_schedule: timesheet.classes.mon9, date };
    const { body } = await post('otherTeacher', 'payroll-logs/create/', checkIn);
    const paid = (await timesheet.call('account', `payroll-logs/${body.id}/`)).body;
    expect(paid.payroll.id).toBe(relief);
    await timesheet.school.call('otherTeacher', 'DELETE', `attendance/payroll-logs/${body.id}/`);
    // Without its own pay code the cover is paid like the class.
    await cover({ teacher_id: timesheet.theo });
    const again = await post('otherTeacher', 'payroll-logs/create/', checkIn);
    const log = (await timesheet.call('account', `payroll-logs/${again.body.id}/`)).body;
    expect(log.payroll.id).toBe(timesheet.lec);
    await timesheet.school.call('otherTeacher', 'DELETE', `attendance/payroll-logs/${log.id}/`);
  });

  it('requires permission to edit pay codes, to set and to read', async () => {
    const own = { teacher_id: timesheet.theo, payroll_id: relief };
    expect((await cover(own, 'admin')).status).toBe(403);
    expect((await classOn('admin')).meeting.cover).toBeNull();
    await cover(own);
    expect((await classOn('account')).meeting.cover).toMatchObject({ payroll_id: relief });
    expect((await classOn('admin')).meeting.cover).not.toHaveProperty('payroll_id');
  });

  it('must exist', async () => {
    const { status, body } = await cover({ teacher_id: timesheet.theo, payroll_id: 999_999 });
    expect([status, Object.keys(body)]).toEqual([400, ['payroll_id']]);
  });

  it('is removed with the cover, and restored with it', async () => {
    await cover({ teacher_id: timesheet.theo, payroll_id: relief });
    const ended = await cover({ teacher_id: null });
    expect((await classOn('account')).meeting.cover).toBeNull();
    await post('account', `operations/${ended.body.operation}/undo/`, {});
    expect((await classOn('account')).meeting.cover).toMatchObject({
      id: timesheet.theo,
      payroll_id: relief,
    });
  });

  it('stays when a user without permission covers again, and is not undone by them', async () => {
    await cover({ teacher_id: timesheet.theo });
    const set = await cover({ teacher_id: timesheet.theo, payroll_id: relief });
    // The same response as for a cover without one.
    const again = await cover({ teacher_id: timesheet.theo }, 'admin');
    expect(again.body).toEqual({ operation: null, meetings: [] });
    const undo = (caller: Caller) =>
      post(caller, `operations/${set.body.operation}/undo/`, {}).then(({ status }) => status);
    expect(await undo('admin')).toBe(404);
    expect((await classOn('account')).meeting.cover).toMatchObject({ payroll_id: relief });
    expect(await undo('account')).toBe(200);
    expect((await classOn('account')).meeting.cover).toMatchObject({ payroll_id: null });
  });
});

it('a changed pay code of a class is neither shown to users without permission nor undone by them', async () => {
  const path = `classschedule/${timesheet.classes.mon9}/`;
  const change = async (caller: Caller, body: object) =>
    (await timesheet.school.call(caller, 'PATCH', `attendance/${path}`, body)).status;
  const last = async (caller: Caller) => (await timesheet.call(caller, path)).body.last_change;
  expect(await change('account', { payroll_id: relief, effective_from: '2026-04-01' })).toBe(200);
  const { operation } = await last('account');
  expect(await last('admin')).toBeUndefined();
  const undo = (caller: Caller) => post(caller, `operations/${operation}/undo/`, {});
  expect((await undo('admin')).status).toBe(404);
  expect((await undo('account')).status).toBe(200);
  // Another change is.
  expect(await change('admin', { start_time: '09:05', effective_from: '2026-04-01' })).toBe(200);
  const own = await last('admin');
  expect((await post('admin', `operations/${own.operation}/undo/`, {})).status).toBe(200);
});
