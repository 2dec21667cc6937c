import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let [tess, theo, uma, mon9, tue14] = [0, 0, 0, 0, 0];
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
  theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  const named = { first_name: 'Uma', last_name: 'New', email: 'uma@school.example', phone: '1' };
  uma = (await call('teachers/create/', named)).body.id;
  mon9 = await school.classId('mon9');
  tue14 = await school.classId('tue14');
});
afterEach(() => school.close());

const call = (path: string, body: object = {}, caller: Caller = 'admin') =>
  school.call(caller, 'POST', `attendance/${path}`, body);
const change = (body: object) => call('classschedule-reassign/create/', body);
const preview = (body: object) => call('classschedule-reassign/preview/', body);
const state = async () =>
  (
    await sql`
      select (select jsonb_agg(to_jsonb(m) - 'sequence' order by id) from class_meeting m) as meetings,
        (select jsonb_agg(to_jsonb(p) order by class_schedule_id, valid_from)
          from class_schedule_pattern p) as patterns,
        (select jsonb_agg(to_jsonb(c) order by id) from class_schedule c) as classes`.execute(
      school.database,
    )
  ).rows;
const teachersOf = async (id: number, from: string, to: string) =>
  (
    await sql<{ text: string }>`
      select date || ' ' || t.first_name as text from class_meeting m
      join teacher t on t.id = m.teacher_id
      where class_schedule_id = ${id} and date between ${from}::date and ${to}::date
      order by date`.execute(school.database)
  ).rows.map(({ text }) => text);
const fromTess = { kind: 'teacher', effective_from: '2026-03-09' };

describe('all classes of a teacher', () => {
  it('are assigned to another from a date on, and back in one step', async () => {
    const before = await state();
    const body = { ...fromTess, from: tess, to: uma };
    const seen = await preview(body);
    expect(seen).toMatchObject({
      status: 200,
      body: {
        classes: [
          { id: mon9, day_of_week: 'Monday', start_time: '09:00', meetings: 14 },
          { id: tue14, day_of_week: 'Tuesday', start_time: '14:00', meetings: 14 },
        ],
        students: 4,
        unchanged: 0,
        clashes: [],
      },
    });
    expect(await state()).toEqual(before);
    const { status, body: done } = await change(body);
    expect(status).toBe(200);
    expect(done.meetings).toHaveLength(28);
    expect(await teachersOf(mon9, '2026-03-02', '2026-03-16')).toEqual([
      '2026-03-02 Tess',
      '2026-03-09 Uma',
      '2026-03-16 Uma',
    ]);
    const [line] = (
      await school.call('admin', 'GET', 'attendance/audit/?search=Reassign%20classes')
    ).body.results;
    expect(line).toMatchObject({
      kind: 'change',
      actor: 'ada@school.example',
      about: { kind: 'teacher', from: tess, to: uma, effective_from: '2026-03-09' },
    });
    expect((await call(`operations/${done.operation}/undo/`)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it('stay where a third teacher is planned for later, and where records exist', async () => {
    const mark = { class_schedule: mon9, date: '2026-02-23', student: 'S1', status: 'Present' };
    await call('attendance/create/', mark, 'teacher');
    const later = { effective_from: '2026-04-20', teacher_id: theo };
    await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, later);
    const body = { ...fromTess, effective_from: '2026-02-16', from: tess, to: uma };
    expect((await preview(body)).body).toMatchObject({ unchanged: 1 });
    expect((await change(body)).status).toBe(200);
    expect(await teachersOf(mon9, '2026-02-09', '2026-03-02')).toEqual([
      '2026-02-09 Tess',
      '2026-02-16 Uma',
      '2026-02-23 Tess',
      '2026-03-02 Uma',
    ]);
    expect(await teachersOf(mon9, '2026-04-13', '2026-04-20')).toEqual([
      '2026-04-13 Uma',
      '2026-04-20 Theo',
    ]);
  });

  it('are assigned for a period, and are as before afterwards', async () => {
    const before = await state();
    const body = { ...fromTess, effective_to: '2026-03-17', from: tess, to: uma };
    expect((await preview(body)).body).toMatchObject({
      classes: [
        { id: mon9, meetings: 2 },
        { id: tue14, meetings: 2 },
      ],
    });
    expect(await state()).toEqual(before);
    const { body: done } = await change(body);
    expect(done.meetings).toHaveLength(4);
    expect(await teachersOf(mon9, '2026-03-02', '2026-03-23')).toEqual([
      '2026-03-02 Tess',
      '2026-03-09 Uma',
      '2026-03-16 Uma',
      '2026-03-23 Tess',
    ]);
    expect((await call(`operations/${done.operation}/undo/`)).status).toBe(200);
    expect(await state()).toEqual(before);
    const backwards = { ...body, effective_to: '2026-03-08' };
    expect(await change(backwards)).toMatchObject({
      status: 400,
      body: { effective_to: ['must not be before the first day'] },
    });
  });

  it('for one day are those that are held on it, and no other class is touched', async () => {
    const tuesday = { ...fromTess, effective_from: '2026-03-10', effective_to: '2026-03-10' };
    const body = { ...tuesday, from: tess, to: uma };
    const { body: seen } = await preview(body);
    expect(seen.classes).toMatchObject([{ id: tue14, meetings: 1 }]);
    const patterns = async () =>
      (
        await sql`select * from class_schedule_pattern where class_schedule_id = ${mon9}
          order by valid_from`.execute(school.database)
      ).rows;
    const before = await patterns();
    expect((await change(body)).body.meetings).toHaveLength(1);
    expect(await patterns()).toEqual(before);
  });

  it('for a period until the end of the semester leave nothing after it', async () => {
    const body = { ...fromTess, effective_to: '2027-12-31', from: tess, to: uma };
    expect((await change(body)).status).toBe(200);
    const { rows } = await sql<{ late: number }>`
      select count(*)::int as late from class_schedule_pattern
      where valid_from > '2026-06-30'`.execute(school.database);
    expect(rows).toEqual([{ late: 0 }]);
  });

  it('are assigned to a busy teacher only after a confirmation', async () => {
    const before = await state();
    const body = { ...fromTess, from: tess, to: theo };
    const clash = [expect.stringContaining('Theo Tutor is needed by MAT2 on 2026-03-09, 09:00')];
    expect((await preview(body)).body.clashes).toEqual(expect.arrayContaining(clash));
    expect(await change(body)).toMatchObject({ status: 409, body: { confirm: clash } });
    expect(await state()).toEqual(before);
    expect((await change({ ...body, confirm: true })).status).toBe(200);
  });

  it.each([
    ['to themselves', () => ({ from: tess, to: tess }), { to: ['must be another one'] }],
    ['to who does not exist', () => ({ from: tess, to: 999 }), { to: ['does not exist'] }],
    ['of who has none', () => ({ from: uma, to: tess }), { from: ['has no classes from then on'] }],
  ])('are not given %s', async (_, of, body) => {
    expect(await change({ ...fromTess, ...of() })).toMatchObject({ status: 400, body });
  });

  it('require permission to edit the timetable', async () => {
    const body = { ...fromTess, from: tess, to: uma };
    for (const path of ['create/', 'preview/'])
      expect((await call(`classschedule-reassign/${path}`, body, 'teacher')).status).toBe(403);
  });
});

it('all classes of a room move to another; a date in a third room stays there', async () => {
  const room = async (room_number: string) =>
    (await call('classroom/create/', { room_number, capacity: 20 })).body.id;
  const [second, third] = [await room('R2'), await room('R3')];
  const [first] = (await school.call('admin', 'GET', 'attendance/classroom/?search=R1')).body
    .results;
  const { rows } = await sql<{ id: number }>`
    select id from class_meeting
    where class_schedule_id = ${mon9} and date = '2026-03-16'`.execute(school.database);
  await call('meetings/room/', { ids: [rows[0]?.id], classroom_id: third });
  const body = { kind: 'classroom', effective_from: '2026-03-09', from: first.id, to: second };
  // Two of its classes overlap: they did before.
  expect((await change({ ...body, confirm: true })).status).toBe(200);
  const { rows: held } = await sql<{ text: string }>`
    select date || ' ' || r.room_number as text from class_meeting m
    join classroom r on r.id = m.classroom_id
    where class_schedule_id = ${mon9} and date between '2026-03-02' and '2026-03-23'
    order by date`.execute(school.database);
  expect(held.map(({ text }) => text)).toEqual([
    '2026-03-02 R1',
    '2026-03-09 R2',
    '2026-03-16 R3',
    '2026-03-23 R2',
  ]);
});

describe('without another teacher', () => {
  const further = (id: number, co_teachers: number[]) =>
    school.call('admin', 'PATCH', `attendance/classschedule/${id}/`, { co_teachers });
  it('the next teacher of each class moves up; a class without another one stays (R-TEACH-1)', async () => {
    await further(mon9, [theo, uma]);
    const before = await state();
    const body = { ...fromTess, from: tess, to: null };
    expect(await preview(body)).toMatchObject({
      status: 200,
      body: { classes: [{ id: mon9, meetings: 14 }], alone: 1, clashes: [] },
    });
    expect(await state()).toEqual(before);
    const { status, body: done } = await change(body);
    expect(status).toBe(200);
    const { rows } = await sql<{ names: string }>`
      select (select string_agg(t.first_name, ' ' order by array_position(g.teacher_id || g.co_teacher_ids, t.id))
        from teacher t where t.id = any(g.teacher_id || g.co_teacher_ids)) as names
      from class_meeting g where class_schedule_id = ${mon9} and date = '2026-03-09'`.execute(
      school.database,
    );
    expect(rows).toEqual([{ names: 'Theo Uma' }]);
    expect(await teachersOf(mon9, '2026-03-02', '2026-03-09')).toEqual([
      '2026-03-02 Tess',
      '2026-03-09 Theo',
    ]);
    expect((await call(`operations/${done.operation}/undo/`)).status).toBe(200);
  });

  it('a further teacher leaves, and the first one stays', async () => {
    await further(tue14, [theo]);
    expect((await change({ ...fromTess, from: theo, to: null })).status).toBe(200);
    expect(await teachersOf(tue14, '2026-03-10', '2026-03-10')).toEqual(['2026-03-10 Tess']);
    const { rows } = await sql<{ further: number[] | null }>`
      select co_teacher_ids as further from class_meeting
      where class_schedule_id = ${tue14} and date = '2026-03-10'`.execute(school.database);
    expect(rows).toEqual([{ further: null }]);
  });

  it('no class has another one: nothing changes', async () => {
    const before = await state();
    expect(await change({ ...fromTess, from: tess, to: null })).toMatchObject({
      status: 400,
      body: { from: ['has no classes from then on'] },
    });
    expect(await state()).toEqual(before);
  });
});

it('classes of a room that stands for several get these together (R-CLASS-8)', async () => {
  const room = async (room_number: string) =>
    (await call('classroom/create/', { room_number, capacity: 20 })).body.id;
  const [b1, b2, both] = [await room('B1'), await room('B2'), await room('B1, B2')];
  await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, { classroom_id: both });
  const body = {
    kind: 'classroom',
    from: both,
    to: b1,
    more_rooms: [b2],
    effective_from: '2026-03-03',
  };
  expect((await change({ ...body, more_rooms: [b1] })).body).toEqual({
    more_rooms: ['names the first room of the class'],
  });
  expect((await change({ ...body, kind: 'teacher', from: tess, to: uma })).body).toEqual({
    more_rooms: ['is for another room'],
  });
  expect((await change(body)).status).toBe(200);
  const { rows } = await sql<{ rooms: string }>`
    select rooms_text(classroom_id, more_classroom_ids) as rooms from class_meeting
    where class_schedule_id = ${mon9} and date = '2026-03-09'`.execute(school.database);
  expect(rows).toEqual([{ rooms: 'B1 (B2)' }]);
});
