import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/open.ts';
import { startIssuer } from '#server/test/issuer.ts';
import { frontAddress, processAddresses, startProxy, untilReady } from '#server/test/proxy.ts';
import { startServer, type ServerProcess } from '#server/test/server-process.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import { ensurePrograms, versionsOf } from './programs.ts';
import { behindProxy } from './proxied.ts';
import type { Report } from './report.ts';
import { createSandbox, percentile, query } from './sandbox.ts';
import { openNode, startShippedPooler } from './shipped-pooler.ts';

const rate = 200;

/**
 * The way of a request as `deploy/` lays it: HAProxy, two processes, PgBouncer, HAProxy, the database. In turns
 * one process is killed and the other drained, each started again, while marks go on.
 */
export async function behindProxiesDrill(rounds: number): Promise<Report> {
  ensurePrograms(['haproxy', 'pgbouncer']);
  const sandbox = createSandbox();
  const opened = await openDatabase(
    { dataDir: sandbox.dataDir, poolSize: 1, asItIs: true },
    () => {},
  );
  if (typeof opened.connection === 'string') throw new Error('The embedded database is expected.');
  const { connection } = opened;
  const { user, database } = connection;
  // As operations.md asks of a pooler in transaction mode.
  for (const setting of ["statement_timeout = '60s'", 'max_parallel_workers_per_gather = 0'])
    await query(connection, `alter role ${user} set ${setting}`);
  const node = await openNode(connection, frontAddress);
  const issuer = await startIssuer();
  const folder = join(sandbox.dataDir, '..');
  const pooler = await startShippedPooler(connection, {
    folder: join(folder, 'pooler'),
    proxy: frontAddress,
  });
  const starting = startProxy();
  const start = async (at: number): Promise<ServerProcess> => {
    const host = processAddresses[at]!;
    const server = await startServer({
      dataDir: join(folder, `process${at}`),
      port: 3000,
      env: {
        HOST: host,
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: `postgres://${user}@${frontAddress}:5000/${database}`,
        ...behindProxy(issuer),
      },
    });
    if (server.child.exitCode !== null) throw new Error(server.output());
    await untilReady(`http://${host}:3000`);
    return server;
  };
  const servers: ServerProcess[] = [await start(0)];
  servers.push(await start(1));
  const proxy = await starting;

  const token = await issuer.token({ email: 'admin@demo.example', email_verified: true });
  const clients = sendMarks(await seatsOf(proxy.base, token), {
    base: () => proxy.base,
    token: () => token,
    clients: 12,
    perSecond: rate,
  });
  const { results } = clients;
  const unexpected = { kills: 0, drains: 0 };
  const during = async (
    what: keyof typeof unexpected,
    at: number,
    signal: 'SIGKILL' | 'SIGTERM',
  ) => {
    const before = results.unexpected;
    await servers[at]!.stop(signal);
    await wait(2000);
    servers[at] = await start(at);
    // HAProxy takes it in again.
    await wait(1500);
    unexpected[what] += results.unexpected - before;
  };
  await wait(2000);
  for (let round = 0; round < rounds; round++) {
    await during('kills', round % 2, 'SIGKILL');
    await during('drains', (round + 1) % 2, 'SIGTERM');
  }
  await clients.stop();
  const found = await clients.check(connection);
  const pooled = await query<{ count: string }>(
    connection,
    `select count(*) as count from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [database],
  );
  for (const server of servers) await server.stop('SIGTERM');
  proxy.stop();
  pooler.stop();
  node.close();
  issuer.close();
  await opened.close();
  sandbox.remove();
  return {
    drill: `HAProxy, two processes, PgBouncer as deploy/ has them: ${rounds} times one process killed, then the other drained, at ${rate} marks a second`,
    figures: {
      'marks answered': results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'answers but success and JSON 503 with Retry-After, at kills': unexpected.kills,
      '… at drains': unexpected.drains,
      'a mark, 99 %': `${percentile(results.times, 0.99).toFixed(0)} ms`,
      'the slowest': `${percentile(results.times, 1).toFixed(0)} ms`,
      'connections to the database': Number(pooled[0]?.count),
      with: versionsOf(['haproxy', 'pgbouncer']),
    },
    otherAnswers: results.otherAnswers,
    failed: found.lost + found.doubled + unexpected.drains > 0,
  };
}
