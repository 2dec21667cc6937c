import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Clash } from '#contract/clash.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
let proposed: Record<string, unknown>;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const add = (more: object = {}) => call('POST', 'classschedule/create/', { ...proposed, ...more });
const change = (id: number, body: object) => call('PATCH', `classschedule/${id}/`, body);
const set = (clashes: 'ask' | 'refuse') => call('PATCH', 'settings/', { clashes });
const kindsOf = (found: Clash[]) => found.map(({ kind, confirmed }) => `${kind} ${confirmed}`);

/** A room and a teacher of its own, and a class in it on Thursdays at 9. */
let number = 0;
let thursday: number;
beforeEach(async () => {
  number++;
  await set('ask');
  await sql`delete from enrolment where enrolled_from = '2026-03-01'`.execute(school.database);
  const room = { room_number: `T${number}`, capacity: 20 };
  const classroom = (await call('POST', 'classroom/create/', room)).body.id;
  const { rows } = await sql<{ subject: number; semester: number; teacher: number }>`
    with teacher as (
      insert into teacher (first_name, last_name, email, phone)
      values ('Tim', ${`Number${number}`}, ${`tim${number}@school.example`}, '1') returning id)
    select (select min(id) from subject) as subject, (select min(id) from semester) as semester,
      id as teacher from teacher`.execute(school.database);
  proposed = {
    class_type: 'Lecture',
    day_of_week: 'Thursday',
    start_time: '09:00',
    end_time: '10:00',
    subject_id: rows[0]!.subject,
    semester_id: rows[0]!.semester,
    teacher_id: rows[0]!.teacher,
    classroom_id: classroom,
  };
  thursday = (await add()).body.id;
});

describe('with `ask`, a class is saved and its clashes are returned (R-CLASH-4)', () => {
  it('a new one', async () => {
    const { status, body } = await add({ start_time: '09:30', end_time: '11:00' });
    expect(status).toBe(201);
    expect(body.clashes).toMatchObject([{ id: thursday, kinds: ['teacher', 'classroom'] }]);
    expect(kindsOf(body.all_clashes)).toEqual(['classroom false', 'teacher false']);
    expect(body.all_clashes[0]).toMatchObject({ start_time: '09:30', end_time: '10:00' });
  });

  it('a changed one', async () => {
    const friday = (await add({ day_of_week: 'Friday' })).body;
    expect(friday.clashes).toBeUndefined();
    const { status, body } = await change(friday.id, { day_of_week: 'Thursday' });
    expect(status).toBe(200);
    expect(body.clashes).toMatchObject([{ id: thursday, confirmed: false }]);
  });

  it('names of students are returned to users who may plan', async () => {
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select s.id, c.id, '2026-03-01' from student s, class_schedule c
      where s.student_id = 'S2' and c.id = ${thursday}`.execute(school.database);
    const { body } = await change(thursday, { day_of_week: 'Monday', start_time: '09:30' });
    expect(body.all_clashes).toMatchObject([
      {
        kind: 'students',
        students: { count: 1, first: [{ student_id: 'S2', name: 'Bo Nguyễn' }] },
        other: { class_schedule: mon9, room_number: 'R1' },
      },
    ]);
    const asTeacher = await school.call('teacher', 'GET', `attendance/classschedule/${thursday}/`);
    expect(asTeacher.status).toBe(200);
    expect(JSON.stringify(asTeacher.body)).not.toContain('Nguyễn');
    const mon9Seen = await school.call('teacher', 'GET', `attendance/classschedule/${mon9}/`);
    expect(mon9Seen.body.clashes).toHaveLength(1);
    expect(mon9Seen.body.all_clashes).toBeUndefined();
  });
});

describe('with `refuse`, a clash has to be confirmed by the call (R-CLASH-4)', () => {
  beforeEach(() => set('refuse'));

  it('of a new class', async () => {
    const before = await sql`select from class_schedule`.execute(school.database);
    const { status, body } = await add();
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringMatching(/^Room T\d+ is needed by MAT1 on 2026-03-05, 09:00–10:00, /),
        confirm: [expect.stringContaining('is needed by')],
        clashes: [{ kind: 'classroom' }, { kind: 'teacher' }],
      },
    });
    expect((await sql`select from class_schedule`.execute(school.database)).rows).toHaveLength(
      before.rows.length,
    );
    expect((await add({ confirm_clashes: true })).status).toBe(201);
  });

  it('of a change from a date, and only for its effects', async () => {
    const friday = (await add({ day_of_week: 'Friday' })).body.id;
    const toThursday = { day_of_week: 'Thursday', effective_from: '2026-05-04' };
    expect(await change(friday, toThursday)).toMatchObject({
      status: 409,
      body: { clashes: [{ date: '2026-05-07' }, { date: '2026-05-07' }] },
    });
    expect((await change(friday, { color_coding: '#123456' })).status).toBe(200);
    expect((await change(friday, { ...toThursday, confirm_clashes: true })).status).toBe(200);
    expect((await change(thursday, { color_coding: '#123456' })).status).toBe(200);
  });

  it('a pay code can be changed despite clashes', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into pay_code (paycode, amount_cents, paycode_type)
      values (${`P${number}`}, 5000, 'tutorial_regular') returning id`.execute(school.database);
    await set('ask');
    await add();
    await set('refuse');
    const answer = await school.call('account', 'PATCH', `attendance/classschedule/${thursday}/`, {
      payroll_id: rows[0]?.id,
    });
    expect(answer.status).toBe(200);
    expect(await change(thursday, { end_time: '10:05' })).toMatchObject({ status: 409 });
  });

  it('a class that is already too large for its room may change its time, not its room', async () => {
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, ${thursday}, '2026-03-01' from student
      where student_id in ('S2', 'S3')`.execute(school.database);
    const small = async (room_number: string) =>
      (await call('POST', 'classroom/create/', { room_number, capacity: 1 })).body.id;
    const classroom_id = await small(`S${number}`);
    expect(await change(thursday, { classroom_id })).toMatchObject({
      status: 409,
      body: { clashes: [{ kind: 'seats', seats: { capacity: 1, enrolled: 2 } }] },
    });
    expect((await change(thursday, { classroom_id, confirm_clashes: true })).status).toBe(200);
    expect((await change(thursday, { start_time: '08:00', classroom_id })).status).toBe(200);
  });
});

describe('confirmed clashes are stored for the pair and its weekly times (R-CLASH-3)', () => {
  const combined = async () => {
    await set('refuse');
    const { body } = await add({ confirm_clashes: true });
    expect(body.all_clashes.map(({ confirmed }: Clash) => confirmed)).toEqual([true, true]);
    return Number(body.id);
  };

  it('it is returned as confirmed, from both sides, and is not refused again', async () => {
    const id = await combined();
    const { body } = await call('GET', `classschedule/${thursday}/`);
    expect(body.clashes).toMatchObject([{ id, confirmed: true }]);
    const another = { room_number: `A${number}`, capacity: 20 };
    const classroom_id = (await call('POST', 'classroom/create/', another)).body.id;
    // Still with the teacher for whom the combination was confirmed.
    expect((await change(id, { classroom_id })).status).toBe(200);
  });

  it.each([
    ['longer', { end_time: '10:30' }],
    ['on another day and back at another time', { start_time: '08:30' }],
  ])('another weekly time of one of them is refused again: %s', async (_, body) => {
    const id = await combined();
    for (const one of [id, thursday])
      expect(await change(one, body), String(one)).toMatchObject({ status: 409 });
    expect((await change(thursday, { ...body, confirm_clashes: true })).status).toBe(200);
    expect((await change(id, body)).status).toBe(409);
  });

  it('another class at that time is refused', async () => {
    await combined();
    expect(await add()).toMatchObject({ status: 409, body: { clashes: { length: 4 } } });
  });

  it('an unconfirmed kind is refused', async () => {
    const id = await combined();
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select s.id, c.id, '2026-03-01' from student s, class_schedule c
      where s.student_id = 'S3' and c.id in (${thursday}, ${id})`.execute(school.database);
    const another = { room_number: `B${number}`, capacity: 20 };
    const classroom_id = (await call('POST', 'classroom/create/', another)).body.id;
    const { body } = await change(id, { classroom_id });
    expect(new Set(kindsOf(body.clashes))).toEqual(new Set(['students false']));
  });

  it('a class on one date is judged with it: combined classes are moved and covered together', async () => {
    await combined();
    const { rows } = await sql<{ id: number }>`
      select id from class_meeting where date = '2026-03-12'
        and teacher_id = ${proposed.teacher_id}`.execute(school.database);
    const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    const cover = { ids: rows.map(({ id }) => id), teacher_id: theo };
    expect(rows).toHaveLength(2);
    expect((await call('POST', 'meetings/cover/', cover)).status).toBe(200);
  });
});

it('uncombined classes are not covered by one teacher in one step (R-MEETING-5)', async () => {
  const other = await call('POST', 'classroom/create/', { room_number: `C${number}`, capacity: 9 });
  const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  const tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
  await add({ classroom_id: other.body.id, teacher_id: tess });
  const { rows } = await sql<{ id: number }>`
    select id from class_meeting where date = '2026-03-19' and start_time = '09:00'
      and (teacher_id = ${proposed.teacher_id} or classroom_id = ${other.body.id})`.execute(
    school.database,
  );
  const cover = { ids: rows.map(({ id }) => id), teacher_id: theo };
  expect(rows).toHaveLength(2);
  expect(await call('POST', 'meetings/cover/', cover)).toMatchObject({
    status: 409,
    body: { clashes: [{ kind: 'teacher', subject: { subject_code: 'MAT1' } }] },
  });
  expect((await call('POST', 'meetings/cover/', { ...cover, confirm: true })).status).toBe(200);
});

it('the setting has two values', async () => {
  expect(await call('PATCH', 'settings/', { clashes: 'never' })).toMatchObject({ status: 400 });
});
