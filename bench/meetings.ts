import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { median, oneByOne } from './load.ts';
import { today } from './seed.ts';

interface Server {
  base: string;
  headers: Record<string, string>;
}

/** A repeated tap: it reads, writes nothing new, and takes the same locks as a first one. */
interface RepeatedTap {
  rfid_number: string;
  class_schedule: number;
  date: string;
}

/**
 * Plans a semester for all classes while taps are sent; changes a class from a date; adds a holiday
 * on a day with 300 classes. @returns names and figures.
 */
export async function measureMeetings(
  database: Database,
  server: Server,
): Promise<[what: string, figure: string][]> {
  const planned = await planAll(database, server);
  const change = await timesOf(server, 20, (round) => ({
    method: 'PATCH',
    path: `classschedule/${400 + round}/`,
    body: { effective_from: '2026-11-23', start_time: round % 2 ? '06:10' : '06:20' },
  }));
  const holiday = await holidayTimes(database, server);
  const weeks = await measureWeeks(server);
  return [
    [
      `planning ${planned.meetings.toLocaleString('en')} meetings of a semester, one transaction`,
      `${planned.seconds.toFixed(1)} s; taps beside it: longest ${planned.longestTap.toFixed(0)} ms of ${planned.taps}`,
    ],
    ['a change of a class from a date, median (slowest)', figureOf(change)],
    ['a holiday over a day with 300 classes, median (slowest)', figureOf(holiday)],
    ...weeks,
  ];
}

/** Weeks with their dates, each of another room, teacher or student; and the free rooms of a day. */
async function measureWeeks(server: Server): Promise<[what: string, figure: string][]> {
  const week = (filter: string, of: number) =>
    timesOf(server, 120, (round) => {
      const date = `2026-${round % 2 ? '10' : '11'}-${String(1 + (round % 28)).padStart(2, '0')}`;
      return { method: 'GET', path: `week/?date=${date}&${filter}=${1 + ((round * 7) % of)}` };
    });
  const warm = (times: number[]) => figureOf(times.slice(20));
  const rooms = (query: string) =>
    timesOf(server, 60, () => ({ method: 'GET', path: `free-rooms/?${query}` }));
  return [
    ['the week of a room, median (slowest)', warm(await week('classroom', 200))],
    ['the week of a teacher, median (slowest)', warm(await week('teacher', 500))],
    ['the week of a student, median (slowest)', warm(await week('student', 50_000))],
    ['the week of a subject, median (slowest)', warm(await week('subject', 1000))],
    [
      'free rooms of a day with 300 classes, median (slowest)',
      warm(await rooms('date=2026-11-25')),
    ],
    ['free rooms of a usual week, median (slowest)', warm(await rooms('day_of_week=Wednesday'))],
  ];
}

function figureOf(times: number[]): string {
  const usual = median(times);
  return `${usual.toFixed(usual < 10 ? 1 : 0)} ms (${Math.max(...times).toFixed(0)} ms)`;
}

async function planAll(database: Database, server: Server) {
  const tap = await tapOf(database);
  // Removes what earlier runs left, as for a new semester; rolls that were taken keep their rows.
  await sql`
    delete from class_meeting m where not carries_something(m.class_schedule_id, m.date)`.execute(
    database,
  );
  const planning = new AbortController();
  const started = performance.now();
  const plan = inTransaction(database, (trx) =>
    sql<{ done: number }>`select plan_meetings() as done`.execute(trx),
  ).finally(() => planning.abort());
  const times: number[] = [];
  while (!planning.signal.aborted) {
    const call = { method: 'POST', path: '/api/v2/attendance/attendance/create/', body: tap };
    times.push(...(await oneByOne(server.base, server.headers, [call])));
  }
  const { rows } = await plan;
  return {
    meetings: rows[0]?.done ?? 0,
    seconds: (performance.now() - started) / 1000,
    taps: times.length,
    longestTap: Math.max(...times),
  };
}

async function tapOf(database: Database): Promise<RepeatedTap> {
  const { rows } = await sql<RepeatedTap>`
    select s.rfid_number, a.class_schedule_id as class_schedule, a.date
    from attendance a join student s on s.id = a.student_id
    where a.date < ${today}::date and a.status = 'Present' order by a.id limit 1`.execute(database);
  const [tap] = rows;
  if (!tap) throw new Error('There is no mark to tap again.');
  return tap;
}

async function timesOf(
  { base, headers }: Server,
  rounds: number,
  call: (round: number) => { method: string; path: string; body?: object },
): Promise<number[]> {
  const calls = Array.from({ length: rounds }, (_, round) => call(round)).map((one) => ({
    ...one,
    path: `/api/v2/attendance/${one.path}`,
  }));
  return oneByOne(base, headers, calls);
}

/** Adds and removes a holiday alternately, on a Wednesday without marks. */
async function holidayTimes(database: Database, server: Server): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const body = { name: `Bench ${round}`, date_from: '2026-12-16', date_to: '2026-12-16' };
    times.push(
      ...(await timesOf(server, 1, () => ({ method: 'POST', path: 'holiday/create/', body }))),
    );
    await sql`delete from holiday where name = ${body.name}`.execute(database);
  }
  return times;
}
