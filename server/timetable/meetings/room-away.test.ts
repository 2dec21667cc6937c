import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MeetingOfRoom } from '#contract/timetable/room-away.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let r1: number;
const monday = '2026-03-09';
const period = `from=${monday}&to=${monday}`;
/** Three classes are in R1 on Mondays, two of them at nine; the largest has four students. */
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  r1 = (await call('classroom/')).results[0].id;
  await sql`update classroom set features = '{Projector,Sink}' where id = ${r1}`.execute(
    school.database,
  );
});
afterEach(() => school.close());

const call = async (path: string, caller: Caller = 'admin') =>
  (await school.call(caller, 'GET', `attendance/${path}`)).body;
const post = (path: string, body: object = {}, caller: Caller = 'admin') =>
  school.call(caller, 'POST', `attendance/${path}`, body);
const room = async (room_number: string, capacity: number, features: string[] = []) =>
  (await post('classroom/create/', { room_number, capacity, features })).body.id as number;
const list = async (of = r1, days = period): Promise<MeetingOfRoom[]> =>
  (await call(`room-away/?classroom=${of}&${days}`)).meetings;
const away = (
  meetings: { id: number; room: number | null; sequence?: number }[],
  more: object = {},
  caller: Caller = 'admin',
) => post('room-away/create/', { classroom: r1, meetings, ...more }, caller);
const rowsOf = async () =>
  (
    await sql`
      select to_jsonb(m) - '{sequence,status_changed_at}'::text[] as row from class_meeting m order by id`.execute(
      school.database,
    )
  ).rows;
const closings = async () =>
  (await call(`room-closings/?classroom=${r1}`)).results as Record<string, unknown>[];

it('each class has its own rooms: large enough, with the features, then the smallest', async () => {
  await room('Small', 2, ['projector', 'sink']);
  await room('Bare', 40);
  await room('Hall', 300, ['Projector', 'Sink']);
  await room('Lab', 50, ['sink', 'Projector', 'Gas']);
  await room('Yard', 0, ['Projector', 'Sink']);
  const meetings = await list();
  expect(meetings.map((it) => [it.start_time, it.number_of_students])).toEqual([
    ['09:00', 4],
    ['09:00', 1],
    ['10:00', 1],
  ]);
  const largest = meetings.toSorted((a, b) => b.number_of_students - a.number_of_students)[0]!;
  expect(
    largest.proposals.map((it) => [it.room_number, it.missing_seats, it.missing_features]),
  ).toEqual([
    ['Lab', 0, []],
    ['Hall', 0, []],
    ['Yard', 0, []],
    ['Bare', 0, ['Projector', 'Sink']],
    ['Small', largest.number_of_students - 2, []],
  ]);
});

it('a room that is taken or closed at that time is not proposed, a place without seats is', async () => {
  const taken = await room('Taken', 40);
  await room('Yard', 0);
  const closed = await room('Closed', 40);
  await post('room-closings/create/', {
    classroom_id: closed,
    closed_from: monday,
    closed_to: monday,
    reason: 'Paint',
  });
  const [first, ...others] = await list();
  expect((await away([{ id: first!.id, room: taken }])).status).toBe(200);
  const after = await list();
  expect(after[0]).toMatchObject({
    id: first!.id,
    moved: true,
    room_number: 'Taken',
    proposals: [],
  });
  for (const it of after.slice(1)) {
    const isThen = it.start_time < first!.end_time && first!.start_time < it.end_time;
    expect(it.proposals.map(({ room_number }) => room_number)).toEqual(
      isThen ? ['Yard'] : ['Taken', 'Yard'],
    );
  }
  expect(others).toHaveLength(after.length - 1);
});

it('moves, cancels and closes in one step, which is undone in one', async () => {
  const lab = await room('Lab', 50);
  const before = await rowsOf();
  const [one, two] = await list();
  const change = {
    reason: 'Flood',
    close: { from: monday, to: '2026-03-13' },
  };
  const done = await away(
    [
      { id: one!.id, sequence: one!.sequence, room: lab },
      { id: two!.id, sequence: two!.sequence, room: null },
    ],
    change,
  );
  expect(done).toMatchObject({
    status: 200,
    body: { meetings: [{ status: 'scheduled' }, { status: 'cancelled' }] },
  });
  expect(await list()).toMatchObject([
    { id: one!.id, moved: true, room_number: 'Lab' },
    { id: two!.id, moved: false, status: 'cancelled', reason: 'Flood' },
    { moved: false, status: 'scheduled' },
  ]);
  const closedBy = { operation: done.body.operation, meetings: 2 };
  expect(await closings()).toMatchObject([
    { closed_from: monday, closed_to: '2026-03-13', reason: 'Flood', by: 'admin', with: closedBy },
  ]);
  expect(await call(`room-away/?classroom=${r1}&${period}`)).toMatchObject({
    closings: [{ closed_from: monday, closed_to: '2026-03-13', reason: 'Flood', with: closedBy }],
  });
  expect((await post(`operations/${done.body.operation}/undo/`)).status).toBe(200);
  expect(await rowsOf()).toEqual(before);
  expect(await closings()).toEqual([]);
});

it('a room that was closed without classes is opened by its undo, and one that was opened meanwhile stays so', async () => {
  const close = { from: '2026-03-14', to: '2026-03-14' };
  const done = await away([], { close, reason: 'Paint' });
  expect(done.body).toEqual({ operation: expect.any(Number), meetings: [] });
  expect((await post(`operations/${done.body.operation}/undo/`)).status).toBe(200);
  expect(await closings()).toEqual([]);
  const again = await away([], { close, reason: 'Paint' });
  const [{ id, with: closedBy } = { id: 0, with: 0 }] = await closings();
  expect(closedBy).toBeNull();
  await school.call('admin', 'DELETE', `attendance/room-closings/${String(id)}/`);
  expect((await post(`operations/${again.body.operation}/undo/`)).status).toBe(200);
});

it('one of several rooms is replaced, and the others stay (R-CLASS-8)', async () => {
  const [a, b, c] = [await room('A', 9), await room('B', 9), await room('C', 90)];
  const [one] = await list();
  await post('meetings/room/', {
    ids: [one!.id],
    classroom_id: a,
    more_rooms: [r1, b],
    confirm: true,
  });
  const [again] = await list();
  expect(again).toMatchObject({ room_number: 'A (R1, B)' });
  expect(again!.proposals.map(({ room_number }) => room_number)).toEqual(['C']);
  expect((await away([{ id: one!.id, room: b }])).body.detail).toContain('has this room already');
  expect((await away([{ id: one!.id, room: c }])).status).toBe(200);
  expect((await list())[0]).toMatchObject({ room_number: 'A (C, B)', moved: true });
});

it('a period begins and ends at a time', async () => {
  const all = await list();
  const late = await list(r1, `${period}&from_time=09:30`);
  expect(late.map(({ id }) => id)).toEqual(
    all.filter(({ end_time }) => end_time > '09:30').map(({ id }) => id),
  );
  const early = await list(r1, `${period}&to_time=10:00`);
  expect(early.map(({ id }) => id)).toEqual(
    all.filter(({ start_time }) => start_time < '10:00').map(({ id }) => id),
  );
});

it.each([
  ['no class and no closing', () => ({ meetings: [] }), 400, 'meetings'],
  ['the closed room', (id: number) => ({ meetings: [{ id, room: r1 }] }), 400, 'meetings'],
  ['an unknown room', (id: number) => ({ meetings: [{ id, room: 999_999 }] }), 400, 'meetings'],
  [
    'a class twice',
    (id: number) => ({
      meetings: [
        { id, room: null },
        { id, room: null },
      ],
      reason: 'x',
    }),
    400,
    'meetings',
  ],
  [
    'a cancellation without a reason',
    (id: number) => ({ meetings: [{ id, room: null }] }),
    400,
    'reason',
  ],
  [
    'a closing without a reason',
    () => ({ meetings: [], close: { from: monday, to: monday } }),
    400,
    'reason',
  ],
  [
    'a closing that ends first',
    () => ({ meetings: [], reason: 'x', close: { from: monday, to: '2026-03-08' } }),
    400,
    'close',
  ],
] as const)('%s is refused, and changes nothing', async (_, body, status, field) => {
  const [one] = await list();
  const before = await rowsOf();
  const answer = await post('room-away/create/', { classroom: r1, ...body(one!.id) });
  expect([answer.status, Object.keys(answer.body)]).toEqual([status, [field]]);
  expect(await rowsOf()).toEqual(before);
  expect(await closings()).toEqual([]);
});

it('a room that is too small or was taken meanwhile has to be confirmed', async () => {
  const small = await room('Small', 1);
  const [one, two] = await list();
  const both = [one!, two!].map(({ id }) => ({ id, room: small }));
  const refused = await away(both);
  expect(refused.status).toBe(409);
  expect(refused.body.confirm.join()).toContain('Small has 1 seat');
  expect((await away(both, { confirm: true })).status).toBe(200);
});

it('a change of somebody else is not overwritten, and a class elsewhere is not moved', async () => {
  const lab = await room('Lab', 50);
  const [one] = await list();
  expect((await away([{ id: one!.id, sequence: one!.sequence - 1, room: lab }])).status).toBe(409);
  await away([{ id: one!.id, room: lab }]);
  expect((await away([{ id: one!.id, room: null }], { reason: 'x' })).body.detail).toContain(
    'is not held in this room',
  );
});

it('teachers neither read nor change it; closing needs permission to edit rooms', async () => {
  const path = `attendance/room-away/?classroom=${r1}&${period}`;
  expect((await school.call('teacher', 'GET', path)).status).toBe(403);
  expect(
    (await away([], { reason: 'x', close: { from: monday, to: monday } }, 'teacher')).status,
  ).toBe(403);
  const back = await school.call(
    'admin',
    'GET',
    `attendance/room-away/?classroom=${r1}&from=${monday}&to=2026-03-08`,
  );
  expect([back.status, back.body]).toEqual([400, { to: ['must not be before from'] }]);
});
