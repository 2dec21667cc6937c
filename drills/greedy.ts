import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { seedCheckIns, seedInstitute, seedLists, seedMarks, today } from '../bench/seed.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { formOf, png } from '../server/test/upload.ts';
import { demoToken, type ServerProcess } from '../server/test/server-process.ts';
import { openPlace, percentile, query } from './place.ts';
import type { Report } from './report.ts';

const maxMs = 200;
const maxExtraMb = 300;
const mb = 1024 * 1024;

interface Greedy {
  server: ServerProcess;
  /** Sends one request as one of several users and reads the whole answer. @returns its status. */
  call: (method: string, path: string, body?: unknown, user?: number) => Promise<number>;
  upload: (path: string, bytes: Buffer, name: string, field?: string) => Promise<number>;
  /** Asks for a file and never reads it. */
  stall: (method: string, path: string, body: unknown, user: number) => Promise<Socket>;
}

const header = 'student_id,first_name,last_name,phone_number,date_of_birth';
const rows = (count: number, row: (number: number) => string) =>
  Buffer.from(`${header}\n${Array.from({ length: count }, (_, at) => row(at)).join('\n')}\n`);
const fiveYears = { fromDate: '2022-01-01', toDate: '2026-12-31', subject: Array.from({ length: 999 }, (_, at) => at + 1) };
const ids = Array.from({ length: 999 }, (_, at) => at + 1).join();

/** The worst that is within the limits of each upload, import, export and list. */
const cases: Record<string, (at: Greedy) => Promise<unknown>> = {
  'upload of 4 MB in lines of two bytes': ({ upload }) =>
    upload('attendance/bulk-student-upload/', Buffer.alloc(4 * mb - 1000, '1\n'), 'a.csv', 'file'),
  'upload of columns without end': ({ upload }) =>
    upload('attendance/bulk-student-upload/', Buffer.from(header + ',x'.repeat(1_900_000)), 'a.csv', 'file'),
  'upload of 20,000 rows, each with five faults': ({ upload }) =>
    upload(
      'attendance/bulk-student-upload/',
      rows(20_000, () => ',,,,yesterday'),
      'a.csv',
      'file',
    ),
  'upload of 20,000 new students': ({ upload }) =>
    upload(
      'attendance/bulk-student-upload/?dry_run=true',
      rows(20_000, (at) => `G${at},${'n'.repeat(60)},${'n'.repeat(60)},1,2004-01-01`),
      'a.csv',
      'file',
    ),
  'upload of two such files at once': (at) =>
    Promise.all(
      [1, 2].map((part) =>
        at.upload(
          'attendance/bulk-student-upload/?dry_run=true',
          rows(20_000, (row) => `H${part}${row},A,B,1,2004-01-01`),
          'a.csv',
          'file',
        ),
      ),
    ),
  'photos of 2 MB, one after the other': async ({ upload }) => {
    for (let times = 0; times < 5; times++)
      await upload('../../file/student-profile', Buffer.concat([png, Buffer.alloc(2 * mb - 1000)]), 'a.png', 'files');
  },
  'documents of 10 MB': async ({ upload }) => {
    const document = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * mb - 1000, 'x')]);
    for (let times = 0; times < 3; times++) await upload('../../file/leave-application', document, 'a.pdf', 'files');
  },
  'lists of 9,999 rows': async ({ call }) => {
    for (const path of [
      'students',
      'classschedule',
      'studentassignment',
      'leave',
      'redlistedstudents',
      'payroll-logs',
      'audit',
      'studentcohortassignment',
    ])
      await call('GET', `attendance/${path}/?limit=9999`);
  },
  'lists of 9,999 rows, eight at once': ({ call }) => Promise.all(Array.from({ length: 8 }, () => call('GET', 'attendance/students/?limit=9999'))),
  'the last page, in every order': async ({ call }) => {
    for (const ordering of ['student_id', '-first_name', '-batch']) await call('GET', `attendance/students/?page=2500&ordering=${ordering}`);
    await call('GET', 'attendance/students/?page=100000&limit=9999');
  },
  'searches that find everything or nothing': ({ call }) =>
    Promise.all(
      ['s', 'first last 1', 'zzzz', 'a b c d e f', '%25_', 'x'.repeat(200)].map((text) =>
        call('GET', `attendance/students/?search=${encodeURIComponent(text)}`),
      ),
    ),
  'filters of 999 ids': ({ call }) =>
    Promise.all([
      call('GET', `attendance/students/?subject=${ids}&cohort=${ids}`),
      call('GET', `attendance/classschedule/?teacher=${ids}&subject=${ids}&limit=9999`),
      call('GET', `attendance/payroll-logs/?teacher=${ids}&subject=${ids}&limit=9999`),
    ]),
  'bodies of half a megabyte: 2,000 marks, 9,999 ids, brackets': async ({ call }) => {
    await call('POST', 'attendance/mark-student-attendance/', {
      student: Array.from({ length: 2000 }, (_, at) => at + 1),
      class_schedule: 1,
      date: today,
    });
    await call('POST', 'attendance/holiday/create/', { archive: 'ids', ids: Array.from({ length: 9999 }, (_, at) => at + 1_000_000) });
    await call('POST', 'attendance/studentassignment/create/', {
      class_schedule_id: 1,
      student_id: Array.from({ length: 2000 }, (_, at) => at + 1),
      preview: true,
    });
    await call('POST', 'attendance/students/create/', `${'['.repeat(250_000)}${']'.repeat(250_000)}`);
    await call('POST', 'attendance/students/create/', Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`field${at}`, 1])));
  },
  'five years of attendance as CSV, twice at once': ({ call }) => Promise.all([1, 2].map(() => call('POST', 'attendance/master-export/', fiveYears))),
  'five years of attendance as a workbook, twice at once': ({ call }) =>
    Promise.all([1, 2].map(() => call('POST', 'attendance/master-export/?format=xlsx', fiveYears))),
  'every other file': async ({ call }) => {
    await Promise.all([call('GET', 'attendance/bulk-student-export/'), call('GET', 'attendance/audit-export/?format=xlsx')]);
    await Promise.all([call('GET', 'attendance/payroll-logs-export/?format=xlsx'), call('GET', 'attendance/payroll-logs-export/?format=csv')]);
  },
  'the workbook of all data by mail': async ({ call, server }) => {
    await call('POST', 'attendance/spreadsheet-export/', { email: 'head@school.example' });
    for (let times = 0; times < 120; times++) {
      const answer = await fetch(`${server.base}/metrics`);
      if (/mail_jobs\{state="done"\} [1-9]/.test(await answer.text())) return;
      await wait(500);
    }
  },
  'forty exports of twenty users that nobody reads': async ({ stall }) => {
    const sockets = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        stall('POST', at % 2 ? 'attendance/master-export/' : 'attendance/master-export/?format=xlsx', fiveYears, Math.floor(at / 2)),
      ),
    );
    await wait(8000);
    sockets.forEach((socket) => socket.destroy());
  },
  'lists of 9,999 rows that nobody reads': async ({ stall }) => {
    const sockets = await Promise.all(Array.from({ length: 20 }, (_, at) => stall('GET', 'attendance/students/?limit=9999', undefined, at)));
    await wait(3000);
    sockets.forEach((socket) => socket.destroy());
  },
};

/** One greedy request after the other: `/healthz` and a tap beside it stay quick, and memory stays flat. */
export async function greedyDrill(only = process.env.DRILL_CASE): Promise<Report> {
  const place = openPlace();
  const opened = await openDatabase({ dataDir: place.dataDir, poolSize: 2 }, () => {});
  await seedInstitute(opened.database);
  await seedMarks(opened.database, 10, 10);
  await seedLists(opened.database);
  await seedCheckIns(opened.database);
  const server = await place.start({ env: { DEMO: 'false', CLOCK: `${today}T12:00:00+11:00` } });
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, at) => demoToken(place.dataDir, server.base, `account${at}@demo.example`, ['account'])),
  );
  const beside = await demoToken(place.dataDir, server.base, 'admin@demo.example', ['admin']);
  const at = greedyClient(server, tokens);
  const connection = await place.connection();
  const seats = await query<{ card: string; class_schedule: number }>(
    connection,
    `select s.rfid_number as card, e.class_schedule_id::int as class_schedule from enrolment e join student s on s.id = e.student_id
     join class_schedule c on c.id = e.class_schedule_id where c.day_of_week = 3 order by e.id limit 12000`,
  );
  await watch(server, beside, seats, () => wait(3000));

  const figures: Report['figures'] = {};
  let failed = false;
  for (const [name, run] of Object.entries(cases)) {
    if (only && !name.includes(only)) continue;
    const { longestHealth, longestTap, tap, extraMb, seconds, statuses } = await watch(server, beside, seats, () => run(at));
    const bad = longestHealth > maxMs || longestTap > maxMs || extraMb > maxExtraMb || statuses.some((status) => status >= 500);
    failed ||= bad;
    figures[name] =
      `${bad ? 'MISSED: ' : ''}${seconds.toFixed(1)} s; /healthz longest ${longestHealth.toFixed(0)} ms; tap 99 % ${tap.toFixed(0)}, ` +
      `longest ${longestTap.toFixed(0)} ms; ${extraMb.toFixed(0)} MB more; answered ${[...new Set(statuses)].join(', ')}`;
    console.log(`  ${name}: ${figures[name]}`);
    await wait(2000);
  }
  await server.stop('SIGINT');
  await opened.close();
  place.clear();
  return { drill: `greedy requests: beside each, /healthz and a tap below ${maxMs} ms, at most ${maxExtraMb} MB more`, figures, failed };
}

/** Runs the work, and asks for `/healthz` and taps all the while. */
async function watch(server: ServerProcess, token: string, seats: { card: string; class_schedule: number }[], work: () => Promise<unknown>) {
  const health: number[] = [];
  const taps: number[] = [];
  const end = new AbortController();
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))![1]) / 1024;
  const before = memory();
  let most = before;
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
      most = Math.max(most, memory());
    }),
  ]);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  end.abort();
  await watching;
  return {
    longestHealth: Math.max(...health),
    longestTap: Math.max(...taps),
    tap: percentile(taps, 0.99),
    extraMb: most - before,
    seconds,
    statuses: answered.splice(0),
  };
}

/** Statuses of the greedy requests since the last look. */
const answered: number[] = [];

function greedyClient(server: ServerProcess, tokens: string[]): Greedy {
  const address = (path: string) => new URL(path, `${server.base}/api/v2/`);
  const bearer = (user: number) => ({ authorization: `Bearer ${tokens[user]!}` });
  const read = async (answer: Response) => {
    for await (const part of answer.body ?? []) void part;
    answered.push(answer.status);
    return answer.status;
  };
  return {
    server,
    call: async (method, path, body, user = 0) =>
      read(
        await fetch(address(path), {
          method,
          headers: { ...bearer(user), ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      ),
    async upload(path, bytes, name, field = 'file') {
      const { payload, headers } = formOf(field, bytes, name);
      return read(await fetch(address(path), { method: 'POST', headers: { ...bearer(0), ...headers }, body: payload }));
    },
    async stall(method, path, body, user) {
      const { hostname, port, host } = new URL(server.base);
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => {});
      const text = body === undefined ? '' : JSON.stringify(body);
      const type = text ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : '';
      socket
        .pause()
        .write(
          `${method} ${address(path).pathname}${address(path).search} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${bearer(user).authorization}\r\n${type}\r\n${text}`,
        );
      return socket;
    },
  };
}
