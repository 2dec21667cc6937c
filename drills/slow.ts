import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../server/platform/database/pool.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { fillDemo } from '../server/features/demo/fill.ts';
import { createClock } from '../server/platform/clock.ts';
import { date, openPlace, percentile } from './place.ts';
import { seatsOf, sendMarks } from './tellers.ts';
import type { Report } from './report.ts';

const delayMs = 200;

/** Between the server and its database: everything takes so much longer on its way there. */
async function slowRoad(connection: Exclude<Connection, string>, delay: () => number): Promise<Server> {
  const road = createServer((near) => {
    const far = connect(`${connection.host}/.s.PGSQL.${connection.port}`);
    const end = (socket: Socket) => () => socket.destroy();
    near.on('error', end(far)).on('close', end(far));
    far.on('error', end(near)).on('close', end(near));
    near.on('data', (bytes) => void setTimeout(() => far.writable && far.write(bytes), delay()));
    far.on('data', (bytes) => near.writable && near.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(road, 'listening');
  return road;
}

/** Every word to the database takes 200 ms: marks go on, slower, and nothing piles up. */
export async function slowDrill(seconds: number): Promise<Report> {
  const place = openPlace();
  const opened = await openDatabase({ dataDir: place.dataDir, poolSize: 2 }, () => {});
  await fillDemo(opened.database, createClock('Australia/Sydney', `${date}T10:40:00+11:00`), () => {});
  const connection = opened.connection as Exclude<Connection, string>;
  let delay = 0;
  const road = await slowRoad(connection, () => delay);
  const { port } = road.address() as AddressInfo;
  const server = await place.start({
    env: { DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`, DEMO: 'false' },
  });
  const token = await place.token(server);
  const seats = await seatsOf(server.base, token);
  delay = delayMs;
  const tellers = sendMarks(seats, { base: () => server.base, token: () => token, clients: 12, perSecond: 20 });
  const alive: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const asked = performance.now();
    await (await fetch(`${server.base}/healthz`)).text();
    alive.push(performance.now() - asked);
    await wait(100);
  }
  const slow = [...tellers.told.times];
  delay = 0;
  await wait(1000);
  const before = tellers.told.times.length;
  await wait(3000);
  const fast = tellers.told.times.slice(before);
  await tellers.stop();
  const found = await tellers.check(connection);
  await server.stop('SIGINT');
  road.close();
  await opened.close();
  place.clear();
  return {
    drill: `the database is slow: ${delayMs} ms more for every statement, 20 marks a second for ${seconds} s`,
    figures: {
      'marks answered': tellers.told.answered,
      lost: found.lost,
      doubled: found.doubled,
      'a mark, median': `${percentile(slow, 0.5).toFixed(0)} ms`,
      'a mark, 99 %': `${percentile(slow, 0.99).toFixed(0)} ms`,
      '/healthz meanwhile, 99 %': `${percentile(alive, 0.99).toFixed(1)} ms`,
      'a mark once it is fast again, median': `${percentile(fast, 0.5).toFixed(1)} ms`,
    },
    meanwhile: tellers.told.meanwhile,
    failed: found.lost > 0 || found.doubled > 0 || percentile(slow, 0.99) > 2000,
  };
}
