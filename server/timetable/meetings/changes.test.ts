import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
let theo: number;
beforeEach(async () => {
  school = await createTestSchool({
    now: '2026-03-02T08:00:00+11:00',
  });
  mon9 = await school.classId('mon9');
  theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
});
afterEach(() => school.close());

const call = (path: string, body: object = {}, caller: Caller = 'admin') =>
  school.call(caller, 'POST', `attendance/${path}`, body);
const meetingOn = async (date: string, id = mon9): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from class_meeting
    where class_schedule_id = ${id} and date = ${date}`.execute(school.database);
  return rows[0]?.id ?? 0;
};
const classesOn = async (date: string, caller: Caller = 'admin', query = '&include=changed') =>
  (
    await school.call(caller, 'GET', `attendance/classschedule/?date=${date}&limit=100${query}`)
  ).body.results.filter((it: { id: number }) => it.id === mon9);
const mark = (date: string, student = 'S1') =>
  call('attendance/create/', { class_schedule: mon9, date, student, status: 'Present' }, 'teacher');
const cancel = async (date: string, reason = 'Teacher ill') =>
  call('meetings/cancel/', { ids: [await meetingOn(date)], reason });
const move = async (from: string, body: object) =>
  call(`meetings/${await meetingOn(from)}/move/`, body);
const nine = { start_time: '09:00', end_time: '10:30' };

describe('a cancelled class (R-MEETING-4)', () => {
  it('is returned as cancelled on request, and accepts no mark', async () => {
    expect(await cancel('2026-03-02')).toMatchObject({
      status: 200,
      body: { meetings: [{ class_schedule: mon9, date: '2026-03-02', status: 'cancelled' }] },
    });
    expect(await classesOn('2026-03-02', 'admin', '')).toEqual([]);
    expect(await classesOn('2026-03-02')).toMatchObject([
      { currentClass: false, meeting: { status: 'cancelled', reason: 'Teacher ill' } },
    ]);
    school.at('2026-03-02T09:10:00+11:00');
    expect(await mark('2026-03-02')).toMatchObject({
      status: 400,
      body: { date: ['This class was cancelled: Teacher ill'] },
    });
    const checkIn = { class_schedule: mon9, date: '2026-03-02' };
    expect((await call('payroll-logs/create/', checkIn, 'teacher')).status).toBe(400);
  });

  it('keeps its marks, which do not count in rates until it is restored', async () => {
    school.at('2026-03-02T09:10:00+11:00');
    await mark('2026-03-02');
    const { rows } = await sql<{ uuid: string }>`
      select uuid from student where student_id = 'S1'`.execute(school.database);
    const present = async () =>
      (
        await school.call('admin', 'GET', `attendance/student-details/${rows[0]?.uuid}/`)
      ).body.attendance.find((it: { class_schedule: number }) => it.class_schedule === mon9)
        .present;
    expect(await present()).toBe(1);
    await cancel('2026-03-02', 'Fire drill');
    expect(await present()).toBe(0);
    const roll = await school.call(
      'teacher',
      'GET',
      `attendance/attendance/?class_schedule=${mon9}&date=2026-03-02`,
    );
    expect(
      roll.body.results.filter((it: { status: string }) => it.status === 'Present'),
    ).toHaveLength(1);
    await call('meetings/restore/', { ids: [await meetingOn('2026-03-02')] });
    expect(await present()).toBe(1);
  });

  it('stays cancelled when the class, its semester or holidays change', async () => {
    await cancel('2026-03-09');
    await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, {
      day_of_week: 'Friday',
    });
    expect(await classesOn('2026-03-09')).toMatchObject([{ meeting: { status: 'cancelled' } }]);
  });

  it('needs a reason', async () => {
    expect(await call('meetings/cancel/', { ids: [await meetingOn('2026-03-09')] })).toMatchObject({
      status: 400,
      body: { reason: ['is required'] },
    });
  });
});

describe('a cover', () => {
  it('belongs to the covering teacher, and is still visible to the covered one', async () => {
    const ids = [await meetingOn('2026-03-02')];
    expect((await call('meetings/cover/', { ids, teacher_id: theo, confirm: true })).status).toBe(
      200,
    );
    const shown = {
      teacher: { id: theo },
      planned: { teacher: { first_name: 'Tess' } },
      meeting: { cover: { id: theo } },
    };
    for (const teacher of [theo, (await classesOn('2026-03-09'))[0].teacher.id])
      expect(await classesOn('2026-03-02', 'admin', `&teacher=${teacher}`)).toMatchObject([shown]);
    school.at('2026-03-02T08:55:00+11:00');
    const checkIn = { class_schedule: mon9, date: '2026-03-02' };
    expect(await call('payroll-logs/create/', checkIn, 'otherTeacher')).toMatchObject({
      status: 201,
      body: { stands_in: false, teacher: { id: theo } },
    });
    expect(await call('meetings/cover/', { ids, teacher_id: null })).toMatchObject({
      status: 409,
      body: { detail: 'MAT1 on 2026-03-02 has a check-in.' },
    });
  });

  it('by a busy teacher has to be confirmed', async () => {
    await sql`update class_schedule set teacher_id = ${theo} where ref = 'mon9b'`.execute(
      school.database,
    );
    const ids = [await meetingOn('2026-12-07'), await meetingOn('2026-03-09')].filter(Boolean);
    await sql`
      update class_meeting set teacher_id = ${theo}
      where class_schedule_id = ${await school.classId('mon9b')}`.execute(school.database);
    const clash = await call('meetings/cover/', { ids, teacher_id: theo });
    expect(clash).toMatchObject({
      status: 409,
      body: { confirm: [expect.stringContaining('Theo Tutor is needed by')] },
    });
    expect((await call('meetings/cover/', { ids, teacher_id: theo, confirm: true })).status).toBe(
      200,
    );
  });
});

describe('a moved class', () => {
  it('is held on the new date, and is marked as moved on its own', async () => {
    expect(await move('2026-03-09', { date: '2026-03-12', ...nine })).toMatchObject({
      status: 200,
    });
    expect(await classesOn('2026-03-09')).toMatchObject([
      {
        meeting: {
          status: 'moved',
          moved_to: { date: '2026-03-12', start_time: '09:00', room_number: 'R1' },
        },
      },
    ]);
    expect(await classesOn('2026-03-12', 'teacher', '')).toMatchObject([
      { start_time: '09:00', meeting: { origin: 'moved', moved_from: '2026-03-09' } },
    ]);
    school.at('2026-03-12T09:05:00+11:00');
    expect((await mark('2026-03-12')).status).toBe(201);
    expect(await mark('2026-03-09')).toMatchObject({
      status: 400,
      body: { date: ['This class was moved to Thu 12 Mar 09:00, R1'] },
    });
  });

  it('is moved again, and back to its own date', async () => {
    await move('2026-03-09', { date: '2026-03-12', ...nine });
    expect(await move('2026-03-12', { date: '2026-03-14', ...nine, confirm: true })).toMatchObject({
      status: 200,
    });
    expect(await meetingOn('2026-03-12')).toBe(0);
    expect((await classesOn('2026-03-09'))[0].meeting.moved_to.date).toBe('2026-03-14');
    await move('2026-03-14', {
      date: '2026-03-09',
      start_time: '09:15',
      end_time: '10:00',
      confirm: true,
    });
    expect(await meetingOn('2026-03-14')).toBe(0);
    expect(await classesOn('2026-03-09')).toMatchObject([
      { start_time: '09:15', meeting: { status: 'scheduled', moved_to: null } },
    ]);
  });

  it.each([
    ['a date with a meeting of the class', '2026-03-16', 409, 'detail', /such as 2026-03-1[57]/],
    ['before the classes begin', '2026-02-01', 400, 'date', /must be from/],
    ['after the semester', '2026-07-01', 400, 'date', /must be from/],
    ['a holiday', '2026-04-03', 409, 'confirm', /is a holiday/],
  ])('is refused on %s', async (_, date, status, field, message) => {
    const refused = await move('2026-03-09', { date, ...nine });
    expect(refused.status).toBe(status);
    expect(String(refused.body[field])).toMatch(message);
    expect(await classesOn('2026-03-09')).toMatchObject([{ meeting: { status: 'scheduled' } }]);
  });

  it('is refused once it has marks or a check-in', async () => {
    school.at('2026-03-02T09:10:00+11:00');
    await mark('2026-03-02');
    expect(await move('2026-03-02', { date: '2026-03-05', ...nine })).toMatchObject({
      status: 409,
      body: { detail: 'MAT1 on 2026-03-02 has marks.' },
    });
  });

  it('may be held at other times of its own date', async () => {
    await move('2026-03-09', { date: '2026-03-09', start_time: '11:00', end_time: '12:30' });
    await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, {
      start_time: '08:00',
    });
    expect((await classesOn('2026-03-09'))[0].start_time).toBe('11:00');
    expect((await classesOn('2026-03-16'))[0].start_time).toBe('08:00');
  });
});

it('an extra class is held on a date of its own', async () => {
  const extra = { class_schedule: mon9, date: '2026-03-15', ...nine, confirm: true };
  expect((await call('meetings/create/', extra)).status).toBe(200);
  expect(await classesOn('2026-03-15')).toMatchObject([{ meeting: { origin: 'extra' } }]);
  expect((await call('meetings/create/', extra)).status).toBe(409);
  expect(await call('meetings/create/', { ...extra, class_schedule: 99_999 })).toMatchObject({
    status: 400,
    body: { class_schedule: ['does not exist'] },
  });
});

describe('a change', () => {
  it('of the room only stays when the class changes its room', async () => {
    const { body } = await call('classroom/create/', { room_number: 'B2.10', capacity: 20 });
    const ids = [await meetingOn('2026-03-09')];
    await call('meetings/room/', { ids, classroom_id: body.id });
    expect((await classesOn('2026-03-09'))[0].classroom.room_number).toBe('B2.10');
    await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, {
      start_time: '08:30',
    });
    expect(await classesOn('2026-03-09')).toMatchObject([
      { start_time: '08:30', classroom: { room_number: 'B2.10' } },
    ]);
  });

  it.each([
    ['cancel', async () => cancel('2026-03-09')],
    ['move', async () => move('2026-03-09', { date: '2026-03-12', ...nine })],
    [
      'cover',
      async () =>
        call('meetings/cover/', {
          ids: [await meetingOn('2026-03-09')],
          teacher_id: theo,
          confirm: true,
        }),
    ],
    [
      'extra',
      async () => call('meetings/create/', { class_schedule: mon9, date: '2026-03-13', ...nine }),
    ],
  ])('is undone in one step: %s', async (_, change) => {
    const all = async () =>
      (
        await sql`
          select to_jsonb(m) - '{sequence,status_changed_at}'::text[] as row from class_meeting m
          where class_schedule_id = ${mon9} order by date`.execute(school.database)
      ).rows;
    const before = await all();
    const { body } = await change();
    expect(await all()).not.toEqual(before);
    expect((await call(`operations/${body.operation}/undo/`)).status).toBe(200);
    expect(await all()).toEqual(before);
    expect((await call(`operations/${body.operation}/undo/`)).status).toBe(409);
  });

  it('is not undone after the class was changed again, also by the same user', async () => {
    const { body } = await cancel('2026-03-09');
    await cancel('2026-03-09', 'Other reason');
    expect(await call(`operations/${body.operation}/undo/`)).toMatchObject({
      status: 409,
      body: {
        detail:
          'These classes, or the holidays of their dates, were changed since: this can no longer be undone. Undo the later change first.',
      },
    });
    expect((await call('operations/99999/undo/')).status).toBe(404);
  });

  it('of an outdated meeting is refused, with its current state', async () => {
    const [{ meeting }] = await classesOn('2026-03-09');
    await cancel('2026-03-09', 'Flood');
    expect(
      await call(`meetings/${meeting.id}/move/`, {
        date: '2026-03-12',
        ...nine,
        sequence: meeting.sequence,
      }),
    ).toMatchObject({
      status: 409,
      body: { detail: 'Somebody else changed this class meanwhile: it is cancelled now (Flood).' },
    });
  });

  it('of several is applied to all or none', async () => {
    const ids = [await meetingOn('2026-03-09'), await meetingOn('2026-03-16'), 999_999];
    expect((await call('meetings/cancel/', { ids, reason: 'Camp' })).status).toBe(400);
    await move('2026-03-16', { date: '2026-03-18', ...nine });
    expect((await call('meetings/cancel/', { ids: ids.slice(0, 2), reason: 'Camp' })).status).toBe(
      409,
    );
    expect(await classesOn('2026-03-09')).toMatchObject([{ meeting: { status: 'scheduled' } }]);
  });

  it('requires permission to edit the timetable', async () => {
    const ids = [await meetingOn('2026-03-09')];
    expect((await call('meetings/cancel/', { ids, reason: 'x' }, 'teacher')).status).toBe(403);
    expect((await call('meetings/cancel/', { ids, reason: 'x' }, 'account')).status).toBe(200);
  });
});
