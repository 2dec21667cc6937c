import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RoomThen } from '#contract/timetable/rooms-then.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let semester: number;
beforeAll(async () => {
  school = await createTestSchool();
  const { rows } = await sql<{ id: number }>`
    insert into classroom (room_number, capacity, archived_at) values
      ('R10', 10, null), ('R2', 60, null), ('R3', 60, now()), ('Yard', 0, null)
    returning id`.execute(school.database);
  const found = await sql<{ id: number }>`select min(id) as id from semester`.execute(
    school.database,
  );
  semester = found.rows[0]!.id;
  await school.call('admin', 'POST', 'attendance/room-closings/create/', {
    classroom_id: rows[0]!.id,
    closed_from: '2026-03-09',
    closed_to: '2026-03-16',
    reason: 'New floor',
  });
});
afterAll(() => school.close());

async function roomsAt(more: Record<string, unknown> = {}): Promise<unknown[]> {
  const time = {
    semester_id: semester,
    day_of_week: 'Monday',
    start_time: '09:30',
    end_time: '10:00',
  };
  const query = Object.entries({ ...time, ...more })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`);
  const { body } = await school.call(
    'admin',
    'GET',
    `attendance/classroom-then/?${query.join('&')}`,
  );
  return body.results.map((row: RoomThen) => [row.room_number, row.taken_dates, row.closed_dates]);
}

it('rooms that are free on all dates of a class come first (R-CLASS-9)', async () => {
  expect(await roomsAt()).toEqual([
    ['R2', 0, 0],
    ['Yard', 0, 0],
    ['R10', 0, 2],
    // Mondays from 2 March to 8 June, without Easter Monday.
    ['R1', 14, 0],
  ]);
});

it('a class does not take its own room, and back-to-back classes do not take each other’s', async () => {
  const theirs = { start_time: '10:30', end_time: '11:00' };
  const mon10 = await sql<{ id: number }>`
    select id from class_schedule where day_of_week = 1 and start_time = '10:00'`.execute(
    school.database,
  );
  expect(await roomsAt(theirs)).toContainEqual(['R1', 14, 0]);
  expect(await roomsAt({ ...theirs, class_schedule: mon10.rows[0]!.id })).toContainEqual([
    'R1',
    0,
    0,
  ]);
  expect(await roomsAt({ start_time: '11:00', end_time: '12:00' })).toContainEqual(['R1', 0, 0]);
});

it('without a time all rooms are free, and a search finds some', async () => {
  expect(await roomsAt({ day_of_week: undefined })).toEqual([
    ['R1', 0, 0],
    ['R2', 0, 0],
    ['R10', 0, 0],
    ['Yard', 0, 0],
  ]);
  expect(await roomsAt({ search: 'r1' })).toEqual([
    ['R10', 0, 2],
    ['R1', 14, 0],
  ]);
});

it('all classes of a room find another one, from a day on or until one', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from classroom where room_number = 'R1'`.execute(school.database);
  const none = {
    semester_id: undefined,
    day_of_week: undefined,
    start_time: undefined,
    end_time: undefined,
  };
  const another = (more: object) => roomsAt({ ...none, of_classroom: rows[0]!.id, ...more });
  expect(await another({})).toEqual([
    ['R2', 0, 0],
    ['Yard', 0, 0],
    ['R10', 0, 4],
  ]);
  expect(await another({ effective_to: '2026-03-09' })).toContainEqual(['R10', 0, 1]);
});
