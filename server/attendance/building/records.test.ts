import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RollCallRecord } from '#contract/attendance/building.ts';
import { purgeDrills } from '#server/people/privacy/expired-rows.ts';
import { atTime as at, createBuilding } from '#server/test/building.ts';
import type { TestSchool } from '#server/test/test-school.ts';

const device = '00000000-0000-4000-8000-000000000001';
let building: Awaited<ReturnType<typeof createBuilding>>;
let school: TestSchool;
beforeAll(async () => {
  building = await createBuilding();
  ({ school } = building);
});
afterAll(() => school.close());
beforeEach(() => building.empty());

const record = async (id: number): Promise<RollCallRecord> =>
  (await building.call('admin', 'GET', `roll-calls/${id}/`)).body;
const end = (id: number) => building.call('admin', 'POST', `roll-calls/${id}/end/`);
async function tick(roll_call: number, student_id: string, number = 1): Promise<number> {
  const { people } = await building.whoIsHere();
  const person = people.find((one) => one.student_id === student_id)!.number;
  const ticks = [{ number, person, accounted: true, made_at: at('09:15:00') }];
  return (await building.call('admin', 'POST', 'ticks/', { roll_call, device, ticks })).status;
}

it('after the retention a record has its figures, and no people, ticks or note', async () => {
  const id = await building.start();
  await sql`update building_roll_call set note = 'Smoke'`.execute(school.database);
  await tick(id, 'S1');
  await end(id);
  expect(await purgeDrills(school.database, '2026-03-01T22:14:00Z')).toBe(0);
  expect(await purgeDrills(school.database, '2026-03-01T22:16:00Z')).toBe(1);
  expect(await record(id)).toMatchObject({
    forgotten: true,
    note: null,
    listed: 7,
    expected: 7,
    accounted: 1,
    missing: 6,
    ticks: 0,
    people: [],
  });
  expect(await purgeDrills(school.database, '2026-03-01T22:16:00Z')).toBe(0);
});

it('one that was never ended ends after a day, with its figures', async () => {
  const id = await building.start();
  await tick(id, 'S1');
  expect(await purgeDrills(school.database, '2026-03-02T22:14:00Z')).toBe(0);
  expect(await purgeDrills(school.database, '2026-03-04T22:14:00Z')).toBe(1);
  expect(await record(id)).toMatchObject({ accounted: 1, missing: 6, forgotten: true });
  expect((await building.whoIsHere()).roll_call).toBeNull();
});

it('the name of an erased student goes from the record, and the figures stay', async () => {
  const id = await building.start();
  await tick(id, 'S5');
  await end(id);
  const student = await school.studentId('S5');
  const { status } = await school.call(
    'account',
    'POST',
    `attendance/student-details/${student}/erase/`,
    { student_id: 'S5' },
  );
  expect(status).toBe(200);
  const after = await record(id);
  expect(JSON.stringify(after.people)).not.toMatch(/Eli|Adams|S5/);
  expect(after).toMatchObject({ listed: 7, expected: 7, accounted: 1 });
});

it('the row of a merged student follows who stays, unless both were on the list', async () => {
  const id = await building.start();
  await end(id);
  const listed = (await record(id)).people.length;
  const [keep, remove] = [await school.studentId('S4'), await school.studentId('S3')];
  const twice = await sql<{ number: number }>`
    select number from building_roll_call_person
    where student_id = any(${[keep, remove]}::bigint[])`.execute(school.database);
  expect(twice.rows).toHaveLength(2);
  const path = 'attendance/student-merge/';
  const { body } = await school.call('admin', 'GET', `${path}?keep=${keep}&remove=${remove}`);
  const none = {
    exchange: [],
    marks: [],
    end_cohorts: [],
    archive_leaves: [],
    close_follow_ups: [],
  };
  const sent = { keep, remove, version: body.version, ...none };
  expect((await school.call('admin', 'POST', path, sent)).status).toBe(200);
  expect((await record(id)).people).toHaveLength(listed);
});

it('a repeated batch at the same moment counts once, and news of marks reach the list', async () => {
  const id = await building.start();
  const { people } = await building.whoIsHere();
  const body = {
    roll_call: id,
    device,
    ticks: people.map(({ number }) => ({
      number,
      person: number,
      accounted: true,
      made_at: at('09:15:00'),
    })),
  };
  const answers = await Promise.all(
    [1, 2, 3].map(() => building.call('admin', 'POST', 'ticks/', body)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await building.mark('S1', 'Present');
  await end(id);
  const after = await record(id);
  expect(after).toMatchObject({ ticks: people.length, accounted: people.length, missing: 0 });
  expect(after.people.find(({ student_id }) => student_id === 'S1')?.state).toBe('present');
});
