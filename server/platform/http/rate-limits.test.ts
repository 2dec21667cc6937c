import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { png, sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: { REQUESTS_PER_MINUTE: '200' } });
});
afterAll(() => school.close());

it('each user has a limit of requests, a lower one of exports, and gets Retry-After', async () => {
  const statuses = async (count: number, caller: 'admin' | 'account', path: string) => {
    const answers = [];
    for (let number = 0; number < count; number++)
      answers.push(await school.call(caller, 'GET', path));
    return answers;
  };
  const exports = await statuses(3, 'account', 'attendance/payroll-logs-export/');
  expect(exports.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(exports[2]).toMatchObject({
    body: { detail: expect.stringMatching(/^Too many requests: try again in \d+ seconds\.$/) },
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d?$/) },
  });
  // Lists are counted separately, and so are other users.
  expect((await school.call('account', 'GET', 'attendance/holiday/')).status).toBe(200);
  const lists = await statuses(201, 'admin', 'attendance/holiday/');
  expect(lists.filter(({ status }) => status === 200)).toHaveLength(200);
  expect(lists.at(-1)!.status).toBe(429);
  expect((await school.call('teacher', 'GET', 'attendance/holiday/')).status).toBe(200);
  // Taps are counted separately as well: an admin who has used up the lists can still mark, and a
  // runaway loop is stopped.
  const tap = async () =>
    (await school.call('admin', 'POST', 'attendance/attendance/create/', {})).status;
  for (let number = 0; number < 200; number++) expect(await tap()).toBe(400);
  expect(await tap()).toBe(429);
  const uploads = [];
  for (let number = 0; number < 5; number++)
    uploads.push(
      await sendFile(school, 'account', '/file/student-profile', 'files', png, 'me.png'),
    );
  expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  expect(uploads[4]!.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  // Requests before sign-in are not counted per address.
  for (let number = 0; number < 250; number++)
    expect((await school.call('anonymous', 'GET', 'config/')).status).toBe(200);
});

it.each([
  ['IPv6 addresses of one network', (at: number) => `2001:db8:1:2::${at.toString(16)}`],
  ['forms of one IPv4 address', (at: number) => `${at % 2 ? '::ffff:' : ''}198.51.100.7`],
])('%s have the limit of one', async (_what, addressOf) => {
  const status = async (remoteAddress: string) => {
    const url = `/api/v2/attendance/calendar/${'x'.repeat(32)}.ics`;
    return (await school.app.inject({ method: 'GET', url, remoteAddress })).statusCode;
  };
  const statuses = [];
  for (let at = 1; at <= 21; at++) statuses.push(await status(addressOf(at)));
  expect(statuses).toEqual([...Array(20).fill(404), 429]);
  expect(await status('2001:db8:1:3::1')).toBe(404);
});

it.each([
  ['codes of tablets', 'POST', () => ['devices/enrol/', { code: '0000000000' }] as const],
  [
    'stop links',
    'GET',
    (at: number) => [`attendance/message-stop/s${at}-${'a'.repeat(22)}`, undefined] as const,
  ],
])(
  '%s are guessed by an address twenty times a minute, also with others (ASVS V6.3.1)',
  async (_what, method, call) => {
    const statuses = [];
    for (let at = 1; at <= 21; at++) {
      const [path, payload] = call(at);
      const { statusCode } = await school.app.inject({
        method: method as 'GET' | 'POST',
        url: `/api/v2/${path}`,
        remoteAddress: '203.0.113.7',
        ...(payload && { payload }),
      });
      statuses.push(statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(429);
  },
);

it('requests that the database could not answer are not counted: retries during an outage do not use up the limit', async () => {
  const away = await createTestSchool({ env: { REQUESTS_PER_MINUTE: '100' } });
  await away.call('admin', 'GET', 'attendance/holiday/');
  await sql`alter table holiday rename to holiday_away`.execute(away.database);
  // The error of a lost connection, by a table that raises it.
  await sql`
    create function no_holidays() returns setof holiday_away language plpgsql
      as 'begin raise exception using errcode = ''57P03''; end'`.execute(away.database);
  await sql`create view holiday as select * from no_holidays()`.execute(away.database);
  const statuses = [];
  for (let number = 0; number < 150; number++)
    statuses.push((await away.call('admin', 'GET', 'attendance/holiday/')).status);
  expect(new Set(statuses)).toEqual(new Set([503]));
  await sql`drop view holiday`.execute(away.database);
  await sql`alter table holiday_away rename to holiday`.execute(away.database);
  expect((await away.call('admin', 'GET', 'attendance/holiday/')).status).toBe(200);
  await away.close();
});
