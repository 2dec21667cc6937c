import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, inject, it } from 'vitest';
import { createPool, forceCustomPlan } from './pool.ts';
import { transientErrorOf } from './transactions.ts';

/** The connection parameters that a pooler such as PgBouncer accepts; it refuses all others. */
const accepted = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]);

it('a connection starts with the parameters that a pooler accepts: timeouts are set afterwards', async () => {
  const server = createServer((socket) => {
    socket.once('data', (bytes: Buffer) => {
      server.emit('startup', bytes);
      socket.destroy();
    });
  }).listen(0);
  await once(server, 'listening');
  const startup = once(server, 'startup') as Promise<[Buffer]>;
  const pool = createPool(
    `postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/d`,
    1,
    () => {},
    { statementTimeoutMs: 1000 },
  );
  await expect(pool.connect()).rejects.toThrow();
  // Length and version, four bytes each; then names and values.
  const words = (await startup)[0].subarray(8).toString('utf8').split('\0').filter(Boolean);
  const names = words.filter((_word, position) => position % 2 === 0);
  expect(names).toContain('user');
  expect(names.filter((name) => !accepted.has(name.toLowerCase()))).toEqual([]);
  await pool.end();
  server.close();
});

it('ids are numbers, also in arrays', async () => {
  const pool = createPool(inject('maintenance'), 1, () => {});
  const { rows } = await pool.query(
    `select 7::bigint as id, '{1,9007199254740991,null}'::bigint[] as ids, '{}'::bigint[] as none`,
  );
  expect(rows).toEqual([{ id: 7, ids: [1, Number.MAX_SAFE_INTEGER, null], none: [] }]);
  await pool.end();
});

it('connections of requests have a limit of time, and one processor for a statement', async () => {
  const pool = createPool(inject('maintenance'), 1, () => {}, {
    statementTimeoutMs: 1234,
    lockTimeoutMs: 234,
  });
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as time, current_setting('lock_timeout') as lock,
      current_setting('max_parallel_workers_per_gather') as workers`,
  );
  expect(rows).toEqual([{ time: '1234ms', lock: '234ms', workers: '0' }]);
  await pool.end();
});

it('a connection writes so much to temporary files, where the database lets us say so', async () => {
  const pool = createPool(inject('maintenance'), 1, () => {}, { temporaryMb: 2048 });
  const { rows } = await pool.query("select current_setting('temp_file_limit') as temporary");
  expect(rows).toEqual([{ temporary: '2GB' }]);
  await pool.end();
});

it('what another transaction holds is waited for so long, and the caller may try again', async () => {
  const pool = createPool(inject('maintenance'), 2, () => {}, { lockTimeoutMs: 50 });
  const holder = await pool.connect();
  try {
    await holder.query('begin; select pg_advisory_xact_lock(4711)');
    const waiting = pool.query('select pg_advisory_xact_lock(4711)');
    await expect(waiting.catch(transientErrorOf)).resolves.toBe('locked');
  } finally {
    await holder.query('rollback');
    holder.release();
    await pool.end();
  }
});

it('behind a pooler in transaction mode nothing is set on a connection, and no statement is named', async () => {
  const pool = createPool(inject('maintenance'), 1, () => {}, {
    statementTimeoutMs: 1234,
    perTransaction: true,
  });
  const { rows: own } = await pool.query("select current_setting('statement_timeout') as time");
  const { rows: added } = await pool.query('select $1::int + 1 as sum', [1]);
  const { rows: named } = await pool.query('select name from pg_prepared_statements');
  expect([own, added, named]).toEqual([[{ time: '0' }], [{ sum: 2 }], []]);
  await pool.end();
});

it('statements are prepared once, but searches are planned for their words', async () => {
  const pool = createPool(inject('maintenance'), 1, () => {});
  await pool.query('select 1 as one where $1', [true]);
  await pool.query(`select 2 as two where 'Anna' like $1`, ['A%']);
  await pool.query(`${forceCustomPlan} select 3 as three where $1`, [true]);
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  expect(rows).toEqual([{ statement: 'select 1 as one where $1' }]);
  await pool.end();
});
