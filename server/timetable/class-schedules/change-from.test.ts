import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
});
afterEach(() => school.close());

const change = (body: object) =>
  school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, body);
const preview = (body: object) =>
  school.call('admin', 'POST', `attendance/classschedule/${mon9}/preview/`, body);
const dates = async (from: string, to: string) => {
  const { rows } = await sql<{ text: string }>`
    select date || ' ' || left(start_time::text, 5) as text from class_meeting
    where class_schedule_id = ${mon9} and date between ${from}::date and ${to}::date
    order by date`.execute(school.database);
  return rows.map(({ text }) => text);
};

describe('a change of a class takes effect on the given date (R-MEETING-2)', () => {
  it('in the future: the week shows it from then on', async () => {
    const answer = await change({ effective_from: '2026-03-16', day_of_week: 'Tuesday' });
    expect(answer).toMatchObject({ status: 200, body: { day_of_week: 'Monday' } });
    expect(await dates('2026-03-01', '2026-03-24')).toEqual([
      '2026-03-02 09:00',
      '2026-03-09 09:00',
      '2026-03-17 09:00',
      '2026-03-24 09:00',
    ]);
  });

  it('today or in the past: at once, and taken rolls do not change', async () => {
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      class_schedule: mon9,
      date: '2026-02-23',
      student: 'S1',
      status: 'Present',
    });
    const times = { start_time: '10:00', end_time: '11:00' };
    expect((await change({ effective_from: '2026-02-16', ...times })).body.start_time).toBe(
      '10:00',
    );
    expect(await dates('2026-02-09', '2026-03-02')).toEqual([
      '2026-02-09 09:00',
      '2026-02-16 10:00',
      '2026-02-23 09:00',
      '2026-03-02 10:00',
    ]);
  });

  it.each(['2026-02-01', '2026-07-01', 'tomorrow'])('not from %s', async (effective_from) => {
    const refused = await change({ effective_from, start_time: '08:00' });
    expect(refused).toMatchObject({ status: 400, body: { effective_from: [expect.anything()] } });
    expect(await dates('2026-02-09', '2026-02-09')).toEqual(['2026-02-09 09:00']);
  });

  it('and changes no reference to a missing record', async () => {
    expect(await change({ effective_from: '2026-04-20', teacher_id: 999 })).toMatchObject({
      status: 400,
      body: { teacher_id: ['does not exist'] },
    });
  });
});

describe('the preview of a change', () => {
  it('returns the effect of saving, and changes nothing', async () => {
    const before = await dates('2026-01-01', '2026-12-31');
    const { body } = await preview({
      effective_from: '2026-06-01',
      day_of_week: 'Wednesday',
      start_time: '07:00',
      end_time: '08:00',
    });
    expect(body).toEqual({
      effective_from: '2026-06-01',
      added: 2,
      removed: 2,
      changed: 0,
      before: expect.objectContaining({ date: '2026-06-01', start_time: '09:00' }),
      after: {
        date: '2026-06-03',
        start_time: '07:00',
        end_time: '08:00',
        room_number: 'R1',
        teacher: 'Tess Teacher',
      },
      unchanged: 0,
      dropped: [],
      weeks: [],
      weeks_left: null,
      first_week: 'odd',
      next_monday: null,
      students: expect.any(Number),
      clashes: [],
      all_clashes: [],
    });
    expect(await dates('2026-01-01', '2026-12-31')).toEqual(before);
  });

  it('names covers and rooms that would go, rolls that stay, and clashes', async () => {
    await sql`
      update class_meeting set own_room = true
      where class_schedule_id = ${mon9} and date = '2026-03-16'`.execute(school.database);
    await sql`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select id, ${mon9}, '2026-03-09', 'Absent', 'import', now() from student
      where student_id = 'S1'`.execute(school.database);
    const { body } = await preview({
      day_of_week: 'Tuesday',
      start_time: '14:00',
      end_time: '15:00',
    });
    expect(body).toMatchObject({
      effective_from: '2026-03-02',
      unchanged: 1,
      dropped: ['2026-03-16'],
    });
    expect(body.clashes[0]).toMatch(
      /^(Tess Teacher|Room R1) is needed by MAT\d on 2026-03-03, 14:00–/,
    );
    await change({ day_of_week: 'Tuesday', start_time: '14:00', end_time: '15:00' });
    expect(await dates('2026-03-09', '2026-03-17')).toEqual([
      '2026-03-09 09:00',
      '2026-03-10 14:00',
      '2026-03-17 14:00',
    ]);
  });

  it.each([
    ['2026-03-10', 'Tuesday', [{ monday: '2026-03-09', meetings: 2 }], '2026-03-16'],
    ['2026-03-18', 'Tuesday', [], null],
    // Good Friday is a holiday.
    ['2026-03-16', 'Friday', [{ monday: '2026-03-30', meetings: 0 }], null],
  ])('from %s to %s: names weeks with two or no meetings', async (from, day, weeks, monday) => {
    const { body } = await preview({ effective_from: from, day_of_week: day });
    expect(body).toMatchObject({ weeks, next_monday: monday });
  });

  it('lists a week without a meeting', async () => {
    expect((await change({ effective_from: '2026-03-09', day_of_week: 'Friday' })).status).toBe(
      200,
    );
    const { body } = await preview({ effective_from: '2026-03-18', day_of_week: 'Tuesday' });
    expect(body).toMatchObject({
      weeks: [{ monday: '2026-03-16', meetings: 0 }],
      next_monday: '2026-03-23',
    });
  });

  it('is rejected like saving', async () => {
    expect(await preview({ start_time: '11:00', end_time: '10:00' })).toMatchObject({
      status: 400,
      body: { end_time: ['must be after start time'] },
    });
    expect((await preview({ payroll_id: 1 })).status).toBe(403);
    expect(
      (await school.call('teacher', 'POST', `attendance/classschedule/${mon9}/preview/`, {}))
        .status,
    ).toBe(403);
  });
});

describe('a change from a date is undone in one step', () => {
  const tuesday = { day_of_week: 'Tuesday', start_time: '10:00', end_time: '11:00' };
  const state = async () =>
    (
      await sql`
        select (select jsonb_agg(to_jsonb(m) - 'sequence' - 'id' order by date)
            from class_meeting m where class_schedule_id = ${mon9}) as meetings,
          (select jsonb_agg(to_jsonb(p) order by valid_from)
            from class_schedule_pattern p where class_schedule_id = ${mon9}) as patterns,
          to_jsonb(c) as class
        from class_schedule c where id = ${mon9}`.execute(school.database)
    ).rows;
  const last = async () =>
    (await school.call('admin', 'GET', `attendance/classschedule/${mon9}/`)).body.last_change;
  const undo = async (operation: number) =>
    school.call('admin', 'POST', `attendance/operations/${operation}/undo/`, {});
  /** A cover, another room, another time and a cancelled date after the change. */
  const changeByHand = async () => {
    const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    const call = async (date: string, path: string, body: object) => {
      const { rows } = await sql<{ id: number }>`
        select id from class_meeting
        where class_schedule_id = ${mon9} and date = ${date}`.execute(school.database);
      const answer = await school.call('admin', 'POST', `attendance/meetings/${path}/`, {
        ids: [rows[0]?.id],
        ...body,
      });
      expect(answer.status).toBe(200);
    };
    await call('2026-03-16', 'cover', { teacher_id: theo, confirm: true });
    const room = { room_number: 'B2.10', capacity: 20 };
    const { body } = await school.call('admin', 'POST', 'attendance/classroom/create/', room);
    await call('2026-03-23', 'room', { classroom_id: body.id });
    await call('2026-03-30', 'cancel', { reason: 'Camp' });
  };

  it.each([
    ['in the future', '2026-03-16'],
    ['today', undefined],
    ['in the past', '2026-02-16'],
  ])('%s, with the covers and rooms that it dropped', async (_, effective_from) => {
    await changeByHand();
    const before = await state();
    const { body } = await change({ ...tuesday, effective_from });
    const { operation } = body.last_change;
    expect(await state()).not.toEqual(before);
    expect(await undo(operation)).toMatchObject({ status: 200 });
    expect(await state()).toEqual(before);
    expect(await last()).toBeUndefined();
    expect((await undo(operation)).status).toBe(409);
  });

  it('of the teacher only, or the pay code only', async () => {
    const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    const before = await state();
    expect((await change({ teacher_id: theo })).body.last_change).toMatchObject({
      effective_from: '2026-03-02',
    });
    expect((await undo((await last()).operation)).status).toBe(200);
    expect(await state()).toEqual(before);
    expect((await change({ color_coding: '#123456' })).body.last_change).toBeUndefined();
  });

  it('with its subject, type and colour', async () => {
    const path = `attendance/classschedule/${mon9}/`;
    const shown = async () => (await school.call('admin', 'GET', path)).body;
    const before = await shown();
    const { rows } = await sql<{ id: number }>`
      select id from subject where subject_code = 'MAT2'`.execute(school.database);
    const { body } = await change({
      ...tuesday,
      subject_id: rows[0]?.id,
      class_type: 'Tutorial',
      color_coding: '#123456',
      confirm_clashes: true,
    });
    expect(body.class_type).toBe('Tutorial');
    expect((await undo(body.last_change.operation)).status).toBe(200);
    expect(await shown()).toEqual(before);
  });

  it('but not once its new subject has attendance', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from subject where subject_code = 'MAT2'`.execute(school.database);
    const { body } = await change({
      start_time: '14:00',
      end_time: '15:00',
      effective_from: '2026-03-16',
      subject_id: rows[0]?.id,
      confirm_clashes: true,
    });
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      class_schedule: mon9,
      date: '2026-03-02',
      student: 'S1',
      status: 'Present',
    });
    expect(await undo(body.last_change.operation)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Attendance was taken') },
    });
  });

  it('but not after a roll was taken on the new dates', async () => {
    const { body } = await change({ ...tuesday, effective_from: '2026-02-24' });
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      class_schedule: mon9,
      date: '2026-02-24',
      student: 'S1',
      status: 'Present',
    });
    const changed = await state();
    expect(await last()).toBeUndefined();
    expect(await undo(body.last_change.operation)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Attendance was taken') },
    });
    expect(await state()).toEqual(changed);
  });

  it('nor after the class was changed again, until that is undone', async () => {
    const before = await state();
    const first = (await change(tuesday)).body.last_change.operation;
    const second = (await change({ start_time: '09:30' })).body.last_change.operation;
    expect(await undo(first)).toMatchObject({
      status: 409,
      body: {
        detail:
          'These classes, or the holidays of their dates, were changed since: this can no longer be undone. Undo the later change first.',
      },
    });
    expect((await undo(second)).status).toBe(200);
    expect((await undo(first)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it('nor when an extra class is held on a date that it freed', async () => {
    const { body } = await change({ ...tuesday, effective_from: '2026-03-16' });
    const extra = { class_schedule: mon9, date: '2026-03-16', confirm: true };
    const times = { start_time: '09:00', end_time: '10:00' };
    const added = await school.call('admin', 'POST', 'attendance/meetings/create/', {
      ...extra,
      ...times,
    });
    expect(added.status).toBe(200);
    expect((await undo(body.last_change.operation)).status).toBe(409);
  });

  it('is visible to users who may change the timetable', async () => {
    await change(tuesday);
    const seen = await school.call('teacher', 'GET', `attendance/classschedule/${mon9}/`);
    expect(seen.status).toBe(200);
    expect(seen.body.last_change).toBeUndefined();
  });
});
