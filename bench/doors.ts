import { chmodSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { hashOf, newKey } from '#server/attendance/devices/keys.ts';
import { freePort, startServer } from '#server/test/server-process.ts';
import { median } from './load.ts';
import { seedPagesInstitute, today } from './pages-seed.ts';

const readers = 200;
/** Taps a second, and for how long: 5,000 students in ten minutes come in waves of this height. */
const perSecond = 60;
const unknownEvery = 50;
const repeatEvery = 10;
/** Readers that had no network for an hour, and the taps of each. */
const offline = { readers: 10, taps: 100 };
const goals = { median: 3, p99: 50 };

type Log = (line: string) => void;

interface Reader {
  room: number;
  key: string;
  sequence: number;
}
interface Expected {
  student: number;
  card: string;
  room: number;
}

const ms = (value: number, goal: number) => `${value.toFixed(1)} ms (≤ ${goal})`;

/** 200 readers between two classes (R-DOOR-4): each student at the door of a class that begins. */
export async function measureDoors(folder: string, log: Log): Promise<string[]> {
  const dataDir = join(folder, 'doors');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
  const { database } = opened;
  if (!(await database.selectFrom('student').select('id').limit(1).executeTakeFirst()))
    await seedPagesInstitute(database);
  const all = await startAgain(database);
  const doors = await addReaders(database);
  const server = await startServer({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'false', CLOCK: `${today}T11:55:00+11:00` },
  });
  try {
    const send = senderTo(server.base);
    const late = all.splice(0, offline.readers * offline.taps);
    const times: number[] = [];
    const refused: string[] = [];
    const started = performance.now();
    const batches = sendLate(doors, late, send);
    let sent = 0;
    await Promise.all(
      all.map(async ({ card, room }, number) => {
        await wait((number / perSecond) * 1000);
        const reader = doors[room % readers]!;
        const cards = [
          number % unknownEvery === 0 ? `99${number}` : null,
          card,
          number % repeatEvery === 0 ? card : null,
        ].filter((one) => one !== null);
        for (const one of cards) {
          const from = performance.now();
          const problem = await send(reader, [one], new Date());
          times.push(performance.now() - from);
          sent++;
          if (problem) refused.push(problem);
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const batch = await batches;
    const { rows } = await sql<{ marks: number; students: number }>`
      select count(*) as marks, count(distinct student_id) as students from attendance
      where date = ${today} and how = 'door'`.execute(database);
    const [{ marks, students } = { marks: 0, students: 0 }] = rows;
    const sorted = times.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)]!;
    const slowest = sorted.at(-1)!.toFixed(0);
    const load = loadavg()[0]!.toFixed(1);
    return [
      [
        `| ${readers} readers, ${sent} taps in ${seconds.toFixed(0)} s`,
        `${ms(median(times), goals.median)}, p99 ${ms(p99, goals.p99)}, slowest ${slowest} ms |`,
      ].join(' | '),
      `| … of them on the server | ${await onServer(server.base)} |`,
      [
        `| ${batch.length} batches meanwhile`,
        `${median(batch).toFixed(0)} ms, slowest ${Math.max(...batch).toFixed(0)} ms |`,
      ].join(' | '),
      [
        `| marks of ${all.length + late.length} students`,
        `${marks} of ${students} students, ${refused.length} refused (load average ${load}) |`,
      ].join(' | '),
      ...refused.slice(0, 3),
    ];
  } finally {
    await server.stop('SIGINT');
    await opened.close();
  }
}

/** How many calls the server itself answered within the bounds of its histogram: the clients share its cores. */
async function onServer(base: string): Promise<string> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const lines = text
    .split('\n')
    .filter((line) => line.includes('devices/taps') && line.includes('status="200"'));
  const valueOf = (part: string) =>
    Number(
      lines
        .find((line) => line.includes(part))
        ?.split(' ')
        .at(-1) ?? Number.NaN,
    );
  const all = valueOf('_count');
  const within = (seconds: number) =>
    `${((valueOf(`le="${seconds}"`) / all) * 100).toFixed(1)} % within ${seconds * 1000} ms`;
  return [0.002, 0.005, 0.05].map(within).join(', ');
}

/** All classes of the day begin at noon; each student goes to one of theirs. */
async function startAgain(database: Database): Promise<Expected[]> {
  await sql`truncate attendance, mark_detail, device cascade`.execute(database);
  await sql`
    update class_meeting set start_time = '12:00', end_time = '13:00', own_time = true
    where date = ${today} and start_time <> '12:00'`.execute(database);
  await sql`update student set rfid_number = (7000000 + id)::text where rfid_number is null`.execute(
    database,
  );
  const { rows } = await sql<Expected>`
    select distinct on (s.id) s.id as student, s.rfid_number as card, m.classroom_id as room
    from student s join enrolment e on e.student_id = s.id
    join class_meeting m on m.class_schedule_id = e.class_schedule_id and m.date = ${today}
      and m.status = 'scheduled'
    where s.archived_at is null and e.enrolled_from <= ${today}::date
      and (e.enrolled_to is null or e.enrolled_to >= ${today}::date)
    order by s.id, m.id`.execute(database);
  // In no order of rooms.
  return rows.toSorted((a, b) => ((a.student * 7919) % 10_007) - ((b.student * 7919) % 10_007));
}

/** Readers by room; a room without one of its own gets the next of another. */
async function addReaders(database: Database): Promise<Reader[]> {
  const rooms = await sql<{ id: number }>`select id from classroom order by id`.execute(database);
  const user = await sql<{ id: number }>`
    insert into app_user (email, name) values ('porter@bench.example', 'Porter')
    on conflict (email) do update set name = excluded.name returning id`.execute(database);
  const doors: Reader[] = [];
  for (let number = 0; number < readers; number++) {
    const { rows } = await sql<{ id: number }>`
      insert into device (name, kind, generation, created_by, created_at)
      values (${`Reader ${number}`}, 'reader', 1, ${user.rows[0]!.id}, '2026-01-01')
      returning id`.execute(database);
    const { id } = rows[0]!;
    const key = newKey(id);
    await sql`update device set key_hash = ${hashOf(key)} where id = ${id}`.execute(database);
    const room = rooms.rows.find((one) => one.id % readers === number)?.id ?? rooms.rows[0]!.id;
    await sql`insert into device_room (device_id, since, classroom_id)
      values (${id}, '2026-01-01', ${room})`.execute(database);
    doors.push({ room, key, sequence: 0 });
  }
  return doors;
}

/** Taps of a reader, one call. @returns what was refused; null when all were taken. */
function senderTo(base: string) {
  return async (reader: Reader, cards: string[], at: Date): Promise<string | null> => {
    const taps = cards.map((card) => ({
      sequence: ++reader.sequence,
      card,
      at: at.toISOString(),
    }));
    const answer = await fetch(`${base}/api/v2/devices/taps/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${reader.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ now: new Date().toISOString(), taps }),
    });
    const text = await answer.text();
    return answer.ok ? null : `${answer.status} ${text.slice(0, 120)}`;
  };
}

/** Readers that come back, one after the other, with what they have stored. @returns milliseconds. */
async function sendLate(
  doors: Reader[],
  late: Expected[],
  send: ReturnType<typeof senderTo>,
): Promise<number[]> {
  const times: number[] = [];
  const byRoom = Map.groupBy(late, ({ room }) => room % readers);
  for (const [door, students] of byRoom) {
    const reader = doors[door]!;
    for (let from = 0; from < students.length; from += offline.taps) {
      const cards = students.slice(from, from + offline.taps).map(({ card }) => card);
      const before = performance.now();
      const problem = await send(reader, cards, new Date(Date.now() - 60_000));
      if (problem) throw new Error(problem);
      times.push(performance.now() - before);
      await wait(Math.max(0, 500 - (performance.now() - before)));
    }
  }
  return times;
}
