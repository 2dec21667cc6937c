import { setTimeout as wait } from 'node:timers/promises';
import { openListeners } from '../listeners.ts';
import { seatsOf, sendMarks } from '../load-clients.ts';
import type { Report } from '../report.ts';
import { createSandbox, date, median } from '../sandbox.ts';
import { clusterPackages, withCluster, type Cluster } from './cluster.ts';
import { faults, type Fault, type Observation } from './faults.ts';
import { ensurePrograms, versionsOf } from '../programs.ts';

/** Injects the fault again and again at 200 marks a second; every answered mark must be stored once. */
export async function clusterDrill(what: keyof typeof faults, rounds: number): Promise<Report> {
  const fault: Fault = faults[what];
  ensurePrograms(fault.packages ?? []);
  return withCluster(fault.cluster, (cluster) => drillOn(cluster, fault, rounds));
}

async function drillOn(cluster: Cluster, fault: Fault, rounds: number): Promise<Report> {
  const sandbox = createSandbox();
  const server = await sandbox.start({
    env: { DATABASE_URL: cluster.url, DEMO: 'true', REPLICATION: 'synchronous' },
  });
  if (server.child.exitCode !== null) throw new Error(server.output());
  const printed = server.output().length;
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
  const observations: Observation[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait(2000 + Math.random() * 2000);
    await fault.prepare?.(cluster);
    const silence = longestSilence(() => clients.lastAnswer());
    const injected = await fault.inject(cluster, server.base);
    observations.push(...((await injected.observe?.()) ?? []));
    silences.push(await silence);
    await injected.heal();
    await cluster.ready();
  }
  await clients.stop();
  const found = await clients.check(cluster.connection);
  const events = listeners.events();
  listeners.close();
  const lines = server.output().slice(printed).trim().split('\n');
  if (process.env.DRILL_VERBOSE) console.log(lines.join('\n'));
  await server.stop('SIGINT');
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
      ...figuresOf(observations),
      'news on five screens': events,
      'lines of the log that say that the database is away': lines.filter((line) =>
        line.includes('The database is away'),
      ).length,
      'lines of the log meanwhile': lines.length,
      with: versionsOf([...clusterPackages, ...(fault.packages ?? [])]),
    },
    otherAnswers: clients.results.otherAnswers,
    failed:
      found.lost + found.doubled > 0 ||
      observations.some(({ isFailed }) => isFailed) ||
      events === 0 ||
      longest > fault.longestMs ||
      middle > (fault.medianMs ?? fault.longestMs),
  };
}

/** The highest of each, and the sum of those that count times. */
function figuresOf(observations: Observation[]): Record<string, string> {
  const figures = new Map<string, number>();
  for (const { name, value } of observations) {
    const before = figures.get(name) ?? 0;
    figures.set(name, name.startsWith('times') ? before + value : Math.max(value, before));
  }
  return Object.fromEntries(
    [...figures].map(([name, value]) =>
      name.startsWith('times') ? [name, value.toFixed(0)] : [`${name}, at most`, value.toFixed(1)],
    ),
  );
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
