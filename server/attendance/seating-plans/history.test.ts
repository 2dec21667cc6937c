import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, createSeating, type Seating } from '#server/test/seating.ts';

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
  const { school } = seating;
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
  const { school } = seating;
  const erased = await school.call(
    'account',
    'POST',
    `attendance/student-details/${ids.S1}/erase/`,
    { student_id: 'S1', redact_notes: false },
  );
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  const { rows } = await seating.run(sql<{ n: number }>`
    select count(*)::int as n from seat where student_id = ${ids.S1}`);
  expect(rows[0]!.n).toBe(0);
  expect((await restore(2, 1)).body.seats).toEqual([at(ids.S3, 1, 3)]);
  await seating.run(sql`delete from seating_plan where class_schedule_id = ${seating.mon9}`);
  const left = await seating.run(sql<{ n: number }>`
    select (select count(*) from seat)::int + (select count(*) from seating_plan_change)::int as n`);
  expect(left.rows[0]!.n).toBe(0);
});
