import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let room: number;
let ids: Record<'mon9' | 'mon10' | 'mon9b', number>;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  const { rows } = await sql<{ id: number }>`select id from classroom`.execute(school.database);
  room = rows[0]!.id;
  ids = {
    mon9: await school.classId('mon9'),
    mon10: await school.classId('mon10'),
    mon9b: await school.classId('mon9b'),
  };
});
afterAll(() => school.close());
beforeEach(() => sql`delete from room_closing`.execute(school.database));

const path = 'attendance/room-closings/';
const week = { closed_from: '2026-03-15', closed_to: '2026-03-23', reason: 'New floor' };
const close = (more: object = {}, caller: Caller = 'admin') =>
  school.call(caller, 'POST', `${path}create/`, { classroom_id: room, ...week, ...more });
const list = async () =>
  (await school.call('admin', 'GET', `${path}?classroom=${room}`)).body.results;

describe('a room is closed for some days (R-ROOM-1)', () => {
  it('lists the affected classes first, and does not change them', async () => {
    const preview = await close({ preview: true });
    expect(preview).toMatchObject({ status: 200, body: { id: null, meetings: 8 } });
    expect(
      preview.body.classes.map(({ id, date, dates }: Record<string, unknown>) => [id, date, dates]),
    ).toEqual([
      [ids.mon9, '2026-03-16', 2],
      [ids.mon9b, '2026-03-16', 2],
      [ids.mon10, '2026-03-16', 2],
      [await school.classId('tue14'), '2026-03-17', 1],
      [await school.classId('sat9'), '2026-03-21', 1],
    ]);
    expect(await list()).toEqual([]);
    const { status, body } = await close();
    expect({ status, body }).toMatchObject({ status: 201, body: { meetings: 8 } });
    expect(await list()).toMatchObject([
      { id: body.id, ...week, by: 'admin', classroom: { room_number: 'R1' }, meetings: 8 },
    ]);
    const { rows } = await sql<{ status: string }>`
      select distinct status from class_meeting where date between '2026-03-15' and '2026-03-23'`.execute(
      school.database,
    );
    expect(rows).toEqual([{ status: 'scheduled' }]);
  });

  it('counts a class that has it as a further room (R-CLASS-8)', async () => {
    const added = await sql<{ id: number }>`
      insert into classroom (room_number, capacity) values ('R-further', 20) returning id`.execute(
      school.database,
    );
    const further = added.rows[0]!.id;
    const rooms = (more: number[] | null) =>
      sql`update class_meeting set more_classroom_ids = ${more}::bigint[]
        where class_schedule_id = ${ids.mon9} and date = '2026-03-16'`.execute(school.database);
    await rooms([further]);
    const { body } = await close({ classroom_id: further, preview: true });
    expect(body).toMatchObject({ meetings: 1, classes: [{ id: ids.mon9, date: '2026-03-16' }] });
    await rooms(null);
  });

  it('counts classes from today on, and excludes past ones', async () => {
    expect(
      (await close({ closed_from: '2026-02-09', closed_to: '2026-03-02' })).body.meetings,
    ).toBe(3);
    await close({ closed_from: '2026-02-09', closed_to: '2026-03-01' });
    expect(await list()).toHaveLength(1);
  });

  it('a class that is moved there clashes, and shows the clash', async () => {
    const { body } = await close();
    const seen = await school.call('admin', 'GET', `attendance/classschedule/${ids.mon9}/`);
    expect(seen.body.all_clashes).toContainEqual(
      expect.objectContaining({
        kind: 'closed',
        name: 'R1',
        reason: 'New floor',
        dates: 2,
        date: '2026-03-16',
      }),
    );
    const extra = {
      class_schedule: ids.mon9,
      date: '2026-03-20',
      start_time: '07:00',
      end_time: '08:00',
    };
    const add = () => school.call('admin', 'POST', 'attendance/meetings/create/', extra);
    expect(await add()).toMatchObject({
      status: 409,
      body: { confirm: ['Room R1 is closed on 2026-03-20 (New floor)'] },
    });
    expect((await school.call('admin', 'DELETE', `${path}${body.id}/`)).status).toBe(204);
    expect((await add()).status).toBe(200);
    expect((await school.call('admin', 'DELETE', `${path}${body.id}/`)).status).toBe(404);
  });

  it('a class that would be held there on a date has to be confirmed, as in a room that is too small', async () => {
    const other = { room_number: 'R2', capacity: 3 };
    const { body } = await school.call('admin', 'POST', 'attendance/classroom/create/', other);
    await close({ classroom_id: body.id });
    const { rows } = await sql<{ id: number }>`
      select id from class_meeting where class_schedule_id = ${ids.mon9} and date = '2026-03-16'`.execute(
      school.database,
    );
    const change = { ids: rows.map(({ id }) => id), classroom_id: body.id };
    const answer = await school.call('admin', 'POST', 'attendance/meetings/room/', change);
    expect(answer).toMatchObject({
      status: 409,
      body: { clashes: [{ kind: 'closed' }, { kind: 'seats' }] },
    });
    expect(answer.body.detail).toBe(
      'Room R2 is closed on 2026-03-16 (New floor); Room R2 has 3 seats for 4 students on 2026-03-16.',
    );
  });

  it.each([
    [{ closed_to: '2026-03-14' }, { closed_to: ['must not be before the first day'] }],
    [{ reason: ' ' }, { reason: [expect.any(String)] }],
    [{ classroom_id: 4242 }, { classroom_id: ['does not exist'] }],
    [{ closed_from: 'soon' }, { closed_from: [expect.any(String)] }],
  ])('%j is refused', async (body, expected) => {
    expect(await close(body)).toMatchObject({ status: 400, body: expected });
  });

  it('requires permission to edit rooms', async () => {
    expect((await close({}, 'teacher')).status).toBe(403);
  });
});
