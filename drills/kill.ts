import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../server/platform/database/postmaster.ts';
import { databasePid } from '../server/test/server-process.ts';
import { median, openPlace, type Place } from './place.ts';
import { seatsOf, sendMarks, type Tellers } from './tellers.ts';
import type { Report } from './report.ts';

type Strike = (place: Place, server: { stop(signal: NodeJS.Signals): Promise<unknown> }) => Promise<'server' | 'database'>;

/** Resolves once another one runs in its place. */
async function strikeDatabase({ dataDir }: Place, signal: NodeJS.Signals): Promise<void> {
  const running = async () => {
    const pid = await databasePid(dataDir);
    return pid && isAlive(pid) ? pid : null;
  };
  let pid = await running();
  while (pid === null) {
    await wait(10);
    pid = await running();
  }
  process.kill(pid, signal);
  for (let now = await running(); now === null || now === pid; now = await running()) await wait(5);
}

const strikes: Record<string, { title: string; strike: Strike }> = {
  server: {
    title: 'the server is killed (kill -9) and started again',
    async strike(_place, server) {
      await server.stop('SIGKILL');
      return 'server';
    },
  },
  database: {
    title: 'the database is killed (kill -9)',
    async strike(place) {
      await strikeDatabase(place, 'SIGKILL');
      return 'database';
    },
  },
  restart: {
    title: 'the database is restarted (fast shutdown)',
    async strike(place) {
      await strikeDatabase(place, 'SIGINT');
      return 'database';
    },
  },
};

/** Strikes again and again while marks are sent, and looks whether each answered one is there once. */
export async function killDrill(what: string, rounds: number): Promise<Report> {
  const { title, strike } = strikes[what]!;
  const place = openPlace();
  let server = await place.start();
  const port = Number(new URL(server.base).port);
  const token = await place.token(server);
  const seats = await seatsOf(server.base, token);
  const tellers = sendMarks(seats, { base: () => server.base, token: () => token, clients: 12, perSecond: 200 });
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait(150 + Math.random() * 350);
    const struck = performance.now();
    if ((await strike(place, server)) === 'server') server = await place.start({ port });
    recoveries.push(await answersAgain(tellers, struck));
  }
  await tellers.stop();
  const found = await tellers.check(await place.connection());
  await server.stop('SIGINT');
  place.clear();
  return {
    drill: `${title}, ${rounds} times at 200 marks a second`,
    figures: {
      'marks answered': tellers.told.answered,
      lost: found.lost,
      doubled: found.doubled,
      'sent again': tellers.told.repeated,
      'until a mark is answered again, median': `${(median(recoveries) / 1000).toFixed(2)} s`,
      'the longest': `${(Math.max(...recoveries) / 1000).toFixed(2)} s`,
    },
    meanwhile: tellers.told.meanwhile,
    failed: found.lost > 0 || found.doubled > 0,
  };
}

/** @returns milliseconds since the strike. */
async function answersAgain(tellers: Tellers, struck: number): Promise<number> {
  const from = performance.now();
  while (tellers.lastAnswer() < from) {
    if (performance.now() - struck > 60_000) throw new Error('No mark was answered for a minute');
    await wait(5);
  }
  return tellers.lastAnswer() - struck;
}
