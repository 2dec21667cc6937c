import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '#server/platform/database/postmaster.ts';
import { databasePid } from '#server/test/server-process.ts';
import { median, createSandbox, type Sandbox } from './sandbox.ts';
import { seatsOf, sendMarks, type LoadClients } from './load-clients.ts';
import type { Report } from './report.ts';

type Fault = (
  sandbox: Sandbox,
  server: { stop(signal: NodeJS.Signals): Promise<unknown> },
) => Promise<'server' | 'database'>;

/** Sends the signal to the database; resolves once a new process has replaced it. */
async function signalDatabase({ dataDir }: Sandbox, signal: NodeJS.Signals): Promise<void> {
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

const faults: Record<string, { title: string; inject: Fault }> = {
  server: {
    title: 'the server is killed (kill -9) and started again',
    async inject(_sandbox, server) {
      await server.stop('SIGKILL');
      return 'server';
    },
  },
  database: {
    title: 'the database is killed (kill -9)',
    async inject(sandbox) {
      await signalDatabase(sandbox, 'SIGKILL');
      return 'database';
    },
  },
  restart: {
    title: 'the database is restarted (fast shutdown)',
    async inject(sandbox) {
      await signalDatabase(sandbox, 'SIGINT');
      return 'database';
    },
  },
};

/** Injects the fault repeatedly while marks are sent, and checks that each answered mark is stored once. */
export async function killDrill(what: string, rounds: number): Promise<Report> {
  const { title, inject } = faults[what]!;
  const sandbox = createSandbox();
  let server = await sandbox.start();
  const port = Number(new URL(server.base).port);
  const token = await sandbox.token(server);
  const seats = await seatsOf(server.base, token);
  const clients = sendMarks(seats, {
    base: () => server.base,
    token: () => token,
    clients: 12,
    perSecond: 200,
  });
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait(150 + Math.random() * 350);
    const injectedAt = performance.now();
    if ((await inject(sandbox, server)) === 'server') server = await sandbox.start({ port });
    recoveries.push(await timeToRecover(clients, injectedAt));
  }
  await clients.stop();
  const found = await clients.check(await sandbox.connection());
  await server.stop('SIGINT');
  sandbox.remove();
  return {
    drill: `${title}, ${rounds} times at 200 marks a second`,
    figures: {
      'marks answered': clients.results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'sent again': clients.results.repeated,
      'until a mark is answered again, median': `${(median(recoveries) / 1000).toFixed(2)} s`,
      'the longest': `${(Math.max(...recoveries) / 1000).toFixed(2)} s`,
    },
    otherAnswers: clients.results.otherAnswers,
    failed: found.lost > 0 || found.doubled > 0,
  };
}

/** @returns milliseconds from the fault to the next answered mark. */
async function timeToRecover(clients: LoadClients, injectedAt: number): Promise<number> {
  const from = performance.now();
  while (clients.lastAnswer() < from) {
    if (performance.now() - injectedAt > 60_000)
      throw new Error('No mark was answered for a minute');
    await wait(5);
  }
  return clients.lastAnswer() - injectedAt;
}
