import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#server/test/test-school.ts';
import { createTimesheet, type Timesheet } from '#server/test/timesheet.ts';

/** Tess and Theo teach one class on Mondays at nine; each has a place. */
let timesheet: Timesheet;
let relief: number;
const date = '2026-03-16';

beforeAll(async () => {
  timesheet = await createTimesheet();
  const code = { paycode: 'REL', amount: '60', paycode_type: 'initial_lecture_regular' };
  relief = (await post('account', 'payrolls/create/', code)).body.id;
  const shared = { co_teachers: [timesheet.theo], effective_from: '2026-03-11' };
  expect((await change(shared)).status).toBe(200);
});
afterAll(() => timesheet.school.close());
beforeEach(async () => {
  timesheet.school.at(`${date}T09:05:00+11:00`);
  const { body } = await timesheet.call('account', `payroll-logs/?date=${date}`);
  for (const { id } of body.results)
    await timesheet.school.call('account', 'DELETE', `attendance/payroll-logs/${id}/`);
});

const post = (caller: Caller, path: string, body: object) =>
  timesheet.school.call(caller, 'POST', `attendance/${path}`, body);
const change = (body: object, caller: Caller = 'account') =>
  timesheet.school.call(caller, 'PATCH', `attendance/classschedule/${timesheet.classes.mon9}/`, {
    confirm_clashes: true,
    ...body,
  });
const checkIn = (caller: Caller, more: object = {}) =>
  post(caller, 'payroll-logs/create/', {
    class_schedule: timesheet.classes.mon9,
    date,
    ...more,
  });
const classFor = async (caller: Caller) =>
  (await timesheet.call(caller, `classschedule/${timesheet.classes.mon9}/?date=${date}`)).body;
const linesOf = async (caller: Caller) =>
  (await timesheet.call(caller, `payroll-logs/?date=${date}`)).body.results;
const missing = async (caller: Caller) =>
  (
    await timesheet.call(
      caller,
      `payroll-logs-missing/?from_date=${date}&to_date=${date}&ordering=date`,
    )
  ).body.results
    .filter((row: { schedule: { id: number } }) => row.schedule.id === timesheet.classes.mon9)
    .map(
      (row: { schedule: { teacher: { first_name: string } } }) => row.schedule.teacher.first_name,
    );

describe('the check-ins of a class with two teachers (R-TEACH-2)', () => {
  it('are one for each', async () => {
    expect((await checkIn('teacher')).status).toBe(201);
    expect((await checkIn('otherTeacher')).status).toBe(201);
    expect((await checkIn('otherTeacher')).status).toBe(200);
    expect((await linesOf('account')).map((line: any) => line.stands_in)).toEqual([false, false]);
  });

  it('show each teacher their own, and others whether one is missing', async () => {
    await checkIn('teacher');
    const state = async (caller: Caller) => {
      const { check_in, checked_in_by } = await classFor(caller);
      return [check_in, checked_in_by?.first_name ?? null];
    };
    expect(await state('teacher')).toEqual(['pending', 'Tess']);
    expect(await state('otherTeacher')).toEqual([null, null]);
    expect(await state('admin')).toEqual([null, null]);
    await checkIn('otherTeacher');
    expect(await state('otherTeacher')).toEqual(['pending', 'Theo']);
    expect(await state('admin')).toEqual(['pending', 'Tess']);
    expect((await classFor('admin')).check_ins).toMatchObject([
      { teacher: { first_name: 'Tess' }, place: timesheet.tess, status: 'pending' },
      { teacher: { first_name: 'Theo' }, place: timesheet.theo, status: 'pending' },
    ]);
  });

  it('are seen and objected to only by the teacher whose place it is', async () => {
    await checkIn('teacher');
    await checkIn('otherTeacher');
    expect((await linesOf('otherTeacher')).map((line: any) => line.teacher.first_name)).toEqual([
      'Theo',
    ]);
  });

  it('are missing for each', async () => {
    timesheet.school.at(`${date}T20:00:00+11:00`);
    expect(await missing('account')).toEqual(['Tess', 'Theo']);
    expect(await missing('otherTeacher')).toEqual(['Theo']);
    timesheet.school.at(`${date}T09:05:00+11:00`);
    await checkIn('teacher');
    timesheet.school.at(`${date}T20:00:00+11:00`);
    expect(await missing('account')).toEqual(['Theo']);
  });

  it('have the pay code of the place, or that of the class', async () => {
    const codes = async () =>
      (await linesOf('account'))
        .map((line: any) => [line.teacher.first_name, line.payroll.paycode])
        .toSorted();
    expect((await change({ co_teacher_pay: { [timesheet.theo]: relief } }, 'admin')).status).toBe(
      403,
    );
    const pay = { co_teacher_pay: { [timesheet.theo]: relief }, effective_from: date };
    expect((await change(pay)).status).toBe(200);
    await checkIn('teacher');
    await checkIn('otherTeacher');
    expect(await codes()).toEqual([
      ['Tess', 'LEC'],
      ['Theo', 'REL'],
    ]);
    expect((await change({ co_teacher_pay: { [timesheet.theo]: null } })).status).toBe(200);
  });

  it('leave no trace of a pay code in the audit log of who may not read it', async () => {
    await change({ co_teacher_pay: { [timesheet.theo]: relief } });
    await change({ co_teacher_pay: { [timesheet.theo]: null } });
    const fieldsFor = async (caller: Caller) => {
      const { body } = await timesheet.call(caller, 'audit/?kind=change');
      return JSON.stringify(body.results.map((line: { about: object }) => line.about));
    };
    expect(await fieldsFor('account')).toContain('co_teacher_pay');
    expect(await fieldsFor('admin')).not.toContain('co_teacher_pay');
  });

  it('are one for each payee: no one is paid twice for a class', async () => {
    await checkIn('otherTeacher');
    const again = await checkIn('account', { teacher_id: timesheet.theo, place: timesheet.tess });
    expect([again.status, again.body]).toEqual([
      400,
      { place: ['is another one: this teacher has a place of their own in this class'] },
    ]);
    const { body: line } = await checkIn('teacher');
    const given = await timesheet.school.call(
      'account',
      'PATCH',
      `attendance/payroll-logs/${line.id}/`,
      {
        teacher_id: timesheet.theo,
      },
    );
    expect([given.status, given.body.detail]).toEqual([
      409,
      'Theo Tutor is paid for this class already.',
    ]);
  });

  it('name a place that the class has', async () => {
    const { status, body } = await checkIn('account', {
      teacher_id: timesheet.tess,
      place: 999_999,
    });
    expect([status, Object.keys(body)]).toEqual([400, ['place']]);
  });

  it('take no place of a colleague, also where the own one is left to the others', async () => {
    const refused = { place: ['is another one: you have a place of your own in this class'] };
    expect((await checkIn('otherTeacher', { place: timesheet.tess })).body).toEqual(refused);
    const { meeting } = await classFor('account');
    await post('account', 'teacher-away/create/', {
      teacher: timesheet.theo,
      meetings: [{ id: meeting.id, sequence: meeting.sequence, cover: 'others' }],
    });
    expect((await checkIn('otherTeacher', { place: timesheet.tess })).body).toEqual(refused);
    const { meeting: away } = await classFor('account');
    await post('account', 'meetings/cover/', {
      ids: [away.id],
      place: timesheet.theo,
      teacher_id: null,
    });
    expect(await linesOf('account')).toEqual([]);
  });

  it('are not corrected to a colleague who teaches in another place', async () => {
    const { body: line } = await checkIn('teacher');
    const given = await timesheet.school.call(
      'account',
      'PATCH',
      `attendance/payroll-logs/${line.id}/`,
      { teacher_id: timesheet.theo },
    );
    expect([given.status, given.body.detail]).toEqual([
      409,
      'Theo Tutor has a place of their own in this class.',
    ]);
  });

  it('keep a stand-in from covering another place (R-TEACH-2)', async () => {
    const { body: uma } = await post('admin', 'teachers/create/', {
      first_name: 'Uma',
      last_name: 'Standin',
      email: 'uma@school.example',
      phone: '1',
    });
    const { status } = await checkIn('account', { teacher_id: uma.id, place: timesheet.tess });
    expect(status).toBe(201);
    const { meeting } = await classFor('account');
    const cover = await post('account', 'meetings/cover/', {
      ids: [meeting.id],
      place: timesheet.theo,
      teacher_id: uma.id,
    });
    expect(cover.status).toBe(409);
    expect(JSON.stringify(cover.body)).toContain('has this teacher already');
    const away = await post('account', 'teacher-away/create/', {
      teacher: timesheet.theo,
      meetings: [{ id: meeting.id, sequence: meeting.sequence, cover: uma.id }],
    });
    expect(JSON.stringify(away.body)).toContain('has this teacher already');
  });

  it('are one of each place when all come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => checkIn(at % 2 ? 'teacher' : 'otherTeacher')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201, 201]);
    expect(await linesOf('account')).toHaveLength(2);
  });
});

describe('a place that is left to the others', () => {
  const meeting = async () => (await classFor('account')).meeting;
  const away = async (cover: number | 'others') => {
    const { id, sequence } = await meeting();
    return post('account', 'teacher-away/create/', {
      teacher: timesheet.theo,
      meetings: [{ id, sequence, cover }],
    });
  };

  it('has no check-in, and is there again after an undo', async () => {
    const { status, body } = await away('others');
    expect(status).toBe(200);
    expect(await meeting()).toMatchObject({
      places: [
        { teacher: { id: timesheet.tess }, cover: null, away: false },
        { teacher: { id: timesheet.theo }, cover: null, away: true },
      ],
    });
    expect((await classFor('admin')).co_teachers).toEqual([]);
    expect((await checkIn('otherTeacher')).status).toBe(409);
    await checkIn('teacher');
    expect((await classFor('admin')).check_in).toBe('pending');
    timesheet.school.at(`${date}T20:00:00+11:00`);
    expect(await missing('account')).toEqual([]);
    expect((await post('account', `operations/${body.operation}/undo/`, {})).status).toBe(200);
    expect(await missing('account')).toEqual(['Theo']);
  });

  it('cannot be covered by who teaches the class already', async () => {
    const { status, body } = await away(timesheet.tess);
    expect([status, body.fail[0].status]).toEqual([
      409,
      expect.stringContaining('has this teacher already'),
    ]);
  });
});
