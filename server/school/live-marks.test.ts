import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { Change } from '#server/platform/live/wire.ts';
import { changedSince, createChangeReader } from './live-marks.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { createLiveHub, type LiveHub } from '#server/platform/live/hub.ts';

let school: TestSchool;
let first: LiveHub;
let second: LiveHub;

const hub = () =>
  createLiveHub({
    connection: school.connection,
    notify: (channel, payload) => school.pool.query('select pg_notify($1, $2)', [channel, payload]),
    poll: (since) => changedSince(school.database, since),
    log: () => {},
  });

/** The next message of a hub for a topic. */
const next = (from: LiveHub, topic: string) =>
  new Promise<string | null>((resolve) => {
    const leave = from.subscribe([topic], (change) => {
      leave();
      resolve(change && change.topic);
    });
  });

/** The next `count` changes of a topic. */
const changes = (topic: string, count: number) =>
  new Promise<Change[]>((resolve) => {
    const seen: Change[] = [];
    const leave = first.subscribe([topic], (change) => {
      if (!change || seen.push(change) < count) return;
      leave();
      resolve(seen);
    });
  });

async function cutListeners(): Promise<void> {
  const admin = new pg.Client(school.connection as pg.ClientConfig);
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen%' and datname = current_database()`,
  );
  await admin.end();
}

beforeAll(async () => {
  school = await createTestSchool();
  first = hub();
  const listening = next(first, 'anything');
  await listening;
  second = hub();
  await next(second, 'anything');
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await school.close();
});

describe('notifications between processes', () => {
  it('reaches all listeners of its topic, in both processes', async () => {
    const received = Promise.all([
      next(first, 'class:1:2026-03-02'),
      next(second, 'class:1:2026-03-02'),
    ]);
    first.publish('class:1:2026-03-02', null);
    expect(await received).toEqual(['class:1:2026-03-02', 'class:1:2026-03-02']);
  });

  it('of a burst are batched: one notification for many marks of a class', async () => {
    let received = 0;
    const leave = second.subscribe(['class:2:2026-03-02'], () => received++);
    for (let mark = 0; mark < 50; mark++) first.publish('class:2:2026-03-02', null);
    const last = next(second, 'last');
    first.publish('last', null);
    await last;
    leave();
    expect(received).toBe(1);
  });

  it('continue after the database closed the connections, and make all screens reload', async () => {
    const again = next(second, 'class:3:2026-03-02');
    await cutListeners();
    expect(await again).toBeNull();
    const received = next(second, 'class:3:2026-03-02');
    first.publish('class:3:2026-03-02', null);
    expect(await received).toBe('class:3:2026-03-02');
  });
});

describe('a position', () => {
  it('reports whether there was an event of a topic since then', async () => {
    const moment = first.moment();
    expect(first.isUnchanged(['class:4:2026-03-02'], moment)).toBe(true);
    const received = next(first, 'class:4:2026-03-02');
    second.publish('class:4:2026-03-02', null);
    await received;
    expect(first.isUnchanged(['class:4:2026-03-02'], moment)).toBe(false);
    expect(first.isUnchanged(['class:5:2026-03-02'], moment)).toBe(true);
    expect(first.isUnchanged(['class:4:2026-03-02'], first.moment())).toBe(true);
  });

  it('of another process, missing or malformed, proves nothing', () => {
    for (const moment of [second.moment(), '', 'x', '.', `${first.moment()}.1`.replace('-', 'x')])
      expect(first.isUnchanged(['class:4:2026-03-02'], moment)).toBe(false);
  });

  it('proves nothing over a lost connection', async () => {
    const moment = first.moment();
    const again = next(first, 'class:6:2026-03-02');
    await cutListeners();
    expect(await again).toBeNull();
    expect(first.isUnchanged(['class:6:2026-03-02'], moment)).toBe(false);
  });
});

describe('marks', () => {
  const on = '2026-03-02';
  const mark = (caller: 'teacher' | 'otherTeacher', student: string, status = 'Present') =>
    school.call(caller, 'POST', 'attendance/attendance/create/', {
      rfid_number: student,
      class_schedule: mon9,
      date: on,
      status,
    });
  const rollOf = async () =>
    (
      await school.call(
        'teacher',
        'GET',
        `attendance/attendance/?class_schedule=${mon9}&date=${on}`,
      )
    ).body.results as RollRow[];
  let mon9: number;
  beforeAll(async () => {
    mon9 = await school.classId('mon9');
  });

  it('are reported with their students, and as the roll shows them', async () => {
    const [ofClass, ofDay] = [changes(`class:${mon9}:${on}`, 1), changes(`day:${on}`, 1)];
    await mark('teacher', 'S1');
    const s1 = await school.studentId('S1');
    expect((await ofClass)[0]!.ids).toEqual([s1]);
    expect((await ofDay)[0]!.ids).toEqual([mon9]);

    const read = createChangeReader(school.database);
    const { marks } = await read((await ofClass)[0]!);
    const row = (await rollOf()).find((it) => it.student === s1)!;
    expect(JSON.parse(JSON.stringify(marks))).toEqual([
      {
        student: s1,
        id: row.id,
        attendance_uuid: row.attendance_uuid,
        status: 'Present',
        marked_at: row.marked_at,
        how: row.how,
        late_minutes: 15,
        left_early_minutes: null,
        excused: false,
        arrived_at: null,
      },
    ]);
    expect(await read((await ofDay)[0]!)).toEqual({
      counts: [{ id: mon9, total_present: 1, total_absent: 0 }],
    });

    const withdrawn = changes(`class:${mon9}:${on}`, 1);
    await school.call('teacher', 'DELETE', `attendance/attendance/${row.id}/`);
    expect(await read((await withdrawn)[0]!)).toMatchObject({
      marks: [
        { student: s1, id: null, attendance_uuid: null, status: 'N/A', marked_at: null, how: null },
      ],
    });
  });

  it('are read in the order of their changes, those of one moment together', async () => {
    let queries = 0;
    const database = school.database.withPlugin({
      transformQuery: ({ node }) => (queries++, node),
      transformResult: async ({ result }) => result,
    });
    const read = createChangeReader(database);
    const [s1, s2] = [await school.studentId('S1'), await school.studentId('S2')];
    const all: Change[] = Array.from({ length: 20 }, (_, index) => ({
      topic: `class:${mon9}:${on}`,
      ids: [index % 2 ? s2 : s1],
    }));
    const order: number[] = [];
    await Promise.all(all.map((change, index) => read(change).then(() => order.push(index))));
    expect(order).toEqual(all.map((_, index) => index));
    expect(queries).toBe(1);
    // Streams of one topic share the read of a change.
    expect(await Promise.all([read(all[0]!), read(all[0]!), read(all[0]!)])).toHaveLength(3);
    expect(queries).toBe(2);
  });

  it('that cannot be read reject, and the next ones are read', async () => {
    const read = createChangeReader(school.database);
    const bad = read({ topic: `class:${mon9}:nonsense`, ids: [1] });
    await expect(bad).rejects.toThrow();
    expect(await read({ topic: `day:${on}`, ids: [mon9] })).toHaveProperty('counts');
  });
});

it('a database without notifications finds changes in the history of marks', async () => {
  const { mark } = await changedSince(school.database, null);
  const mon9 = await school.classId('mon9');
  await school.call('teacher', 'POST', 'attendance/attendance/create/', {
    rfid_number: 'S1',
    class_schedule: mon9,
    date: '2026-03-02',
  });
  const found = await changedSince(school.database, mark);
  expect(found.changes).toEqual([
    { topic: `class:${mon9}:2026-03-02`, ids: [await school.studentId('S1')] },
    { topic: 'day:2026-03-02', ids: [mon9] },
  ]);
  expect(await changedSince(school.database, found.mark)).toEqual({
    changes: [],
    mark: found.mark,
  });
});

it('an erasure reaches open screens of the student’s rolls', async () => {
  const mon9 = await school.classId('mon9');
  const tap = { rfid_number: 'S2', class_schedule: mon9, date: '2026-03-02' };
  await school.call('teacher', 'POST', 'attendance/attendance/create/', tap);
  const id = await school.studentId('S2');
  const received = next(second, `class:${mon9}:2026-03-02`);
  const erased = await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
    student_id: 'S2',
  });
  expect(erased.status).toBe(200);
  expect(await received).toBe(`class:${mon9}:2026-03-02`);
});

it('marks that are held, and decisions about them, reach open screens of the roll (R-ROLL-25)', async () => {
  const roll = { class_schedule: await school.classId('mon9'), date: '2026-03-02' };
  const topic = `class:${roll.class_schedule}:${roll.date}`;
  /** The ids of the change by which a call is announced; null for a roll that is read again. */
  const announced = async (caller: Caller, path: string, body: object) => {
    const changed = changes(topic, 1);
    const answer = await school.call(caller, 'POST', `attendance/${path}/`, body);
    expect(answer.status).toBe(200);
    return (await changed)[0]!.ids;
  };
  const decide = async (accept: boolean) => {
    const { body } = await school.call('admin', 'GET', 'attendance/held-marks/');
    const ids = body.results.map(({ id }: { id: number }) => id);
    return announced('admin', 'held-marks/decide', { ids, accept });
  };
  school.at('2026-03-02T09:05:00+11:00');
  const marked = changes(topic, 1);
  const s3 = { ...roll, rfid_number: 'S3' };
  await school.call('teacher', 'POST', 'attendance/attendance/create/', s3);
  await marked;
  school.at('2026-03-02T10:05:00+11:00');
  await announced('teacher', 'close-roll', roll);
  school.at('2026-03-02T10:30:00+11:00');
  const late = { ...roll, made_at: '2026-03-02T09:10:00+11:00' };
  const s1 = { ...late, rfid_number: 'S1' };

  expect(await announced('otherTeacher', 'attendance/create', s1)).toBeNull();
  expect(await decide(false)).toBeNull();
  const withdrawn = { ...late, student: [await school.studentId('S3')] };
  expect(await announced('otherTeacher', 'withdraw-marks', withdrawn)).toBeNull();
  expect(await decide(true)).toBeNull();
});
