import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '#server/test/server-process.ts';
import { date, createSandbox, percentile } from './sandbox.ts';
import { openListeners } from './listeners.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import type { Report } from './report.ts';

const megabytes = ({ child }: ServerProcess): number => {
  try {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
    );
  } catch {
    return NaN;
  }
};

/**
 * Two processes, 500 open attendance screens, 100 marks a second: how long a mark takes, and
 * whether memory grows.
 */
export async function loadDrill(seconds: number): Promise<Report> {
  const sandbox = createSandbox();
  const servers = [await sandbox.start(), await sandbox.start()];
  const tokens = await Promise.all(servers.map((server) => sandbox.token(server)));
  const seats = await seatsOf(servers[0]!.base, tokens[0]!);
  const classes = [...new Set(seats.map((seat) => seat.class_schedule))];
  const paths = classes.map((id) => `live?class_schedule=${id}&date=${date}`);
  const screens = servers.map((server, number) =>
    openListeners({ base: () => server.base, token: tokens[number]!, paths, count: 250 }),
  );
  const open = () => screens.reduce((sum, listeners) => sum + listeners.open(), 0);
  while (open() < 500) await wait(50);

  let sequence = 0;
  let chosen = 0;
  const clients = sendMarks(seats, {
    base: () => servers[(chosen = sequence++ % 2)]!.base,
    token: () => tokens[chosen]!,
    clients: 50,
    perSecond: 100,
  });
  // The first half minute warms up: code is compiled and memory is allocated.
  await wait(Math.min(30_000, seconds * 100));
  const from = clients.results.times.length;
  const started = performance.now();
  const memory: number[][] = [];
  for (const end = started + seconds * 1000; performance.now() < end;) {
    memory.push(servers.map(megabytes));
    await wait(Math.min(10_000, seconds * 50));
  }
  const times = clients.results.times.slice(from);
  const rate = (times.length * 1000) / (performance.now() - started);
  await clients.stop();
  const found = await clients.check(await sandbox.connection());
  const [still, events] = [open(), screens.reduce((sum, listeners) => sum + listeners.events(), 0)];
  screens.forEach((listeners) => listeners.close());
  for (const server of servers) await server.stop('SIGINT');
  sandbox.remove();
  const third = Math.max(1, Math.floor(memory.length / 3));
  const mean = (part: number[][], at: number) =>
    part.reduce((sum, sample) => sum + sample[at]!, 0) / part.length;
  const grown = servers.map(
    (_server, at) =>
      `${mean(memory.slice(0, third), at).toFixed(0)} → ${mean(memory.slice(-third), at).toFixed(0)} MB`,
  );
  return {
    drill: `two processes, 500 open attendance screens with live updates, 100 marks a second for ${seconds} s`,
    figures: {
      'marks a second': rate.toFixed(1),
      'a mark, median': `${percentile(times, 0.5).toFixed(1)} ms`,
      'a mark, 99 %': `${percentile(times, 0.99).toFixed(1)} ms (wanted: at most 150)`,
      'the longest': `${percentile(times, 1).toFixed(0)} ms`,
      'news to screens': events,
      'screens open at the end': still,
      'memory of each process, first third → last third': grown.join(', '),
      lost: found.lost,
      doubled: found.doubled,
    },
    otherAnswers: clients.results.otherAnswers,
    failed:
      found.lost > 0 ||
      found.doubled > 0 ||
      percentile(times, 0.99) > 150 ||
      still < 500 ||
      clients.results.otherAnswers.size > 0,
  };
}
