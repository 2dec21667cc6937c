import { setTimeout as wait } from 'node:timers/promises';
import { createPool } from '#server/platform/database/pool.ts';
import { databaseUrl } from '#server/test/database-url.ts';
import { startPooler } from '#server/test/pooler.ts';
import { ensurePrograms, versionsOf } from './programs.ts';
import { openListeners } from './listeners.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import type { Report } from './report.ts';
import { createSandbox, date, query } from './sandbox.ts';

/** The pooler closes connections to the database that are idle for three seconds. */
const idleMs = 4000;

/**
 * A server behind PgBouncer: it starts, loses no mark, receives the marks of a server without a pooler, and
 * its statement timeout is in force.
 */
export async function poolerDrill(
  mode: 'session' | 'transaction',
  seconds: number,
): Promise<Report> {
  ensurePrograms(['pgbouncer']);
  const sandbox = createSandbox();
  const direct = await sandbox.start();
  const connection = await sandbox.connection();
  const pooler = await startPooler(connection, mode);
  const url = `postgres://attendance@127.0.0.1:${pooler.port}/${connection.database}`;
  const env: Record<string, string> = { DATABASE_URL: url };
  let isRefused = false;
  if (mode === 'transaction') {
    env.DATABASE_DIRECT_URL = databaseUrl(connection);
    const refused = await sandbox.start({ env });
    isRefused = refused.output().includes('the time-out of statements');
    await refused.stop('SIGKILL');
    for (const setting of ["statement_timeout = '60s'", 'max_parallel_workers_per_gather = 0'])
      await query(connection, `alter role ${connection.user} set ${setting}`);
    // Connections that are open already have the former settings.
    await wait(idleMs);
  }
  const pooled = await sandbox.start({ env });
  if (pooled.child.exitCode !== null) throw new Error(pooled.output());
  const [token, directToken] = [await sandbox.token(pooled), await sandbox.token(direct)];

  const seats = await seatsOf(pooled.base, token);
  const { student, class_schedule } = seats[0]!;
  const listeners = openListeners({
    base: () => pooled.base,
    token,
    paths: [`live?class_schedule=${class_schedule}&date=${date}`],
    count: 1,
  });
  await wait(1000);
  const clients = sendMarks(
    seats.filter((seat) => seat.class_schedule !== class_schedule),
    { base: () => pooled.base, token: () => token, clients: 12, perSecond: 100 },
  );
  await wait(seconds * 500);
  await fetch(`${direct.base}/api/v2/attendance/attendance/create/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${directToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rfid_number: student, class_schedule, date }),
  });
  await wait(seconds * 500);
  await clients.stop();
  const found = await clients.check(await sandbox.connection());
  const events = listeners.events();
  listeners.close();
  await pooled.stop('SIGINT');
  if (mode === 'transaction') {
    await query(connection, `alter role ${connection.user} set statement_timeout = '300ms'`);
    await wait(idleMs);
  }
  const stopped = await stoppedAfter(url, mode);
  pooler.stop();
  await direct.stop('SIGINT');
  sandbox.remove();
  return {
    drill: `a server behind PgBouncer in ${mode} mode, ${seconds} s at 100 marks a second`,
    figures: {
      'marks answered': clients.results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'news of a mark on the other server': events,
      'a statement of 5 s with a limit of 300 ms ended after': `${stopped.toFixed(0)} ms`,
      ...(mode === 'transaction' && {
        'without a time-out of the database’s user': isRefused ? 'does not start' : 'starts',
      }),
      with: versionsOf(['pgbouncer']),
    },
    otherAnswers: clients.results.otherAnswers,
    failed:
      found.lost + found.doubled > 0 ||
      events === 0 ||
      stopped > 2000 ||
      (mode === 'transaction' && !isRefused),
  };
}

/** The duration of a long statement through the pooler, in milliseconds. */
async function stoppedAfter(url: string, mode: 'session' | 'transaction'): Promise<number> {
  const options = mode === 'session' ? { statementTimeoutMs: 300 } : { perTransaction: true };
  const pool = createPool(url, 1, () => {}, options);
  await pool.query('select 1');
  const before = performance.now();
  await pool.query('select pg_sleep($1)', [5]).catch(() => {});
  const after = performance.now();
  await pool.end();
  return after - before;
}
