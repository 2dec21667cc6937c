// node bench/mass-of-marks.ts: marks a day of an institute at once, and measures until all of it is counted
// (R-RED-3).
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/database/open.ts';
import { demoToken, freePort } from '#server/test/server-process.ts';
import { secondsUntil, secondsUntilFollowed } from './followed.ts';

const students = 5000;
/** Each student has four classes on the marked day, and twelve others. */
const classes = 1200;
const classesOfDay = 300;
const classSize = 67;
const pastWeeks = 12;
/** A Wednesday, after all classes of the day. */
const now = '2026-11-18T21:00:00+11:00';
const day = '2026-11-18';

const folder = mkdtempSync(join(tmpdir(), 'attendance-mass-'));
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
const port = await freePort();
const child = spawn(process.execPath, [join(import.meta.dirname, '../server/cli.ts'), 'start'], {
  env: {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'false',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '0',
    CLOCK: now,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise<void>((started) =>
  child.stdout.on('data', (text: Buffer) => text.includes('Ctrl-C stops it.') && started()),
);
const opened = await openDatabase({ dataDir, poolSize: 2, asItIs: true }, () => {});
const { database } = opened;
console.log('Seeding …');
const seeding = performance.now();
await seed();
console.log(`Seeded in ${((performance.now() - seeding) / 1000).toFixed(0)} s.`);
console.log(`All counted after ${(await secondsUntilFollowed(database)).toFixed(1)} s.`);

const base = `http://localhost:${port}`;
const token = await demoToken(dataDir, base, 'admin@demo.example', ['admin']);
const headers = { authorization: `Bearer ${token}` };
const { rows: rolls } = await sql<{ class_schedule: number; student: number[] }>`
  select class_schedule_id as class_schedule, array_agg(student_id) as student
  from enrolment e join class_schedule c on c.id = e.class_schedule_id and c.day_of_week = 3
  group by class_schedule_id order by 1`.execute(database);
for (const [what, path] of [
  ['absences', 'mark-rest-absent'],
  ['withdrawn', 'withdraw-marks'],
  ['absences again', 'mark-rest-absent'],
] as const) {
  const begun = performance.now();
  let marks = 0;
  for (const { class_schedule, student } of rolls) {
    const answer = await fetch(`${base}/api/v2/attendance/${path}/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        class_schedule,
        date: day,
        ...(path === 'withdraw-marks' && { student, status: 'Absent' }),
      }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    const { students: changed } = (await answer.json()) as { students: number[] };
    marks += changed.length;
  }
  const marked = (performance.now() - begun) / 1000;
  const counted = await secondsUntil(
    database,
    sql<{ is_so: boolean }>`
      select not exists (select from standing_due) and as_of >= (
        select max(changed_at) from attendance_history) as is_so
      from standing_progress`,
  );
  console.log(
    `${marks} ${what}: written in ${marked.toFixed(1)} s, counted ${counted.toFixed(1)} s later`,
  );
}
await opened.close();
child.kill();
await new Promise((ended) => child.once('exit', ended));
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit();

async function seed(): Promise<void> {
  await sql`insert into course (name) values ('Bench')`.execute(database);
  await sql`insert into specialization (specialization, specialization_code) values ('Bench', 'B')`.execute(
    database,
  );
  await sql`
    insert into semester (year, semester, batch, semester_start_date, semester_end_date,
      class_start_date, class_end_date)
    values (2026, 1, '2026', '2026-07-01', '2026-12-31', '2026-07-01', '2026-12-31')`.execute(
    database,
  );
  await sql`insert into classroom (room_number, capacity) select 'R' || n, 100
    from generate_series(1, 200) n`.execute(database);
  await sql`insert into teacher (first_name, last_name, email, phone)
    select 'First' || n, 'Last' || n, 't' || n || '@bench.example', '1'
    from generate_series(1, 200) n`.execute(database);
  await sql`
    insert into subject (subject_name, subject_code, year, course_id, specialization_id, subject_teacher_id)
    select 'Subject ' || n, 'SUB' || n, 1, 1, 1, 1 + n % 200 from generate_series(1, 300) n`.execute(
    database,
  );
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth, rfid_number, student_mail)
    select 'S' || n, 'First' || n % 997, 'Last' || n % 4999, '1', '2004-01-01', (9000000000 + n)::text,
      's' || n || '@bench.example'
    from generate_series(1, ${students}::int) n`.execute(database);
  await sql`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id, semester_id,
      teacher_id, classroom_id)
    select 'Lecture', (array[1, 2, 3, 4])[1 + (n - 1) / ${classesOfDay}::int], make_time(7 + n % 12, 0, 0),
      make_time(8 + n % 12, 0, 0), 1 + n % 300, 1, 1 + n % 200, 1 + n % 200
    from generate_series(1, ${classes}::int) n`.execute(database);
  await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select 1 + (c.id * ${classSize}::int + seat) % ${students}::int, c.id, '2026-07-01'
    from class_schedule c cross join lateral generate_series(1, ${classSize}::int) seat
    on conflict do nothing`.execute(database);
  await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select e.student_id, e.class_schedule_id, '2026-08-24'::date + (week * 7) + (c.day_of_week - 1),
      case when (e.id + week) % 10 = 0 then 'Absent' else 'Present' end, 'import', now()
    from generate_series(0, ${pastWeeks}::int - 1) week
    cross join enrolment e join class_schedule c on c.id = e.class_schedule_id`.execute(database);
  await sql`vacuum analyze`.execute(database);
  await sql`truncate standing_progress, standing_due`.execute(database);
}
