import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { seedCheckIns, seedInstitute, seedLists, seedMarks, today } from '../bench/seed.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { demoToken, type ServerProcess } from '#server/test/server-process.ts';
import { greedyCases } from './greedy-cases.ts';
import { timetableCases } from './greedy-timetable.ts';
import { greedyClient } from './greedy-client.ts';
import { createSandbox, percentile, query } from './sandbox.ts';
import type { Report } from './report.ts';

const maxMs = 200;
const maxExtraMb = 300;

/**
 * `DRILL_CASE=lists|exports`: cases whose name contains one of these. Sends one greedy request after the
 * other: `/healthz` and concurrent taps stay fast, and memory does not grow.
 */
export async function greedyDrill(only = process.env.DRILL_CASE): Promise<Report> {
  const sandbox = createSandbox();
  const opened = await openDatabase({ dataDir: sandbox.dataDir, poolSize: 2 }, () => {});
  await seedInstitute(opened.database);
  await seedMarks(opened.database, 10, 10);
  await seedLists(opened.database);
  await seedCheckIns(opened.database);
  const server = await sandbox.start({ env: { DEMO: 'false', CLOCK: `${today}T12:00:00+11:00` } });
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      demoToken(sandbox.dataDir, server.base, `account${at}@demo.example`, ['account']),
    ),
  );
  const beside = await demoToken(sandbox.dataDir, server.base, 'admin@demo.example', ['admin']);
  const connection = await sandbox.connection();
  const client = greedyClient(server, tokens);
  const at = { ...client, server, connection };
  const seats = await query<{ card: string; class_schedule: number }>(
    connection,
    `select s.rfid_number as card, e.class_schedule_id::int as class_schedule from enrolment e
     join student s on s.id = e.student_id
     join class_schedule c on c.id = e.class_schedule_id where c.day_of_week = 3 order by e.id
     limit 12000`,
  );
  await watch(server, beside, seats, () => wait(3000));

  const figures: Report['figures'] = {};
  let failed = false;
  for (const [name, run] of Object.entries({ ...greedyCases, ...timetableCases })) {
    if (only && !only.split('|').some((part) => name.includes(part))) continue;
    const { maxHealthMs, maxTapMs, tap, extraMb, seconds } = await watch(
      server,
      beside,
      seats,
      () => run(at),
    );
    const statuses = client.takeStatuses();
    const bad =
      maxHealthMs > maxMs ||
      maxTapMs > maxMs ||
      extraMb > maxExtraMb ||
      statuses.some((status) => status >= 500);
    failed ||= bad;
    figures[name] =
      `${bad ? 'MISSED: ' : ''}${seconds.toFixed(1)} s; ` +
      `/healthz longest ${maxHealthMs.toFixed(0)} ms; ` +
      `tap 99 % ${tap.toFixed(0)}, longest ${maxTapMs.toFixed(0)} ms; ` +
      `${extraMb.toFixed(0)} MB more; answered ${[...new Set(statuses)].join(', ')}`;
    console.log(`  ${name}: ${figures[name]}`);
    await wait(2000);
  }
  await server.stop('SIGINT');
  await opened.close();
  sandbox.remove();
  return {
    drill: `greedy requests: beside each, /healthz and a tap below ${maxMs} ms, at most ${maxExtraMb} MB more`,
    figures,
    failed,
  };
}

/** Runs the work, and measures `/healthz` and taps during it. */
async function watch(
  server: ServerProcess,
  token: string,
  seats: { card: string; class_schedule: number }[],
  work: () => Promise<unknown>,
) {
  const health: number[] = [];
  const taps: number[] = [];
  const end = new AbortController();
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))![1]) /
    1024;
  const before = memory();
  let max = before;
  const timed = async (times: number[], path: string, init?: RequestInit) => {
    const started = performance.now();
    const answer = await fetch(`${server.base}${path}`, init);
    await answer.arrayBuffer();
    times.push(performance.now() - started);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} beside it`);
  };
  const every = async (task: () => Promise<void>) => {
    for (; !end.signal.aborted; await wait(40)) await task();
  };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const watching = Promise.all([
    every(() => timed(health, '/healthz')),
    every(async () => {
      const { card, class_schedule } = seats.pop()!;
      await timed(taps, '/api/v2/attendance/attendance/create/', {
        method: 'POST',
        headers,
        body: JSON.stringify({ rfid_number: card, class_schedule, date: today }),
      });
    }),
    every(async () => {
      max = Math.max(max, memory());
    }),
  ]);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  end.abort();
  await watching;
  return {
    maxHealthMs: Math.max(...health),
    maxTapMs: Math.max(...taps),
    tap: percentile(taps, 0.99),
    extraMb: max - before,
    seconds,
  };
}
