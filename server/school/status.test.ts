import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasAttended, statuses, wasMissing } from '#contract/status.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { attended, missing } from './status.ts';

let database: Database;
beforeAll(async () => {
  database = createDatabase(createPool(await copyOfTemplate(), 1, () => {}));
});
afterAll(() => database.destroy());

it.each(statuses)(
  '%s means the same in the contract, in queries and in functions',
  async (status) => {
    const answer = oneRow(
      await sql<{ attended: boolean; missing: boolean; by_function: boolean }>`
      select ${attended()} as attended, ${missing()} as missing, status_attended(a.status) as by_function
      from (select ${status}::text as status) a`.execute(database),
    );
    expect(answer).toEqual({
      attended: hasAttended(status),
      missing: wasMissing(status),
      by_function: hasAttended(status),
    });
  },
);

it.each([
  ['attendance', statuses],
  ['held_mark', [...statuses, 'N/A']],
])('the check of %s.status has every status: it is changed by a migration', async (table, all) => {
  const { text } = oneRow(
    await sql<{ text: string }>`
      select pg_get_constraintdef(oid) as text from pg_constraint
      where conname = ${`${table}_status_check`}`.execute(database),
  );
  const values = [...text.matchAll(/'([^']+)'/g)].map(([, value]) => value);
  expect(values.toSorted()).toEqual(all.toSorted());
});
