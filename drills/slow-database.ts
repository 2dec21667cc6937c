import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '#server/platform/database/pool.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { fillDemo } from '#server/admin/demo/fill.ts';
import { createClock } from '#server/platform/clock.ts';
import { date, createSandbox, percentile } from './sandbox.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import type { Report } from './report.ts';

const delayMs = 200;

/** A proxy between the server and its database that delays what the server sends. */
async function startSlowProxy(
  connection: Exclude<Connection, string>,
  delay: () => number,
): Promise<Server> {
  const proxy = createServer((client) => {
    const upstream = connect(`${connection.host}/.s.PGSQL.${connection.port}`);
    const end = (socket: Socket) => () => socket.destroy();
    client.on('error', end(upstream)).on('close', end(upstream));
    upstream.on('error', end(client)).on('close', end(client));
    client.on(
      'data',
      (bytes) => void setTimeout(() => upstream.writable && upstream.write(bytes), delay()),
    );
    upstream.on('data', (bytes) => client.writable && client.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

/** Every message to the database takes 200 ms longer: marks are slower, and no queue builds up. */
export async function slowDatabaseDrill(seconds: number): Promise<Report> {
  const sandbox = createSandbox();
  const opened = await openDatabase({ dataDir: sandbox.dataDir, poolSize: 2 }, () => {});
  await fillDemo(
    opened.database,
    createClock('Australia/Sydney', `${date}T10:40:00+11:00`),
    () => {},
  );
  const connection = opened.connection as Exclude<Connection, string>;
  let delay = 0;
  const proxy = await startSlowProxy(connection, () => delay);
  const { port } = proxy.address() as AddressInfo;
  const server = await sandbox.start({
    env: {
      DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`,
      DEMO: 'false',
    },
  });
  const token = await sandbox.token(server);
  const seats = await seatsOf(server.base, token);
  delay = delayMs;
  const clients = sendMarks(seats, {
    base: () => server.base,
    token: () => token,
    clients: 12,
    perSecond: 20,
  });
  const alive: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const started = performance.now();
    await (await fetch(`${server.base}/healthz`)).text();
    alive.push(performance.now() - started);
    await wait(100);
  }
  const slow = [...clients.results.times];
  delay = 0;
  await wait(1000);
  const before = clients.results.times.length;
  await wait(3000);
  const fast = clients.results.times.slice(before);
  await clients.stop();
  const found = await clients.check(connection);
  await server.stop('SIGINT');
  proxy.close();
  await opened.close();
  sandbox.remove();
  return {
    drill: `the database is slow: ${delayMs} ms more for every statement, 20 marks a second for ${seconds} s`,
    figures: {
      'marks answered': clients.results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'a mark, median': `${percentile(slow, 0.5).toFixed(0)} ms`,
      'a mark, 99 %': `${percentile(slow, 0.99).toFixed(0)} ms`,
      '/healthz meanwhile, 99 %': `${percentile(alive, 0.99).toFixed(1)} ms`,
      'a mark once it is fast again, median': `${percentile(fast, 0.5).toFixed(1)} ms`,
    },
    otherAnswers: clients.results.otherAnswers,
    failed: found.lost > 0 || found.doubled > 0 || percentile(slow, 0.99) > 2000,
  };
}
