import { expect, inject, it, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import { createDatabase, createPool } from './pool.ts';
import { inFormTransaction, transientErrorOf } from './transactions.ts';

it('two forms wait for what a long transaction holds, and further ones are refused', async () => {
  const pool = createPool(inject('maintenance'), 6, () => {}, { lockTimeoutMs: 60_000 });
  const database = createDatabase(pool);
  const holder = await pool.connect();
  onTestFinished(async () => {
    holder.release();
    await pool.end();
  });
  await holder.query('begin; select pg_advisory_xact_lock(815)');
  const take = () =>
    inFormTransaction(database, async (trx) => {
      await sql`select pg_advisory_xact_lock(815)`.execute(trx);
      return 'taken';
    });

  const all = [take(), take(), take(), take()];
  const outcomes = all.map((one) => one.catch(transientErrorOf));
  // While it is held.
  const isOver = (one: Promise<unknown>) => Promise.race([one, Promise.resolve('waits')]);
  await expect
    .poll(() => Promise.all(outcomes.map(isOver)), { timeout: 10_000 })
    .toSatisfy((found: unknown[]) => found.filter((one) => one === 'locked').length === 2);
  await holder.query('rollback');
  const ends = await Promise.all(outcomes);
  expect(ends.toSorted()).toEqual(['locked', 'locked', 'taken', 'taken']);
  // They count no longer.
  await expect(Promise.all([take(), take(), take()])).resolves.toEqual(['taken', 'taken', 'taken']);
});

it('a form whose work fails is not repeated', async () => {
  const pool = createPool(inject('maintenance'), 1, () => {}, { lockTimeoutMs: 60_000 });
  onTestFinished(() => pool.end());
  let runs = 0;
  const failing = inFormTransaction(createDatabase(pool), () => {
    runs++;
    return Promise.reject(new Error('no'));
  });
  await expect(failing).rejects.toThrow('no');
  expect(runs).toBe(1);
});
