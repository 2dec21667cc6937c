import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClock } from '#server/platform/clock.ts';
import { createEmptyDatabase } from '#server/test/archives.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { fillDemo } from './fill.ts';

let database: Database;
beforeAll(async () => {
  database = createDatabase(createPool(await createEmptyDatabase(), 3, () => {}));
  await migrate(database);
  await fillDemo(database, createClock('Australia/Sydney'), () => {});
}, 60_000);
afterAll(() => database.destroy());

it('every class of the demo has a pay code, on every date', async () => {
  const { rows } = await sql<{ classes: number; without: number; dates: number }>`
    select count(*)::int as classes, count(*) filter (where payroll_id is null)::int as without,
      (select count(*)::int from class_schedule_pattern where payroll_id is null) as dates
    from class_schedule`.execute(database);
  expect(rows[0]).toEqual({ classes: expect.any(Number), without: 0, dates: 0 });
});
