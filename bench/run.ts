// npm run bench: measures the figures of docs/performance.md. BENCH_DATA_DIR preserves the large
// database for another run.
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { buildWeb } from '../scripts/build.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { demoToken, freePort, startServer } from '#server/test/server-process.ts';
import { measureBesideStandings } from './beside-standings.ts';
import { measureBrowser } from './browser.ts';
import { measureBuilding } from './building.ts';
import { measureCapacity } from './capacity.ts';
import { median, oneByOne, tapsBare, tapsOverHttp, type Tap } from './load.ts';
import { countLines, makeWorkbook, measureExport } from './exports.ts';
import { measureClashes } from './clashes.ts';
import { measureDoors } from './doors.ts';
import { secondsUntilFollowed } from './followed.ts';
import { measureHealth } from './health.ts';
import { measureEnrolment } from './enrolment.ts';
import { measureForecast } from './forecast.ts';
import { measureListInBrowser, measureLists } from './lists.ts';
import { measureMeetings } from './meetings.ts';
import { measureOneRoster } from './oneroster.ts';
import { measureOwnRoster } from './own-roster.ts';
import { measurePages } from './pages.ts';
import { measurePayroll } from './payroll.ts';
import { measureRedList } from './red-list.ts';
import { measureReports } from './reports.ts';
import { seedFormerSemesters } from './seed-former.ts';
import { measureStudentFile } from './student-file.ts';
import { measureStudents } from './students.ts';
import { measureUndo } from './undo.ts';
import { measureWeeks } from './weeks.ts';
import { firstWednesday, seedInstitute, seedLists, seedMarks, today } from './seed.ts';

const log = (line: string) => console.log(line);
/**
 * taps, lists, exports, meetings, clashes, health, reports, red-list, pay, pages, students, doors, undo,
 * student-file, oneroster, own-roster, weeks, building, capacity or forecast; else all but the last nine.
 */
const only = process.env.BENCH_ONLY ?? process.argv[2];
if (only === 'forecast') {
  // Computes: no server, no database.
  measureForecast(log);
  process.exit(0);
}
const folder = process.env.BENCH_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'attendance-bench-'));
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o755);
const dataDir = join(folder, 'large');
const seconds = Number(process.env.BENCH_SECONDS ?? 10);

if (only === 'student-file') {
  log((await measureStudentFile(folder, log)).join('\n'));
  process.exit(0);
}
if (only === 'oneroster') {
  log((await measureOneRoster(folder, log)).join('\n'));
  process.exit(0);
}
if (only === 'own-roster') {
  log((await measureOwnRoster(folder, log)).join('\n'));
  process.exit(0);
}
if (only === 'building') {
  log((await measureBuilding(folder, log)).join('\n'));
  process.exit(0);
}
if (only === 'weeks') {
  log((await measureWeeks(folder, log)).join('\n'));
  process.exit(0);
}

await buildWeb(log);
if (only === 'pages') {
  // Uses its own, smaller institute.
  const tables = await measurePages(folder, log);
  log(`\n${tables.join('\n')}`);
  process.exit(0);
}
if (only === 'doors') {
  log((await measureDoors(folder, log)).join('\n'));
  process.exit(0);
}
if (only === 'capacity') {
  log((await measureCapacity(folder, log)).join('\n'));
  process.exit(0);
}
if (only === 'undo') {
  log((await measureUndo(folder, log)).join('\n'));
  process.exit(0);
}
if (only === 'students') {
  log((await measureStudents(folder, log)).join('\n'));
  process.exit(0);
}
const opened = await openDatabase({ dataDir, poolSize: 4 }, log);
const { database } = opened;
const server = await startServer({
  dataDir,
  port: await freePort(),
  env: { DEMO: 'false', CLOCK: `${today}T12:00:00+11:00` },
});
const token = await demoToken(dataDir, server.base, 'admin@demo.example', ['admin']);
const headers = { authorization: `Bearer ${token}` };
const figures: [string, string][] = [];
const record = (what: string, figure: string) => {
  figures.push([what, figure]);
  log(`${what}: ${figure}`);
};

const empty = (await sql`select 1 from student limit 1`.execute(database)).rows.length === 0;
if (empty) {
  log('Seeding 50,000 students, 5,000 class schedules, 500,000 enrolments …');
  await seedInstitute(database);
  log(`${await seedMarks(database, 1, 12)} marks`);
  if (!only) await secondsUntilFollowed(database);
}
const small = empty ? await readTimes() : null;
if (empty) {
  log(`${await seedMarks(database, 10, 1)} marks more`);
  const years = Number(process.env.BENCH_FORMER_YEARS ?? 0);
  if (years) log(`${await seedFormerSemesters(database, years)} marks of former years`);
}
record(
  'all standings and counts of meetings, the first time',
  `${(await secondsUntilFollowed(database)).toFixed(1)} s`,
);
const { rows } = await sql<{ marks: number; enrolments: number }>`
  select (select count(*) from attendance) as marks,
    (select count(*) from enrolment) as enrolments`.execute(database);
record(
  'attendance rows, enrolments',
  `${rows[0]!.marks.toLocaleString('en')}, ${rows[0]!.enrolments.toLocaleString('en')}`,
);
const large = await readTimes();
const growth = (few: number | undefined, many: number) =>
  few === undefined
    ? ''
    : ` (${(many / few).toFixed(2)} × of ${few.toFixed(2)} ms with 1 % of the rows)`;
record(
  'roll of a class of 40, median',
  `${large.roll.toFixed(2)} ms${growth(small?.roll, large.roll)}`,
);
record(
  'dashboard of a day with 300 classes, median',
  `${large.dashboard.toFixed(2)} ms${growth(small?.dashboard, large.dashboard)}`,
);

// Taps are measured first, on a freshly started server, so that runs are comparable.
if (!only || only === 'taps') await measureTaps();
if (!only || only === 'lists') await measureResources();
if (!only || only === 'exports') await measureExports();
if (!only || only === 'meetings') {
  for (const [what, figure] of await measureMeetings(database, { base: server.base, headers }))
    record(what, figure);
}
if (!only || only === 'clashes') {
  for (const [what, figure] of await measureClashes(database, { base: server.base, headers }))
    record(what, figure);
}
if (!only || only === 'health') {
  for (const [what, figure] of await measureHealth(server.base, headers)) record(what, figure);
}
if (!only || only === 'reports') {
  // By cohort, too.
  await seedLists(database);
  for (const [what, figure] of await measureReports(server.base, headers)) record(what, figure);
}
if (!only || only === 'red-list') {
  for (const [what, figure] of await measureRedList(database, server.base, headers))
    record(what, figure);
}
if (!only || only === 'pay') {
  const { lists, files } = await measurePayroll(database, server.base, {
    authorization: `Bearer ${await demoToken(dataDir, server.base, 'account@demo.example', ['account'])}`,
  });
  for (const [what, ms] of lists) record(`${what}, median`, `${ms.toFixed(1)} ms`);
  for (const [what, took, size] of files)
    record(what, `${took.toFixed(1)} s, ${size.toFixed(0)} MB`);
}

await server.stop('SIGINT');
await opened.close();

if (!only) await measureScreens();
const pageTables = only ? [] : await measurePages(folder, log);

log('\n| what | measured |\n| --- | --- |');
for (const [what, figure] of figures) log(`| ${what} | ${figure} |`);
if (pageTables.length) log(`\n${pageTables.join('\n')}`);

async function measureScreens(): Promise<void> {
  const browser = await measureBrowser(join(folder, `browser-${Date.now()}`));
  record('JavaScript of the sign-in page, compressed', `${browser.signInKb} KB`);
  record('JavaScript of the attendance screen in all, compressed', `${browser.attendanceKb} KB`);
  record(
    'from the last key to the green row in the browser, median (slowest)',
    `${browser.tapMs.median.toFixed(0)} ms (${browser.tapMs.slowest.toFixed(0)} ms)`,
  );
}

async function readTimes(): Promise<{ roll: number; dashboard: number }> {
  const rolls = Array.from({ length: 600 }, (_, number) => ({
    method: 'GET',
    path: `/api/v2/attendance/attendance/?class_schedule=${1 + (number % 300)}&date=${firstWednesday}`,
  }));
  const days = Array.from({ length: 120 }, () => ({
    method: 'GET',
    path: `/api/v2/attendance/classschedule/?date=${firstWednesday}&limit=999`,
  }));
  return {
    roll: median((await oneByOne(server.base, headers, rolls)).slice(100)),
    dashboard: median((await oneByOne(server.base, headers, days)).slice(20)),
  };
}

/** Every student of every Wednesday class, on the Wednesdays that have no marks yet. */
async function prepareTaps(): Promise<Tap[]> {
  await sql`delete from attendance where date >= '2026-09-15'`.execute(database);
  const found = await sql<Tap>`
    select s.rfid_number as card, c.id as "classSchedule", to_char(day, 'YYYY-MM-DD') as date
    from class_schedule c
    join enrolment e on e.class_schedule_id = c.id
    join student s on s.id = e.student_id
    cross join generate_series('2026-09-16'::date, '2026-11-18'::date, interval '7 days') day
    where c.day_of_week = 3 and c.semester_id = 1
    order by day, e.id * 7919 % 100003`.execute(database);
  return found.rows;
}

async function measureTaps(): Promise<void> {
  const taps = await prepareTaps();
  const single = await oneByOne(
    server.base,
    headers,
    taps.splice(0, 3000).map((tap) => ({
      method: 'POST',
      path: '/api/v2/attendance/attendance/create/',
      body: { rfid_number: tap.card, class_schedule: tap.classSchedule, date: tap.date },
    })),
  );
  record('tap at 1 client, median', `${median(single.slice(500)).toFixed(2)} ms`);

  // Simulates a server that has run for a while: its code is compiled after some ten thousand taps.
  const warm = await tapsOverHttp(server.base, token, taps, 32, 12);
  taps.splice(0, warm.sent);
  const http = await tapsOverHttp(server.base, token, taps, 32, seconds);
  taps.splice(0, http.sent);
  const { rows: users } = await sql<{ id: number }>`select id from app_user limit 1`.execute(
    database,
  );
  const barePool = createPool(opened.connection, 32, () => {});
  const bare = await tapsBare(barePool, taps, 32, seconds, users[0]!.id);
  await barePool.end();
  record(
    'taps at 32 clients over HTTP',
    `${Math.round(http.perSecond)}/s, median ${http.p50.toFixed(1)} ms, p99 ${http.p99.toFixed(1)} ms`,
  );
  record(
    'the same statement at 32 clients through the bare driver',
    `${Math.round(bare)}/s (HTTP reaches ${Math.round((http.perSecond * 100) / bare)} %)`,
  );
  // What follows in a run of everything would be measured beside the job.
  if (!only) return;
  const at = { base: server.base, headers, taps: await prepareTaps() };
  for (const [what, figure] of await measureBesideStandings(database, at)) record(what, figure);
}

async function measureExports(): Promise<void> {
  const at = {
    base: server.base,
    headers,
    pid: server.child.pid!,
    taps: (await prepareTaps()).slice(0, 60_000),
  };
  const subjects = Array.from({ length: 999 }, (_, number) => number + 1);
  const query = { fromDate: '2026-07-06', toDate: '2026-07-18', subject: subjects };
  for (const format of ['csv', 'xlsx']) {
    const path = `master-export/?format=${format}`;
    const lines = () => countLines(server.base, headers, path, query);
    const {
      rows: count,
      seconds: took,
      extraMb,
      before,
      meanwhile,
    } = await measureExport(at, lines);
    const rate =
      format === 'csv'
        ? `${count.toLocaleString('en')} rows, ${Math.round(count / took).toLocaleString('en')} rows/s, `
        : '';
    record(
      `master export of a million rows, ${format}`,
      `${rate}${took.toFixed(1)} s, ${extraMb.toFixed(0)} MB more, ` +
        `tap ${before.toFixed(2)} → ${meanwhile.toFixed(2)} ms`,
    );
  }
  const book = await measureExport(at, () => makeWorkbook(server.base, headers));
  record(
    'workbook with 50,000 students, in a job',
    `${book.seconds.toFixed(1)} s, ${book.extraMb.toFixed(0)} MB more, ` +
      `tap ${book.before.toFixed(2)} → ${book.meanwhile.toFixed(2)} ms`,
  );
}

async function measureResources(): Promise<void> {
  await seedLists(database);
  const lists = await measureLists(server.base, headers);
  for (const [what, ms] of lists) record(`${what}, median`, `${ms.toFixed(1)} ms`);
  record(
    '500 students into a cohort of 8 schedules, with overlap check, in one transaction',
    `${(await measureEnrolment(database, server.base, headers)).toFixed(0)} ms`,
  );
  const inBrowser = await measureListInBrowser(server.base);
  for (const [what, ms] of inBrowser.clicks)
    record(`from click to rows on screen, ${what}, median`, `${ms.toFixed(0)} ms`);
  for (const [what, kb] of inBrowser.addedKb)
    record(`JavaScript that ${what} and its form add, compressed`, `${kb.toFixed(1)} KB`);
}
