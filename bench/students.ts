import { chmodSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { demoToken, freePort, startServer } from '#server/test/server-process.ts';
import { median } from './load.ts';
import { emailOf, ids, seedPagesInstitute, today } from './pages-seed.ts';

const phones = 500;
/** What is measured, and the goals: seconds in all, and the slowest of a hundred calls in ms. */
const goals = {
  first: { seconds: 120, ms: 500 },
  signedIn: { seconds: 10, ms: 300 },
} as const;

type Log = (line: string) => void;

/** A phone with its own token and cookies; all have one address. */
interface Phone {
  token: string;
  cookie: string;
}

interface Measured {
  times: number[];
  refused: string[];
}

/**
 * Check-in by QR code of a class of 504 (R-QR-1): 500 first sign-ins, then 500 students who are signed
 * in.
 */
export async function measureStudents(folder: string, log: Log): Promise<string[]> {
  const dataDir = join(folder, 'students');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
  const server = await startServer({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'false', CLOCK: `${today}T12:00:00+11:00`, STUDENT_SIGN_IN: 'true' },
  });
  try {
    const { database } = opened;
    if (!(await database.selectFrom('student').select('id').limit(1).executeTakeFirst()))
      await seedPagesInstitute(database);
    const mails = await startAgain(database);
    const teacher = await demoToken(dataDir, server.base, emailOf(ids.noonTeacher));
    const codes = await openCodes(server.base, teacher);
    const all = await Promise.all(
      mails.map(async (email) => ({
        token: await demoToken(dataDir, server.base, email),
        cookie: '',
      })),
    );
    const lines: string[] = [];
    for (const [name, goal, isFirst] of [
      ['500 first sign-ins with check-in', goals.first, true],
      ['500 signed-in students claim and check in', goals.signedIn, false],
    ] as const) {
      if (!isFirst) await withdraw(database);
      const started = performance.now();
      const measured = await inTurns(all, goal.seconds * 0.85, (phone) =>
        checkIn(server.base, phone, codes.code(), isFirst),
      );
      const seconds = (performance.now() - started) / 1000;
      const line = await lineOf(database, name, measured, seconds, goal);
      log(`${line} (load average ${loadavg()[0]!.toFixed(1)})`);
      lines.push(line);
    }
    codes.stop();
    return lines;
  } finally {
    await server.stop('SIGINT');
    await opened.close();
  }
}

/** Without accounts and marks of an earlier run. @returns addresses of students of the large class. */
async function startAgain(database: Database): Promise<string[]> {
  await withdraw(database);
  await sql`truncate qr_check_in, qr_session cascade`.execute(database);
  const { rows } = await sql<{ mail: string }>`
    select s.student_mail as mail from enrolment e join student s on s.id = e.student_id
    where e.class_schedule_id = ${ids.largeClass} order by s.id limit ${phones}`.execute(database);
  return rows.map(({ mail }) => mail);
}

async function withdraw(database: Database): Promise<void> {
  await sql`
    delete from attendance where class_schedule_id = ${ids.largeClass} and date = ${today}`.execute(
    database,
  );
}

/** The code as a projector shows it. */
async function openCodes(base: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const roll = { class_schedule: ids.largeClass, date: today };
  await fetch(`${base}/api/v2/attendance/qr/open/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(roll),
  });
  const codes = { current: '' };
  const read = async () => {
    const answer = await fetch(
      `${base}/api/v2/attendance/qr/?class_schedule=${ids.largeClass}&date=${today}`,
      { headers },
    );
    const state = (await answer.json()) as { codes: { address: string }[] };
    codes.current = state.codes[0]?.address.split('#')[1] ?? '';
  };
  await read();
  const timer = setInterval(() => void read(), 1000);
  return { code: () => codes.current, stop: () => clearInterval(timer) };
}

/** Students come evenly over some seconds, whatever the earlier ones wait for. */
async function inTurns(
  all: Phone[],
  seconds: number,
  come: (phone: Phone) => Promise<Measured>,
): Promise<Measured> {
  const done = await Promise.all(
    all.map(async (phone, number) => {
      await wait((number / all.length) * seconds * 1000);
      return come(phone);
    }),
  );
  return {
    times: done.flatMap(({ times }) => times),
    refused: done.flatMap(({ refused }) => refused),
  };
}

async function checkIn(
  base: string,
  phone: Phone,
  token: string,
  isFirst: boolean,
): Promise<Measured> {
  const measured: Measured = { times: [], refused: [] };
  const call = async (path: string, body?: object, signedIn = true): Promise<unknown> => {
    const started = performance.now();
    const answer = await fetch(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(signedIn && { authorization: `Bearer ${phone.token}` }),
        ...(phone.cookie && { cookie: phone.cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    measured.times.push(performance.now() - started);
    phone.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? phone.cookie;
    if (!answer.ok) measured.refused.push(`${path} ${answer.status} ${text.slice(0, 120)}`);
    return text.startsWith('{') ? JSON.parse(text) : null;
  };
  if (isFirst) await call('/q', undefined, false);
  const claimed = await call('/api/v2/attendance/qr/claim/', { token }, false);
  if (isFirst) {
    await call('/api/v2/config/', undefined, false);
    // At the identity provider, whose time is not ours.
    await wait(2000 + Math.random() * 10_000);
  }
  const { claim = '' } = (claimed ?? {}) as { claim?: string };
  await call('/api/v2/attendance/qr/check-in/', { claim });
  if (isFirst) await call('/api/v2/attendance/my-attendance/');
  return measured;
}

async function lineOf(
  database: Database,
  name: string,
  { times, refused }: Measured,
  seconds: number,
  goal: { seconds: number; ms: number },
): Promise<string> {
  const { rows } = await sql<{ marks: number; students: number }>`
    select count(*) as marks, count(distinct student_id) as students from attendance
    where class_schedule_id = ${ids.largeClass} and date = ${today} and how = 'qr'`.execute(
    database,
  );
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  const [{ marks, students } = { marks: 0, students: 0 }] = rows;
  return [
    `| ${name}`,
    `${seconds.toFixed(1)} s (≤ ${goal.seconds})`,
    `${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (≤ ${goal.ms})`,
    `${marks} marks of ${students} students`,
    `${refused.length} refused${refused[0] ? `: ${refused[0]}` : ''} |`,
  ].join(' | ');
}
