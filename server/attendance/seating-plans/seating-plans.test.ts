import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { monday } from '#server/test/marking.ts';
import { classesIn } from './queries.ts';
import { at, createSeating, layout, type Seating } from '#server/test/seating.ts';

let seating: Seating;
let ids: Seating['ids'];
beforeAll(async () => {
  seating = await createSeating();
  ids = seating.ids;
});
afterAll(() => seating.school.close());
beforeEach(() => seating.begin());
const save: Seating['save'] = (...of) => seating.save(...of);
const next: Seating['next'] = (...of) => seating.next(...of);
const read: Seating['read'] = (...of) => seating.read(...of);
const restore: Seating['restore'] = (...of) => seating.restore(...of);
const history: Seating['history'] = () => seating.history();

describe('a seating plan', () => {
  it('is empty at first, and is then stored for class and room with the layout of the room', async () => {
    expect(await read()).toMatchObject({
      status: 200,
      body: {
        classroom: { id: seating.room },
        rooms: [{ id: seating.room }],
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
    const plan = [at(ids.S1, 1, 1), at(ids.S2, 1, 3)];
    expect(await history()).toMatchObject([{ version: 1, way: 'by_hand', seats: 2, plan }]);
  });

  it('has a layout that is announced to all classes of the room, also those without a plan', async () => {
    await save();
    const { database } = seating.school;
    const room = { classroom: seating.room, date: monday };
    const { rows } = await sql<{ id: number }>`
      select id from class_schedule where classroom_id = ${seating.room} and archived_at is null`.execute(
      database,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect((await classesIn(database, room)).toSorted()).toEqual(
      rows.map(({ id }) => id).toSorted(),
    );
    expect((await read()).body.layout_by).toBe('Tess Teacher');
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
    const stranger = await seating.school.studentId('S4');
    const { status, body } = await save({ seats: [at(stranger, 1, 1)] });
    expect({ status, body }).toMatchObject({ status: 400, body: { seats: [/not in this class/] } });
  });

  it('names who has left the class and is to sit there, and no one else', async () => {
    await seating.run(sql`update enrolment set enrolled_to = '2026-03-01'::date
      where student_id = ${ids.S1} and class_schedule_id = ${seating.mon9}`);
    try {
      const { rows } = await seating.run(
        sql<{ name: string }>`
          select first_name || ' ' || last_name as name from student where id = ${ids.S1}`,
      );
      const gone = `${rows[0]!.name} is not in this class on this date`;
      expect(await save()).toMatchObject({ status: 400, body: { seats: [gone] } });
      const stranger = await seating.school.studentId('S4');
      expect((await save({ seats: [at(stranger, 1, 1)] })).body.seats).toEqual([
        'A student is not in this class on this date',
      ]);
      expect((await read()).body.version).toBe(0);
    } finally {
      await seating.run(sql`update enrolment set enrolled_to = null
        where student_id = ${ids.S1} and class_schedule_id = ${seating.mon9}`);
    }
  });

  it('is another one in another room on a date', async () => {
    await save();
    await seating.run(
      sql`update class_meeting set classroom_id = ${seating.otherRoom}, own_room = true
        where class_schedule_id = ${seating.mon9} and date = ${monday}::date`,
    );
    try {
      const { body } = await read();
      expect(body).toMatchObject({
        classroom: { id: seating.otherRoom },
        rooms: [{ id: seating.otherRoom }],
        other_rooms: [{ id: seating.room }],
        version: 0,
        layout: null,
      });
      expect((await read({ classroom: seating.room })).body).toMatchObject({
        version: 1,
        may_change: false,
      });
      expect((await save({ version: 1, layout_version: 1 })).status).toBe(400);
    } finally {
      await seating.run(
        sql`update class_meeting set classroom_id = ${seating.room}, own_room = false
          where class_schedule_id = ${seating.mon9} and date = ${monday}::date`,
      );
    }
  });

  it('of a class in two rooms: a student has a seat in one of them', async () => {
    const rooms = (more: number | null) =>
      seating.run(sql`
        update class_meeting set own_room = ${more !== null},
          more_classroom_ids = case when ${more}::bigint is not null then array[${more}::bigint] end
        where class_schedule_id = ${seating.mon9} and date = ${monday}::date`);
    await rooms(seating.otherRoom);
    try {
      await save();
      const there = { classroom: seating.otherRoom, seats: [at(ids.S2, 2, 1), at(ids.S3, 2, 2)] };
      expect((await save(there)).body).toMatchObject({
        seats: there.seats,
        elsewhere: [{ student: ids.S1 }],
      });
      expect((await read()).body).toMatchObject({
        version: 2,
        seats: [at(ids.S1, 1, 1)],
        elsewhere: [
          { student: ids.S2, room_number: 'Other' },
          { student: ids.S3, room_number: 'Other' },
        ],
      });
      expect((await restore(2, 1)).body).toMatchObject({ version: 3 });
      expect((await read({ classroom: seating.otherRoom })).body).toMatchObject({
        version: 2,
        seats: [at(ids.S3, 2, 2)],
      });
    } finally {
      await rooms(null);
    }
  });

  it('leaves the seats of students empty who left, and keeps those of students who come later', async () => {
    await save({ seats: [at(ids.S1, 1, 1), at(ids.S2, 1, 3), at(ids.S3, 2, 1), at(ids.S5, 2, 2)] });
    const period = (student: number, from: string, to: string | null) =>
      seating.run(sql`update enrolment set enrolled_from = ${from}::date, enrolled_to = ${to}::date
        where student_id = ${student} and class_schedule_id = ${seating.mon9}`);
    const before = await seating.run<{
      student_id: number;
      enrolled_from: string;
      enrolled_to: string;
    }>(
      sql`select student_id, enrolled_from::text, enrolled_to::text from enrolment
        where class_schedule_id = ${seating.mon9}`,
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

  it('shows no seat that is not in the layout, and shows it again with the former layout', async () => {
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

  it('that is saved while a layout hides seats has them again with the former layout, unless they are taken', async () => {
    await save({ seats: [at(ids.S1, 1, 1), at(ids.S2, 1, 3), at(ids.S3, 2, 3)] });
    const small = { rows: 1, columns: 1, gaps: [] };
    await next(1, [at(ids.S1, 1, 1)], { layout: small });
    expect((await next(2, [at(ids.S5, 1, 1)], { layout_version: 2 })).body.seats).toEqual([
      at(ids.S5, 1, 1),
    ]);
    const large = { version: 3, layout_version: 2, seats: [at(ids.S5, 2, 3)] };
    expect((await save(large)).body.seats).toEqual([at(ids.S2, 1, 3), at(ids.S5, 2, 3)]);
  });
});

describe('who changes a seating plan', () => {
  it('teaches, covers or has marked the class; administrators always', async () => {
    expect((await save({}, 'otherTeacher')).status).toBe(403);
    expect((await read({}, 'otherTeacher')).body.may_change).toBe(false);
    expect((await save({}, 'admin')).status).toBe(200);
    const student = [ids.S1];
    await seating.school.call('otherTeacher', 'POST', 'attendance/mark-student-attendance/', {
      class_schedule: seating.mon9,
      date: monday,
      student,
    });
    expect((await read({}, 'otherTeacher')).body.may_change).toBe(true);
    expect((await next(1, [], {}, 'otherTeacher')).status).toBe(200);
    expect((await restore(2, 1, 'otherTeacher')).status).toBe(200);
  });

  it('does so as long as teachers change the roll; administrators later, too', async () => {
    await seating.set({ edit_days: 7 });
    seating.school.at('2026-03-20T09:15:00+11:00');
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
    // Also where a seat of theirs has gone with it.
    await next(2, [], { layout_version: 2, layout: { rows: 1, columns: 1, gaps: [] } });
    const beyond = await save({ version: 2, layout_version: 2, layout: undefined });
    expect(beyond).toMatchObject({ status: 409, body: { overtaken: { by: expect.any(String) } } });
  });
});
