import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceLimits } from '#contract/attendance/device.ts';
import { keyOfDevice } from '#server/test/device.ts';
import { deviceCalls, localTime, tapOf } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  school.at(localTime('09:05'));
});
afterAll(() => school.close());
const { send } = deviceCalls(() => school);

const stored = async () =>
  (
    await sql<{ name: string; outcome: string; count: number; first: number; last: number }>`
      select d.name, t.outcome, count(*)::int as count, min(sequence) as first, max(sequence) as last
      from device_tap t join device d on d.id = t.device_id group by 1, 2 order by 1, 2`.execute(
      school.database,
    )
  ).rows;

it('a device has the newest unknown cards up to a limit; other taps, and those of other devices, stay (R-DOOR-6)', async () => {
  const most = deviceLimits.storedUnknownCards;
  const flooding = await keyOfDevice(school.database, { name: 'Flood' });
  const quiet = await keyOfDevice(school.database, { name: 'Quiet' });
  await send(quiet, tapOf(1, 'no-card'));
  await send(flooding, tapOf(1));
  await sql`
    insert into device_tap (device_id, generation, sequence, card, tapped_at, received_at, outcome)
    select id, generation, n, 'x' || n, ${localTime('09:00')}, ${localTime('09:00')}, 'unknown'
    from device, generate_series(2, ${most + 1}) n where name = 'Flood'`.execute(school.database);
  const at = localTime('09:05');
  // Two calls at once end as one after the other.
  const [one, other] = await Promise.all([
    send(flooding, ...[2, 3, 4].map((number) => tapOf(most + number, `y${number}`, at))),
    send(flooding, ...[5, 6].map((number) => tapOf(most + number, `y${number}`, at))),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(await stored()).toEqual([
    { name: 'Flood', outcome: 'present', count: 1, first: 1, last: 1 },
    { name: 'Flood', outcome: 'unknown', count: most, first: 7, last: most + 6 },
    { name: 'Quiet', outcome: 'unknown', count: 1, first: 1, last: 1 },
  ]);
});
