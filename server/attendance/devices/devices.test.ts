import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { deviceCalls, tapOf } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let room: number;
let other: number;
beforeAll(async () => {
  school = await createTestSchool();
  await sql`insert into classroom (room_number, capacity) values ('B2.10', 30)`.execute(
    school.database,
  );
  const { rows } = await sql<{ id: number }>`select id from classroom order by id`.execute(
    school.database,
  );
  [room = 0, other = 0] = rows.map(({ id }) => id);
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:05:00+11:00');
  await sql`truncate attendance, mark_detail, device cascade`.execute(school.database);
});

const { admin, as, add, keyed, send, marks } = deviceCalls(() => school);
const tap = tapOf;

describe('devices (R-DOOR-1)', () => {
  it('are added to a room, renamed and moved, and listed with what they report', async () => {
    const { id, key } = await keyed();
    await as(key, 'POST', 'devices/taps/', {
      taps: [tap(1)],
      version: '1.2',
      battery: 80,
      waiting: 3,
    });
    expect(
      (await admin('PATCH', `${id}/`, { name: 'Reader', classroom: other })).body,
    ).toMatchObject({
      name: 'Reader',
      classroom: { room_number: 'B2.10' },
    });
    expect((await admin('GET', '')).body).toMatchObject({
      total: 1,
      results: [
        { id, version: '1.2', battery: 80, waiting: 3, taps_today: 1, held: 0, has_key: true },
      ],
    });
    expect((await admin('GET', `${id}/taps/`)).body).toMatchObject({
      total: 1,
      results: [{ card: '1000001', outcome: 'present', name: 'Anna Ångström' }],
    });
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['an unknown room', { classroom: 424_242 }, 'classroom'],
    ['an unknown kind', { kind: 'phone' }, 'kind'],
    ['a tablet that signs', { kind: 'tablet', signs: true }, 'signs'],
    ['a name that is taken', { name: 'door r1' }, 'name'],
  ])('with %s are refused', async (_what, more, field) => {
    await add();
    const body = { name: 'Door', kind: 'reader', classroom: room, ...more };
    expect(await admin('POST', 'create/', body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });

  it('count a tap where they were when it was made', async () => {
    const { id, key } = await keyed({ classroom: other });
    school.at('2026-03-02T09:10:00+11:00');
    await admin('PATCH', `${id}/`, { classroom: room });
    school.at('2026-03-02T09:12:00+11:00');
    const { body } = await send(
      key,
      tap(1, '1000001', '2026-03-02T09:09:00+11:00'),
      tap(2, '1000002', '2026-03-02T09:11:00+11:00'),
    );
    expect(body.taps).toMatchObject([{ outcome: 'elsewhere' }, { outcome: 'late' }]);
  });

  it('read their clock, room and class, and no names unless they may show them', async () => {
    const { id, key } = await keyed();
    await send(key, tap(7));
    const own = await as(key, 'GET', 'devices/me/');
    expect(own).toMatchObject({
      status: 200,
      body: {
        id,
        now: '2026-03-01T22:05:00Z',
        time_zone: 'Australia/Sydney',
        room_number: 'R1',
        reader_gap_ms: 35,
        last_sequence: 7,
        current: { subject_code: 'MAT1', enrolled: 4, present: 1, missing: [] },
        next: { start_time: '10:00' },
      },
    });
    await admin('PATCH', `${id}/`, { shows_names: true });
    const shown = await keyed({ name: 'Other', shows_names: true });
    expect((await as(shown.key, 'GET', 'devices/me/')).body.current.missing).toEqual([
      'Bo N.',
      'Cai Ø.',
      'Eli A.',
    ]);
    // A person with one name has no initial behind it (R-NAME-1).
    await sql`update student set last_name = '–' where student_id = 'S3'`.execute(school.database);
    expect((await as(shown.key, 'GET', 'devices/me/')).body.current.missing[1]).toBe('Cai');
  });
});

it('are silent fifteen minutes after they were seen', async () => {
  const { key } = await keyed();
  const isSilent = async () => (await admin('GET', '')).body.results[0].is_silent;
  expect(await isSilent()).toBe(false);
  await as(key, 'GET', 'devices/me/');
  school.at('2026-03-02T09:21:00+11:00');
  expect(await isSilent()).toBe(true);
  await as(key, 'GET', 'devices/me/');
  expect(await isSilent()).toBe(false);
});

describe('keys (R-DOOR-2)', () => {
  it('are stored as a hash, and open the calls of devices alone', async () => {
    const { key } = await keyed();
    const { rows } = await sql<{
      text: string;
    }>`select to_jsonb(device)::text as text from device`.execute(school.database);
    expect(rows[0]?.text).not.toContain(key);
    const { body: log } = await school.call('admin', 'GET', 'attendance/audit/?limit=50');
    expect(JSON.stringify(log)).toContain('Make device key');
    expect(JSON.stringify(log)).not.toContain(key);
    for (const path of ['attendance/students/', 'user/details/', 'attendance/devices/'])
      expect((await as(key, 'GET', path)).status).toBe(401);
  });

  it.each(['', 'x', 'atd_1_', `atd_1_${'a'.repeat(43)}`, `atd_99999_${'a'.repeat(43)}`])(
    '%j is refused',
    async (key) => {
      await keyed();
      expect((await send(key, tap(1))).status).toBe(401);
    },
  );

  it('of users are none of devices', async () => {
    expect((await school.call('admin', 'GET', 'devices/me/')).status).toBe(401);
  });

  it('end with a new one, with which the numbers begin again', async () => {
    const { id, key } = await keyed();
    await send(key, tap(1));
    const next = (await admin('POST', `${id}/key/`)).body.key;
    expect((await send(key, tap(2))).status).toBe(401);
    expect((await send(next, tap(1, '1000002'))).body.taps).toMatchObject([{ outcome: 'present' }]);
  });

  it('of a tablet are exchanged for a code, once, within ten minutes', async () => {
    const { id } = await add({ kind: 'tablet' });
    expect((await admin('POST', `${id}/key/`)).status).toBe(409);
    const { body: first } = await admin('POST', `${id}/code/`);
    expect(first.address).toMatch(/\/door#[0-9A-Z]{10}$/);
    const enrol = (code: string) => school.call('anonymous', 'POST', 'devices/enrol/', { code });
    const spaced = `${first.code.slice(0, 5)} ${first.code.slice(5).toLowerCase()}`;
    const enrolled = await enrol(spaced);
    expect(enrolled).toMatchObject({ status: 201, body: { id, name: 'Door R1' } });
    expect((await send(enrolled.body.key, tap(1))).body.taps).toMatchObject([
      { outcome: 'present', name: 'Anna' },
    ]);
    expect((await enrol(first.code)).status).toBe(400);
    const { body: second } = await admin('POST', `${id}/code/`);
    school.at('2026-03-02T09:15:01+11:00');
    expect((await enrol(second.code)).status).toBe(400);
    expect((await enrol('0000000000')).status).toBe(400);
  });
});

it('one that floods is limited, and no other', async () => {
  const limited = await createTestSchool({ env: { REQUESTS_PER_MINUTE: '200' } });
  try {
    const one = await keyOfDevice(limited.database);
    const quiet = await keyOfDevice(limited.database, { name: 'Quiet' });
    const call = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const { status } = await limited.call(
        'anonymous',
        'POST',
        'devices/taps/',
        { taps: [] },
        headers,
      );
      return status;
    };
    const statuses = new Set<number>();
    for (let times = 0; times < 21; times++) statuses.add(await call(one));
    expect([...statuses]).toEqual([200, 429]);
    expect(await call(quiet)).toBe(200);
  } finally {
    await limited.close();
  }
});

describe('what devices send', () => {
  it.each([
    ['no list', { taps: 'all' }, 'taps'],
    ['a number twice', { taps: [tap(1), tap(1)] }, 'taps'],
    ['a number below one', { taps: [tap(0)] }, 'taps'],
    ['no time', { taps: [{ sequence: 1, card: '1' }] }, 'taps'],
    ['a card with a null character', { taps: [tap(1, '1\u00002')] }, 'taps'],
    ['half a character', { taps: [tap(1, '\ud800')] }, 'taps'],
    ['a time of the year 0', { taps: [tap(1, '1', '0000-01-01T00:00:00Z')] }, 'taps'],
    ['a card without end', { taps: [tap(1, '1'.repeat(65))] }, 'taps'],
    ['501 taps', { taps: Array.from({ length: 501 }, (_, number) => tap(number + 1)) }, 'taps'],
    ['an ID that was not typed', { taps: [{ ...tap(1, 'S1'), typed: false }] }, 'taps'],
    ['a battery of 101', { taps: [], battery: 101 }, 'battery'],
  ])('with %s is refused, and changes nothing', async (_what, body, field) => {
    const { key } = await keyed();
    const { status, body: answer } = await as(key, 'POST', 'devices/taps/', body);
    expect(status).toBe(400);
    expect(Object.keys(answer).join()).toContain(field);
    expect(await marks()).toEqual([]);
  });

  it('500 taps are taken at once', async () => {
    const { key } = await keyed();
    const taps = Array.from({ length: 500 }, (_, number) =>
      tap(number + 1, `${5_000_000 + number}`),
    );
    const { status, body } = await send(key, ...taps);
    expect(status).toBe(200);
    expect(body.taps).toHaveLength(500);
  });
});
