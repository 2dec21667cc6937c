import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPool, type Connection } from '#server/platform/database/pool.ts';
import { freePort } from '#server/test/server-process.ts';
import { openListeners } from './listeners.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import type { Report } from './report.ts';
import { createSandbox, date } from './sandbox.ts';

/**
 * A server behind PgBouncer, which must be installed, in session mode: it starts, loses no mark,
 * receives the marks of a server without a pooler, and its statement timeout is in force.
 */
export async function poolerDrill(seconds: number): Promise<Report> {
  const version = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout;
  if (!version) throw new Error('PgBouncer is not installed.');
  const sandbox = createSandbox();
  const direct = await sandbox.start();
  const pooler = await startPooler(await sandbox.connection());
  const pooled = await sandbox.start({ env: { DATABASE_URL: pooler.url } });
  const started = pooled.child.exitCode === null;
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
  const stopped = await stoppedAfter(pooler.url);
  const events = listeners.events();
  listeners.close();
  await pooled.stop('SIGINT');
  pooler.stop();
  await direct.stop('SIGINT');
  sandbox.remove();
  return {
    drill: `a server behind ${version.split('\n')[0]} in session mode, ${seconds} s at 100 marks a second`,
    figures: {
      'marks answered': clients.results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'news of a mark on the other server': events,
      'a statement of 5 s with a limit of 300 ms ended after': `${stopped.toFixed(0)} ms`,
    },
    otherAnswers: clients.results.otherAnswers,
    failed: !started || found.lost + found.doubled > 0 || events === 0 || stopped > 2000,
  };
}

/** The duration of a long statement through the pooler, in milliseconds. */
async function stoppedAfter(url: string): Promise<number> {
  const pool = createPool(url, 1, () => {}, { statementTimeoutMs: 300 });
  await pool.query('select 1');
  const before = performance.now();
  await pool.query('select pg_sleep($1)', [5]).catch(() => {});
  const after = performance.now();
  await pool.end();
  return after - before;
}

interface Pooler {
  url: string;
  stop: () => void;
}

async function startPooler(database: Exclude<Connection, string>): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const target = Object.entries({
    host: database.host,
    port: database.port,
    dbname: database.database,
    user: database.user,
    password: database.password,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `attendance = ${target}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = session',
      'default_pool_size = 40',
    ].join('\n'),
  );
  const owner = statSync(database.host);
  const child = spawn('pgbouncer', ['-q', file], {
    stdio: 'ignore',
    // PgBouncer refuses to run as root; the database's own user can reach the socket.
    ...(process.getuid?.() === 0 && { uid: owner.uid, gid: owner.gid }),
  });
  await wait(1000);
  if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
  return {
    url: `postgres://attendance@127.0.0.1:${port}/attendance`,
    stop() {
      child.kill('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
