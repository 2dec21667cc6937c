import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';

let marking: Marking;
let ids: Record<'S1' | 'S2' | 'S3' | 'S5', number>;
let room: number;
let otherRoom: number;
beforeAll(async () => {
  marking = await createMarking();
  const { school } = marking;
  const [S1, S2, S3, S5] = await Promise.all(
    ['S1', 'S2', 'S3', 'S5'].map((code) => school.studentId(code)),
  );
  ids = { S1: S1!, S2: S2!, S3: S3!, S5: S5! };
  const { rows } = await sql<{ id: number }>`
    select classroom_id as id from class_schedule where id = ${marking.mon9}`.execute(
    school.database,
  );
  room = rows[0]!.id;
  const added = await school.call('admin', 'POST', 'attendance/classroom/create/', {
    room_number: 'Other',
    capacity: 20,
  });
  otherRoom = added.body.id;
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  await run(sql`truncate seat, seating_plan_change, seating_plan, room_gap, room_layout`);
  await set({ edit_days: 0 });
});

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(marking.school.database);
const set = (values: object) =>
  marking.school.call('admin', 'PATCH', 'attendance/settings/', values);
const read = async (
  more: Record<string, string | number> = {},
  caller: Caller = 'teacher',
): Promise<{ status: number; body: SeatingPlan }> => {
  const query = new URLSearchParams({
    class_schedule: String(marking.mon9),
    date: monday,
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
  });
  return marking.school.call(caller, 'GET', `attendance/seating-plan/?${query.toString()}`);
};
const layout = { rows: 2, columns: 3, gaps: [{ row: 1, column: 2 }] };
const at = (student: number, row: number, column: number) => ({ student, row, column });
const save = (more: object = {}, caller: Caller = 'teacher') =>
  marking.school.call(caller, 'POST', 'attendance/seating-plan/save/', {
    class_schedule: marking.mon9,
    date: monday,
    classroom: room,
    version: 0,
    layout_version: 0,
    layout,
    way: 'by_hand',
    seats: [at(ids.S1, 1, 1), at(ids.S2, 1, 3)],
    ...more,
  });
/** What is saved next: the room has its layout. */
const next = (version: number, seats: object[], more: object = {}, caller: Caller = 'teacher') =>
  save({ version, layout_version: 1, layout: undefined, seats, ...more }, caller);
const restore = (version: number, to: number, caller: Caller = 'teacher', more: object = {}) =>
  marking.school.call(caller, 'POST', 'attendance/seating-plan/restore/', {
    class_schedule: marking.mon9,
    date: monday,
    classroom: room,
    version,
    to,
    ...more,
  });
const history = async () => {
  const query = `class_schedule=${marking.mon9}&classroom=${room}`;
  const path = `attendance/seating-plan/history/?${query}`;
  return (await marking.school.call('teacher', 'GET', path)).body.results;
};

describe('a seating plan', () => {
  it('is empty at first, and is then stored for class and room with the layout of the room', async () => {
    expect(await read()).toMatchObject({
      status: 200,
      body: {
        classroom: { id: room },
        rooms: [{ id: room }],
        layout: null,
        version: 0,
        seats: [],
        changed_by: null,
        may_change: true,
      },
    });
    expect((await save()).status).toBe(200);
    expect((await read()).body).toMatchObject({
      layout: { ...layout, version: 1 },
      version: 1,
      seats: [at(ids.S1, 1, 1), at(ids.S2, 1, 3)],
      changed_by: 'Tess Teacher',
    });
    expect(await history()).toMatchObject([{ version: 1, way: 'by_hand', seats: 2 }]);
  });

  it.each([
    ['without a layout, where the room has none', { layout: undefined }, 'layout'],
    ['a seat in a gap', { seats: [{ student: 1, row: 1, column: 2 }] }, 'seats'],
    ['a seat beyond the room', { seats: [{ student: 1, row: 3, column: 1 }] }, 'seats'],
    [
      'two in one seat',
      {
        seats: [
          { student: 1, row: 1, column: 1 },
          { student: 2, row: 1, column: 1 },
        ],
      },
      'seats',
    ],
    [
      'one in two seats',
      {
        seats: [
          { student: 1, row: 1, column: 1 },
          { student: 1, row: 2, column: 1 },
        ],
      },
      'seats',
    ],
    ['no rows', { layout: { rows: 0, columns: 3, gaps: [] } }, 'layout'],
    ['a room in which the class is not held', { classroom: 424_242 }, 'classroom'],
    ['an unknown class', { class_schedule: 424_242 }, 'class_schedule'],
    ['an own way to restore', { way: 'restored' }, 'way'],
  ])('is not saved with %s', async (_what, more, field) => {
    const { status, body } = await save(more);
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: [field] });
    expect((await read()).body.version).toBe(0);
  });

  it('refuses a seat for a student who is not in the class on the date', async () => {
    const stranger = await marking.school.studentId('S4');
    const { status, body } = await save({ seats: [at(stranger, 1, 1)] });
    expect({ status, body }).toMatchObject({ status: 400, body: { seats: [/not in this class/] } });
  });

  it('is another one in another room on a date', async () => {
    await save();
    await run(
      sql`update class_meeting set classroom_id = ${otherRoom}, own_room = true
        where class_schedule_id = ${marking.mon9} and date = ${monday}::date`,
    );
    try {
      const { body } = await read();
      expect(body).toMatchObject({
        classroom: { id: otherRoom },
        rooms: [{ id: otherRoom }],
        other_rooms: [{ id: room }],
        version: 0,
        layout: null,
      });
      expect((await read({ classroom: room })).body).toMatchObject({
        version: 1,
        may_change: false,
      });
      expect((await save({ version: 1, layout_version: 1 })).status).toBe(400);
    } finally {
      await run(
        sql`update class_meeting set classroom_id = ${room}, own_room = false
          where class_schedule_id = ${marking.mon9} and date = ${monday}::date`,
      );
    }
  });

  it('leaves the seats of students empty who left, and keeps those of students who come later', async () => {
    await save({ seats: [at(ids.S1, 1, 1), at(ids.S2, 1, 3), at(ids.S3, 2, 1), at(ids.S5, 2, 2)] });
    const period = (student: number, from: string, to: string | null) =>
      run(sql`update enrolment set enrolled_from = ${from}::date, enrolled_to = ${to}::date
        where student_id = ${student} and class_schedule_id = ${marking.mon9}`);
    const before = await run<{ student_id: number; enrolled_from: string; enrolled_to: string }>(
      sql`select student_id, enrolled_from::text, enrolled_to::text from enrolment
        where class_schedule_id = ${marking.mon9}`,
    );
    try {
      await period(ids.S1, '2026-02-09', '2026-03-01');
      await period(ids.S2, '2026-03-09', null);
      await period(ids.S3, '2026-03-09', null);
      expect((await read()).body.seats).toEqual([at(ids.S5, 2, 2)]);
      // S3's seat is given away; that of S2 waits for them.
      expect((await next(1, [at(ids.S5, 2, 1)])).status).toBe(200);
      expect((await read({ date: '2026-03-09' })).body.seats).toEqual([
        at(ids.S2, 1, 3),
        at(ids.S5, 2, 1),
      ]);
    } finally {
      for (const row of before.rows)
        await period(row.student_id, row.enrolled_from, row.enrolled_to);
    }
  });

  it('shows no seat that the room has no more, and shows it again with the former layout', async () => {
    await save();
    const small = { rows: 1, columns: 1, gaps: [] };
    expect((await next(1, [at(ids.S1, 1, 1)], { layout: small })).body).toMatchObject({
      layout: { ...small, version: 2 },
      seats: [at(ids.S1, 1, 1)],
    });
    expect((await restore(2, 1)).body).toMatchObject({ version: 3, seats: [at(ids.S1, 1, 1)] });
    const saved = await save({ version: 3, layout_version: 2 });
    expect(saved.body).toMatchObject({ version: 4, seats: [at(ids.S1, 1, 1), at(ids.S2, 1, 3)] });
  });
});

describe('who changes a seating plan', () => {
  it('teaches, covers or has marked the class; administrators always', async () => {
    expect((await save({}, 'otherTeacher')).status).toBe(403);
    expect((await read({}, 'otherTeacher')).body.may_change).toBe(false);
    expect((await save({}, 'admin')).status).toBe(200);
    const student = [ids.S1];
    await marking.school.call('otherTeacher', 'POST', 'attendance/mark-student-attendance/', {
      class_schedule: marking.mon9,
      date: monday,
      student,
    });
    expect((await read({}, 'otherTeacher')).body.may_change).toBe(true);
    expect((await next(1, [], {}, 'otherTeacher')).status).toBe(200);
    expect((await restore(2, 1, 'otherTeacher')).status).toBe(200);
  });

  it('does so as long as teachers change the roll; administrators later, too', async () => {
    await set({ edit_days: 7 });
    marking.school.at('2026-03-20T09:15:00+11:00');
    expect((await save()).status).toBe(403);
    expect((await read()).body.may_change).toBe(false);
    expect((await save({}, 'admin')).status).toBe(200);
    expect((await restore(1, 1)).status).toBe(403);
  });
});

describe('two who change a plan', () => {
  it('do so one after the other: the second learns who changed it', async () => {
    await save();
    const answers = await Promise.all([
      next(1, [at(ids.S1, 2, 1)]),
      next(1, [at(ids.S2, 2, 1)], {}, 'admin'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      detail: expect.stringMatching(/changed this seating plan meanwhile/),
      overtaken: { by: expect.any(String), at: expect.any(String) },
    });
    expect(await history()).toHaveLength(2);
  });

  it('save the same once, also when the first answer was lost', async () => {
    const answers = await Promise.all([save(), save()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await history()).toHaveLength(1);
  });

  it('learn that the layout of the room was changed', async () => {
    await save();
    await next(1, [at(ids.S1, 1, 1)], { layout: { ...layout, gaps: [] } });
    const late = await save({ version: 2, layout_version: 1, layout: { ...layout, rows: 4 } });
    expect(late).toMatchObject({
      status: 409,
      body: { detail: 'You changed the layout of this room meanwhile.' },
    });
  });
});

describe('the history of a plan', () => {
  it('gives back the seats of an earlier version as a new one', async () => {
    await save();
    await next(1, [at(ids.S3, 2, 3)], { way: 'at_random' });
    expect((await restore(1, 1)).status).toBe(409);
    expect((await restore(2, 7)).body).toEqual({ to: ['This version is not stored any more'] });
    expect((await restore(2, 1)).body.seats).toEqual([at(ids.S1, 1, 1), at(ids.S2, 1, 3)]);
    expect(await history()).toMatchObject([
      { version: 3, way: 'restored', restored_version: 1, seats: 2, changed_by: 'Tess Teacher' },
      { version: 2, way: 'at_random', seats: 1 },
      { version: 1, way: 'by_hand' },
    ]);
  });

  it('has the last fifty versions', async () => {
    await save();
    for (let version = 1; version <= 51; version++)
      await next(version, [at(ids.S1, 2, 1 + (version % 3))]);
    const versions = (await history()).map(({ version }: { version: number }) => version);
    expect(versions).toHaveLength(50);
    expect([versions[0], versions.at(-1)]).toEqual([52, 3]);
  });
});

it('a merged student’s seat is that of the student who stays', async () => {
  await save();
  const { school } = marking;
  const pair = `keep=${ids.S5}&remove=${ids.S2}`;
  const preview = await school.call('admin', 'GET', `attendance/student-merge/?${pair}`);
  const merged = await school.call('admin', 'POST', 'attendance/student-merge/', {
    keep: ids.S5,
    remove: ids.S2,
    version: preview.body.version,
  });
  expect(merged.status, JSON.stringify(merged.body)).toBe(200);
  expect((await read()).body.seats).toEqual([at(ids.S1, 1, 1), at(ids.S5, 1, 3)]);
});

it('an erased student has no seat in any version, and a deleted plan leaves nothing', async () => {
  await save({ seats: [at(ids.S1, 1, 1), at(ids.S3, 1, 3)] });
  await next(1, [at(ids.S1, 2, 1)]);
  const { school } = marking;
  const erased = await school.call(
    'account',
    'POST',
    `attendance/student-details/${ids.S1}/erase/`,
    { student_id: 'S1', redact_notes: false },
  );
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  const { rows } = await run(sql<{ n: number }>`
    select count(*)::int as n from seat where student_id = ${ids.S1}`);
  expect(rows[0]!.n).toBe(0);
  expect((await restore(2, 1)).body.seats).toEqual([at(ids.S3, 1, 3)]);
  await run(sql`delete from seating_plan where class_schedule_id = ${marking.mon9}`);
  const left = await run(sql<{ n: number }>`
    select (select count(*) from seat)::int + (select count(*) from seating_plan_change)::int as n`);
  expect(left.rows[0]!.n).toBe(0);
});
