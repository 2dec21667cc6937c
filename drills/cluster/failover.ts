import { setTimeout as wait } from 'node:timers/promises';
import { openListeners } from '../listeners.ts';
import { seatsOf, sendMarks } from '../load-clients.ts';
import type { Report } from '../report.ts';
import { createSandbox, date, median } from '../sandbox.ts';
import { clusterPackages, startCluster, type Cluster, type ClusterNode } from './cluster.ts';
import { versionsOf } from './programs.ts';

/** What is done to a cluster while marks are sent. */
interface Fault {
  title: string;
  /** @returns what was hit. */
  inject(cluster: Cluster): Promise<ClusterNode>;
  /** Repairs it, before the next round. */
  heal(node: ClusterNode): Promise<void> | void;
  /** The longest silence that is allowed, in milliseconds. */
  longestMs: number;
  medianMs?: number;
}

export const faults = {
  failover: {
    title: 'the primary’s node is lost (kill -9 of Patroni and PostgreSQL)',
    async inject(cluster) {
      const node = await cluster.leader();
      await node.kill();
      return node;
    },
    heal: (node) => node.start(),
    longestMs: 35_000,
  },
  'postgres-killed': {
    title: 'PostgreSQL of the primary is killed (kill -9), Patroni lives',
    async inject(cluster) {
      const node = await cluster.leader();
      node.signal('SIGKILL', 'postgres');
      return node;
    },
    heal: () => {},
    medianMs: 8000,
    longestMs: 15_000,
  },
  switchover: {
    title: 'a planned switchover',
    async inject(cluster) {
      const node = await cluster.leader();
      await cluster.switchover();
      return node;
    },
    heal: () => {},
    longestMs: 5000,
  },
} satisfies Record<string, Fault>;

/** Injects the fault again and again at 200 marks a second; every answered mark must be stored once. */
export async function clusterDrill(what: keyof typeof faults, rounds: number): Promise<Report> {
  const fault: Fault = faults[what];
  const cluster = await startCluster();
  const sandbox = createSandbox();
  const server = await sandbox.start({
    env: { DATABASE_URL: cluster.url, DEMO: 'true', REPLICATION: 'synchronous' },
  });
  if (server.child.exitCode !== null) throw new Error(server.output());
  const token = await sandbox.token(server);
  const seats = await seatsOf(server.base, token);
  const listeners = openListeners({
    base: () => server.base,
    token,
    paths: seats
      .slice(0, 5)
      .map((seat) => `live?class_schedule=${seat.class_schedule}&date=${date}`),
    count: 5,
  });
  const clients = sendMarks(seats, {
    base: () => server.base,
    token: () => token,
    clients: 12,
    perSecond: 200,
  });
  const silences: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait(2000 + Math.random() * 2000);
    const silence = longestSilence(() => clients.lastAnswer());
    const node = await fault.inject(cluster);
    silences.push(await silence);
    await fault.heal(node);
    await cluster.ready();
  }
  await clients.stop();
  const found = await clients.check(cluster.connection);
  const events = listeners.events();
  listeners.close();
  const lines = server.output().split('\n');
  await server.stop('SIGINT');
  await cluster.stop();
  sandbox.remove();
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const [middle, longest] = [median(silences), Math.max(...silences)];
  return {
    drill: `${fault.title}, ${rounds} times at 200 marks a second`,
    figures: {
      'marks answered': clients.results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'sent again': clients.results.repeated,
      'silence, median': seconds(middle),
      'the longest': seconds(longest),
      'news on five screens': events,
      'lines of the log that say that the database is away': lines.filter((line) =>
        line.includes('The database is away'),
      ).length,
      'lines of the log in all': lines.length,
      with: versionsOf(clusterPackages),
    },
    otherAnswers: clients.results.otherAnswers,
    failed:
      found.lost + found.doubled > 0 ||
      events === 0 ||
      longest > fault.longestMs ||
      middle > (fault.medianMs ?? fault.longestMs),
  };
}

/**
 * The longest time without an answered mark, in milliseconds: watched until marks have been answered
 * for three seconds after a pause, or for ten seconds without one.
 */
async function longestSilence(lastAnswer: () => number): Promise<number> {
  const start = performance.now();
  let [longest, resumed] = [0, start];
  for (;;) {
    const before = lastAnswer();
    await wait(20);
    const now = performance.now();
    const gap = now - before;
    longest = Math.max(longest, gap);
    if (gap > 500) resumed = now;
    if (now - start > 180_000) throw new Error('No mark was answered for three minutes');
    if (longest > 1000 ? now - resumed > 3000 : now - start > 15_000) return longest;
  }
}
