import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FreeRooms } from '#contract/timetable/free-room.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  await sql`
    insert into classroom (room_number, capacity, archived_at) values
      ('R10', 10, null), ('R2', 60, null), ('R3', 60, now())`.execute(school.database);
});
afterAll(() => school.close());

const rooms = async (query: string): Promise<FreeRooms> =>
  (await school.call('admin', 'GET', `attendance/free-rooms/?${query}`)).body;
const taken = ({ rooms: all }: FreeRooms) =>
  all.map(({ room_number, taken: times }) => [
    room_number,
    times.map(({ start_time, end_time, subject_code }) =>
      [start_time, end_time, subject_code].join(' '),
    ),
  ]);

it('on a date each room has the times of its classes, ordered by room number', async () => {
  const found = await rooms('date=2026-03-02');
  expect(found).toMatchObject({ date: '2026-03-02', holidays: [], total: 3 });
  expect(taken(found)).toEqual([
    ['R1', ['09:00 10:00 MAT1', '09:00 10:30 MAT2', '10:00 11:00 MAT2']],
    ['R2', []],
    ['R10', []],
  ]);
  expect(await rooms('')).toEqual(found);
});

it('a cancelled or moved class leaves its room free', async () => {
  const { body } = await school.call('admin', 'GET', 'attendance/week/?date=2026-03-03');
  const tuesday = body.results.find(({ date }: { date: string }) => date === '2026-03-03');
  const { rows } = await sql<{ id: number }>`
    select id from classroom where room_number = 'R2'`.execute(school.database);
  await school.call('admin', 'POST', 'attendance/meetings/room/', {
    ids: [tuesday.meeting.id],
    classroom_id: rows[0]!.id,
  });
  expect(taken(await rooms('date=2026-03-03'))).toEqual([
    ['R1', []],
    ['R2', ['14:00 15:30 MAT2']],
    ['R10', []],
  ]);
});

it('a closed room has the reason on the dates on which it is closed', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from classroom where room_number = 'R10'`.execute(school.database);
  const closing = await school.call('admin', 'POST', 'attendance/room-closings/create/', {
    classroom_id: rows[0]!.id,
    closed_from: '2026-03-04',
    closed_to: '2026-03-05',
    reason: 'New floor',
  });
  const closed = async (query: string) =>
    (await rooms(query)).rooms.map((room) => [room.room_number, room.closed]);
  const open = [
    ['R1', null],
    ['R2', null],
    ['R10', null],
  ];
  const onlyR10 = [...open.slice(0, 2), ['R10', 'New floor']];
  expect(await closed('date=2026-03-03')).toEqual(open);
  expect(await closed('date=2026-03-04')).toEqual(onlyR10);
  expect(await closed('date=2026-03-05')).toEqual(onlyR10);
  expect(await closed('date=2026-03-06')).toEqual(open);
  expect(await closed('day_of_week=Wednesday')).toEqual(open);
  await school.call('admin', 'DELETE', `attendance/room-closings/${closing.body.id}/`);
});

it('on a holiday all are free, and the response contains it', async () => {
  const found = await rooms('date=2026-04-06');
  expect(found.holidays).toEqual(['Easter']);
  expect(taken(found).flatMap(([, times]) => times)).toEqual([]);
});

it('in a usual week they are taken by the classes of the semesters that have not ended', async () => {
  expect(taken(await rooms('day_of_week=Tuesday'))[0]).toEqual(['R1', ['14:00 15:30 MAT2']]);
  const { rows } = await sql<{ id: number }>`select id from semester`.execute(school.database);
  expect(taken(await rooms(`day_of_week=Tuesday&semester=${rows[0]!.id}`))[0]![1]).toHaveLength(1);
  expect(taken(await rooms('day_of_week=Tuesday&semester=424242'))[0]![1]).toEqual([]);
  school.at('2026-06-13T09:00:00+10:00');
  expect(taken(await rooms('day_of_week=Tuesday'))[0]![1]).toEqual([]);
  school.at('2026-03-02T09:15:00+11:00');
});

it('rooms with fewer seats are left out', async () => {
  expect(taken(await rooms('date=2026-03-04&seats=31'))).toEqual([['R2', []]]);
});

it.each([
  ['date=2026-03-02&day_of_week=Monday', 'day_of_week'],
  ['semester=1', 'semester'],
  ['seats=-1', 'seats'],
  ['day_of_week=Someday', 'day_of_week'],
  ['day_of_week=Monday&semester=1&weeks=50', 'weeks'],
])('%s is refused', async (query, field) => {
  expect(await school.call('admin', 'GET', `attendance/free-rooms/?${query}`)).toMatchObject({
    status: 400,
    body: { [field]: [expect.any(String)] },
  });
});
