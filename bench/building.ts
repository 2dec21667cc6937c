import { chmodSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { demoToken, freePort, startServer } from '#server/test/server-process.ts';
import { measureBuildingPage, type BuildingPage } from './building-page.ts';
import { median } from './load.ts';

type Log = (line: string) => void;

const goals = { list: 150, tick: 1000, page: 1000 };
const sizes = { students: 5000, rooms: 200, hours: 6 };
const date = '2026-11-18';
const rounds = 20;

/**
 * Reads *Who is here* of 5,000 students in 200 rooms at the fourth of six hours of a day with marks, starts a roll
 * call, reads it, ticks and ends it.
 * @returns lines of a table.
 */
export async function measureBuilding(folder: string, log: Log): Promise<string[]> {
  const dataDir = join(folder, 'building');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
  const server = await startServer({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'false', CLOCK: `${date}T11:20:00+11:00`, REQUESTS_PER_MINUTE: '0' },
  });
  try {
    await seed(opened.database);
    const token = await demoToken(dataDir, server.base, 'admin@demo.example', ['admin']);
    const call = async (path: string, body?: object) => {
      const answer = await fetch(`${server.base}/api/v2/attendance/building/${path}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return { text, json: () => JSON.parse(text) as { id: number; people: unknown[] } };
    };
    const timed = async (work: (round: number) => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const from = performance.now();
        await work(round);
        times.push(performance.now() - from);
      }
      return median(times.slice(2));
    };
    const first = await call('');
    const idlePage = await measureBuildingPage(server.base, token);
    log(JSON.stringify(idlePage));
    const now = await timed(() => call(''));
    const from = performance.now();
    const { id } = (await call('roll-calls/create/', { kind: 'drill' })).json();
    const starting = performance.now() - from;
    const running = await timed(() => call(''));
    const runningPage = await measureBuildingPage(server.base, token);
    log(JSON.stringify(runningPage));
    const device = crypto.randomUUID();
    const made_at = new Date(`${date}T00:21:00Z`).toISOString();
    const one = await timed((round) =>
      call('ticks/', {
        roll_call: id,
        device,
        ticks: [{ number: round + 1, person: round + 1, accounted: true, made_at }],
      }),
    );
    const many = await timed((round) =>
      call('ticks/', {
        roll_call: id,
        device: crypto.randomUUID(),
        ticks: Array.from({ length: 500 }, (_, at) => ({
          number: at + 1,
          person: ((round * 500 + at) % sizes.students) + 1,
          accounted: true,
          made_at,
        })),
      }),
    );
    const size = (first.text.length / 1024 / 1024).toFixed(1);
    const row = (what: string, wanted: string, ms: number) =>
      `| ${what} | ${wanted} | ${ms.toFixed(0)} ms |`;
    return [
      `| Who is here, ${first.json().people.length} people (load average ${loadavg()[0]!.toFixed(1)}) | wanted | measured, median |`,
      '| --- | --- | --- |',
      row(`the list without a roll call, ${size} MB`, `≤ ${goals.list} ms`, now),
      row('the list of a roll call', `≤ ${goals.list} ms`, running),
      row('starting a roll call, once', '', starting),
      row('one tick', `≤ ${goals.tick} ms`, one),
      row('500 ticks in one call', '', many),
      ...pageRows('without a roll call', idlePage),
      ...pageRows('of a roll call', runningPage),
    ];
  } finally {
    await server.stop('SIGINT');
    await opened.close();
  }
}

const pageRows = (what: string, { cold, reload, frames }: BuildingPage): string[] => [
  `| first rooms ${what} on a slow phone, nothing cached | ≤ ${goals.page} ms | ${cold.toFixed(0)} ms |`,
  `| … by a reload | ≤ ${goals.page} ms | ${reload.toFixed(0)} ms |`,
  `| … while it scrolls | 60 frames | ${frames.toFixed(0)} frames |`,
];

async function seed(database: Database): Promise<void> {
  await sql`insert into course (name) values ('Bench')`.execute(database);
  await sql`insert into specialization (specialization, specialization_code)
    values ('Bench', 'B')`.execute(database);
  await sql`insert into semester (year, semester, batch, semester_start_date, semester_end_date,
      class_start_date, class_end_date)
    values (2026, 1, '2026', '2026-07-01', '2026-12-31', '2026-07-01', '2026-12-31')`.execute(
    database,
  );
  await sql`insert into classroom (room_number, capacity) select 'R' || n, 100
    from generate_series(1, ${sizes.rooms}::int) n`.execute(database);
  await sql`insert into teacher (first_name, last_name, email, phone)
    select 'First' || n, 'Last' || n, 't' || n || '@bench.example', '1'
    from generate_series(1, ${sizes.rooms}::int) n`.execute(database);
  await sql`insert into subject (subject_name, subject_code, year, course_id, specialization_id,
      subject_teacher_id)
    select 'Subject ' || n, 'SUB' || n, 1, 1, 1, n from generate_series(1, ${sizes.rooms}::int) n`.execute(
    database,
  );
  await sql`insert into student (student_id, first_name, last_name)
    select 'S' || n, 'First' || n % 997, 'Last' || n % 4999
    from generate_series(1, ${sizes.students}::int) n`.execute(database);
  await sql`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id, semester_id, teacher_id,
      classroom_id)
    select 'Lecture', 3, make_time(8 + hour, 0, 0), make_time(9 + hour, 0, 0), room, 1, room, room
    from generate_series(1, ${sizes.rooms}::int) room, generate_series(0, ${sizes.hours - 1}::int) hour`.execute(
    database,
  );
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select s.id, c.id, '2026-07-01'
    from class_schedule c join student s on s.id % ${sizes.rooms}::int + 1 = c.classroom_id`.execute(
    database,
  );
  // The hours until now; some are absent.
  await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select e.student_id, c.id, ${date}, case when e.student_id % 17 = 0 then 'Absent' else 'Present' end, 'card',
      ${date}::date + c.start_time at time zone 'Australia/Sydney'
    from enrolment e join class_schedule c on c.id = e.class_schedule_id
    where c.start_time <= '11:00' and (c.start_time < '11:00' or e.student_id % 3 > 0)`.execute(
    database,
  );
  await sql`vacuum analyze`.execute(database);
}
