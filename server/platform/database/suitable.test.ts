import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrl } from '#server/test/database-url.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { startTransactionPooler } from '#server/test/transaction-pooler.ts';
import { openDatabase } from './open.ts';
import type { Connection } from './pool.ts';
import { assertPostgres, isPooledByTransaction } from './suitable.ts';

let school: TestSchool;
let direct: Exclude<Connection, string>;
let pooler: Awaited<ReturnType<typeof startTransactionPooler>>;
beforeAll(async () => {
  school = await createTestSchool();
  direct = school.connection as typeof direct;
  pooler = await startTransactionPooler(direct);
});
afterAll(async () => {
  pooler.close();
  await school.close();
});

const open = (more: object) =>
  openDatabase({ dataDir: school.config.dataDir, poolSize: 2, ...more }, () => {}).then(
    (opened) => opened.close(),
    (error: Error) => error.message,
  );

describe('a pooler in transaction mode', () => {
  it('is distinguished from the database itself', async () => {
    expect(await isPooledByTransaction(direct)).toBe(false);
    expect(await isPooledByTransaction(pooler.url)).toBe(true);
  });

  it('without DATABASE_DIRECT_URL stops the start with one line', async () => {
    expect(await open({ databaseUrl: databaseUrl(direct) })).toBeUndefined();
    expect(await open({ databaseUrl: pooler.url })).toMatch(
      /^DATABASE_URL leads through a pooler in transaction mode\. Set DATABASE_DIRECT_URL [^\n]*$/,
    );
    const both = { databaseUrl: pooler.url, databaseDirectUrl: pooler.url };
    expect(await open(both)).toMatch(/^DATABASE_DIRECT_URL leads through a pooler/);
  });
});

it('a PostgreSQL that is too old stops the start with one line', () => {
  expect(() => assertPostgres({ number: 140_012, name: '14.12' })).toThrow(
    /^DATABASE_URL leads to PostgreSQL 14\.12: Attendance needs 15 or later\.$/,
  );
  expect(() => assertPostgres({ number: 150_000, name: '15.0' })).not.toThrow();
});
