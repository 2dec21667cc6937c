// node bench/side-by-side.ts OTHER_CHECKOUT: measures taps and lists of this version and another
// alternately on one machine; with BENCH_HELD=true while nothing follows the marks; with
// BENCH_WEBHOOKS=students while this version sends a hundred webhooks a second to a slow receiver, with
// =marks while every tap is an event besides; with BENCH_ONLY=taps without the lists.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { followerLock } from '#server/standing/standing/follower-lock.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { demoToken, freePort } from '#server/test/server-process.ts';
import { secondsUntilFollowed } from './followed.ts';
import { median, oneByOne, type Tap } from './load.ts';
import { addSlowReceiver } from './slow-receiver.ts';
import { firstWednesday, seedInstitute, seedMarks, today } from './seed.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const tapsPerRound = Number(process.env.BENCH_TAPS ?? 2000);
const readsPerRound = 300;
/** The limits of `docs/performance.md` for "not slower": of the median, and of the 99th percentile. */
const allowed = { share: 1.05, ms: 0.08, p99Share: 1.15 };

const [other] = process.argv.slice(2);
if (!other) {
  console.error(
    'Name another checkout with its packages installed: node bench/side-by-side.ts ../attendance-before',
  );
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'attendance-beside-'));
chmodSync(folder, 0o755);
const sides = [
  await prepare('before', resolve(other)),
  await prepare('now', resolve(import.meta.dirname, '..')),
] as const;

const reads: Record<string, string> = {
  'roll of a class of 40': `attendance/attendance/?class_schedule=7&date=${firstWednesday}`,
  'students, a page': 'attendance/students/?page=500',
  'students, a search': 'attendance/students/?search=first12',
  'classes of a day, a page': `attendance/classschedule/?date=${firstWednesday}&limit=20`,
  'classes of a day, all 300': `attendance/classschedule/?date=${firstWednesday}&limit=999&ordering=start_time`,
};
console.log('Measuring …');
const figures = new Map<string, { before: number[]; now: number[] }>();
for (let round = -1; round < rounds; round++) {
  for (const [name, work] of [
    ['tap', tapOnce] as const,
    ...(process.env.BENCH_ONLY === 'taps' ? [] : Object.keys(reads)).map(
      (read) => [read, readAgain(read)] as const,
    ),
  ]) {
    const found = figures.get(name) ?? { before: [], now: [] };
    figures.set(name, found);
    // The first round only warms up; the order of the two alternates.
    for (const side of round % 2 ? sides : sides.toReversed()) {
      await side.receiver?.start();
      const times = await work(side);
      const rate = await side.receiver?.stop();
      if (rate !== undefined) console.log(`${name}: ${rate.toFixed(0)} webhooks a second`);
      if (round >= 0)
        found[side.name].push(
          median(times),
          times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!,
        );
    }
  }
}

console.log(
  `\n| one client, ${rounds} rounds in turns | before, median | now, median ` +
    `| difference, median of the rounds | 99 %, before → now |`,
);
console.log('| --- | --- | --- | --- | --- |');
for (const [name, { before, now }] of figures) {
  const [medians, slow] = [0, 1].map((at) => ({
    before: before.filter((_, n) => n % 2 === at),
    now: now.filter((_, n) => n % 2 === at),
  }));
  const difference = median(medians!.now.map((ms, round) => ms - medians!.before[round]!));
  const [was, is] = [median(medians!.before), median(medians!.now)];
  const [wasSlow, isSlow] = [median(slow!.before), median(slow!.now)];
  const missed =
    difference > Math.max(was * (allowed.share - 1), allowed.ms) ||
    isSlow > wasSlow * allowed.p99Share;
  console.log(
    `| ${name}${missed ? ' (slower)' : ''} | ${was.toFixed(2)} ms | ${is.toFixed(2)} ms ` +
      `| ${difference >= 0 ? '+' : ''}${difference.toFixed(2)} ms ` +
      `| ${wasSlow.toFixed(2)} → ${isSlow.toFixed(2)} ms |`,
  );
}
for (const { child, close } of sides) {
  child.kill('SIGINT');
  await new Promise((ended) => child.once('exit', ended));
  await close();
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit();

interface Side {
  name: 'before' | 'now';
  base: string;
  headers: Record<string, string>;
  taps: Tap[];
  child: ChildProcess;
  /** Of webhooks. */
  receiver: Awaited<ReturnType<typeof addSlowReceiver>> | null;
  close: () => Promise<void>;
}

/** A server of that checkout with the measured institute in a database of its own. */
async function prepare(name: Side['name'], root: string): Promise<Side> {
  const dataDir = join(folder, name);
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'server', 'cli.ts'), 'start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'false',
      LOG_LEVEL: 'error',
      REQUESTS_PER_MINUTE: '0',
      WEBHOOK_NETWORKS: '127.0.0.1',
      CLOCK: `${today}T12:00:00+11:00`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((started) =>
    child.stdout.on('data', (text: Buffer) => text.includes('Ctrl-C stops it.') && started()),
  );
  const opened = await openDatabase({ dataDir, poolSize: 2, asItIs: true }, () => {});
  console.log(`Seeding for ${name} …`);
  await seedInstitute(opened.database);
  await seedMarks(opened.database, 1, 12);
  const { rows: taps } = await sql<Tap>`
    select s.rfid_number as card, c.id as "classSchedule", to_char(day, 'YYYY-MM-DD') as date
    from class_schedule c join enrolment e on e.class_schedule_id = c.id
    join student s on s.id = e.student_id
    cross join generate_series('2026-09-16'::date, ${today}::date, interval '7 days') day
    where c.day_of_week = 3 order by day, e.id * 7919 % 100003
    limit ${(rounds + 1) * tapsPerRound}`.execute(opened.database);
  // The job that follows the marks waits for its lock: what a tap costs without it.
  const holder = process.env.BENCH_HELD === 'true' ? await opened.pool.connect() : null;
  if (holder) await holder.query('select pg_advisory_lock($1)', [followerLock]);
  else await secondsUntilFollowed(opened.database);
  const base = `http://localhost:${port}`;
  const token = await demoToken(dataDir, base, 'admin@demo.example', ['admin']);
  const headers = { authorization: `Bearer ${token}` };
  const kind = name === 'now' ? process.env.BENCH_WEBHOOKS : undefined;
  const receiver = kind ? await addSlowReceiver(base, headers, opened.database, kind) : null;
  return {
    name,
    base,
    headers,
    taps,
    child,
    receiver,
    close: async () => {
      receiver?.close();
      holder?.release();
      await opened.close();
    },
  };
}

function tapOnce({ base, headers, taps }: Side): Promise<number[]> {
  const calls = taps.splice(0, tapsPerRound).map(({ card, classSchedule, date }) => ({
    method: 'POST',
    path: '/api/v2/attendance/attendance/create/',
    body: { rfid_number: card, class_schedule: classSchedule, date },
  }));
  return oneByOne(base, headers, calls);
}

function readAgain(name: string) {
  const calls = Array.from({ length: readsPerRound }, () => ({
    method: 'GET',
    path: `/api/v2/${reads[name]}`,
  }));
  return ({ base, headers }: Side) => oneByOne(base, headers, calls);
}
