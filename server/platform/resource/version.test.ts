import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

/** Two users edit the same row: the second to save is refused (R-FORM-7). */
let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  for (const caller of ['admin', 'account'] as const)
    await school.call(caller, 'GET', 'user/details/');
});
afterAll(() => school.close());

async function read(path: string, caller: Caller = 'admin') {
  const { body, headers } = await school.call(caller, 'GET', `attendance/${path}`);
  return { body, version: String(headers.etag) };
}
const change = (path: string, body: object, seen?: string, caller: Caller = 'admin') =>
  school.call(caller, 'PATCH', `attendance/${path}`, body, seen ? { 'if-match': seen } : {});
const hashOf = (version: string) => version.split('-')[0];
const idIn = async (table: string): Promise<number> =>
  (
    await sql<{ id: number }>`select min(id) as id from ${sql.table(table)}`.execute(
      school.database,
    )
  ).rows[0]!.id;

/** A minute later: earlier changes are no longer listed. */
let minutes = 0;
const later = () =>
  school.at(Temporal.Instant.from('2026-03-01T21:00:00Z').add({ minutes: ++minutes }).toString());

/** Rows with a change of another user and one's own, of another field. */
const cases: [resource: string, path: () => Promise<string>, theirs: object, own: object][] = [
  [
    'class',
    async () => `classschedule/${await school.classId('tue14')}/`,
    { start_time: '14:05' },
    { color_coding: '#123456' },
  ],
  [
    'class that changes later',
    async () => `classschedule/${await school.classId('sat9')}/`,
    { start_time: '09:05', effective_from: '2026-05-02' },
    { color_coding: '#123456' },
  ],
  [
    'semester',
    async () => `semesters/${await idIn('semester')}/`,
    { batch: '2027' },
    { year: 2025 },
  ],
  [
    'holiday',
    async () => `holiday/${await idIn('holiday')}/`,
    { name: 'X' },
    { date_to: '2026-04-07' },
  ],
  [
    'teacher',
    async () => `teachers/${await idIn('teacher')}/`,
    { phone: '+61 2 5550 1111' },
    { first_name: 'Tea' },
  ],
  [
    'classroom',
    async () => `classroom/${await idIn('classroom')}/`,
    { capacity: 31 },
    { room_number: 'R9' },
  ],
  [
    'student',
    async () => `students/${await school.studentId('S1')}/`,
    { batch: '2020' },
    { gender: 'female' },
  ],
];

describe.each(cases)('%s', (_, pathOf, theirs, own) => {
  it('an up-to-date change is saved; an outdated one is refused with the author of the other change', async () => {
    const path = await pathOf();
    later();
    const { version } = await read(path);
    expect(version).toMatch(/^"[0-9a-f]{32}-\d+"$/);
    expect(hashOf((await read(path)).version)).toBe(hashOf(version));
    expect((await change(path, theirs, undefined, 'account')).status).toBe(200);
    const before = await read(path);
    expect(await change(path, own, version)).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringMatching(/^account changed this \w+ meanwhile\.$/),
        overtaken: { by: 'account', at: expect.stringMatching(/^2026-03-01T21:/) },
      },
    });
    // Nothing was saved.
    const now = await read(path);
    expect(now.body).toEqual(before.body);
    expect(hashOf(now.version)).toBe(hashOf(before.version));
    expect((await change(path, own, now.version)).status).toBe(200);
    // As the specification has it: without a version nothing is compared.
    expect((await change(path, theirs)).status).toBe(200);
  });
});

it('of two concurrent changes of the same version, one is refused, in every round', async () => {
  const path = `classroom/${await idIn('classroom')}/`;
  for (let round = 0; round < 20; round++) {
    const { version } = await read(path);
    const answers = await Promise.all([
      change(path, { capacity: 100 + round }, version),
      change(path, { room_number: `Round ${round}` }, version, 'account'),
    ]);
    expect(answers.map(({ status }) => status).toSorted(), String(round)).toEqual([200, 409]);
  }
});

it('the user’s own change elsewhere, and one without an audit line, are reported as such', async () => {
  const path = `classroom/${await idIn('classroom')}/`;
  const { version } = await read(path);
  await change(path, { capacity: 7 });
  const own = await change(path, { capacity: 8 }, version);
  expect(own).toMatchObject({
    status: 409,
    body: { detail: 'You changed this classroom meanwhile.' },
  });
  later();
  const seen = await read(path);
  const other = { room_number: 'Other', capacity: 1 };
  const added = await school.call('admin', 'POST', 'attendance/classroom/create/', other);
  await change(`classroom/${added.body.id}/`, { capacity: 2 });
  await sql`update classroom set capacity = 9`.execute(school.database);
  expect((await change(path, { capacity: 8 }, seen.version)).body).toEqual({
    detail: 'Somebody else changed this classroom meanwhile.',
    overtaken: { by: null, at: null },
  });
});

it('a row that was archived meanwhile is named as such', async () => {
  const { body } = await school.call('admin', 'POST', 'attendance/classroom/create/', {
    room_number: 'Old',
    capacity: 1,
  });
  const path = `classroom/${body.id}/`;
  const { version } = await read(path);
  await school.call('account', 'POST', 'attendance/classroom/create/', {
    archive: 'ids',
    ids: [body.id],
  });
  const answer = await change(path, { capacity: 8 }, version);
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    expect.stringContaining('it is archived, and stays so when it is saved'),
  ]);
});

it('of a class does not depend on its pay code for users who may not see it, and discloses nothing of it', async () => {
  const path = `classschedule/${await school.classId('mon10')}/`;
  const { version } = await read(path);
  const payCode = (
    await school.call('account', 'POST', 'attendance/payrolls/create/', {
      paycode: 'A1',
      amount: 40,
      paycode_type: 'tutorial_regular',
    })
  ).body.id;
  const accounts = await read(path, 'account');
  expect((await change(path, { payroll_id: payCode }, undefined, 'account')).status).toBe(200);
  expect(hashOf((await read(path)).version)).toBe(hashOf(version));
  expect(hashOf((await read(path, 'account')).version)).not.toBe(hashOf(accounts.version));
  expect((await change(path, { color_coding: '#654321' }, version)).status).toBe(200);
});

it('a cohort has another version when its classes change', async () => {
  const add = { name: 'C', year: 2026, schedules_id: [await school.classId('mon10')] };
  const { id } = (await school.call('account', 'POST', 'attendance/cohort/create/', add)).body;
  const { version } = await read(`cohort/${id}/`, 'account');
  const schedules_id = [await school.classId('mon9')];
  const path = `cohort/${id}/`;
  expect((await change(path, { schedules_id }, undefined, 'account')).status).toBe(200);
  expect((await change(path, { name: 'D' }, version, 'account')).status).toBe(409);
});

it('any version is equal to *, of a row that exists', async () => {
  const path = `semesters/${await idIn('semester')}/`;
  expect((await change(path, { year: 2024 }, '*')).status).toBe(200);
  expect((await change('semesters/424242/', { year: 2024 }, '*')).status).toBe(404);
});

it('a version that a proxy weakened is equal; an invalid one differs', async () => {
  const path = `classroom/${await idIn('classroom')}/`;
  const { version } = await read(path);
  expect((await change(path, { capacity: 11 }, `W/${version}`)).status).toBe(200);
  expect((await change(path, { capacity: 12 }, 'x')).status).toBe(409);
});
