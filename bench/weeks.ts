import { chmodSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/database/open.ts';
import { clashesOfTimetable } from '#server/timetable/health/clashes.ts';
import { readPeriod } from '#server/timetable/health/period.ts';

type Log = (line: string) => void;

const goals = { planning: 10, clashes: 3 };
const rounds = 3;

/**
 * Plans 5,000 new classes in every week, odd or even weeks, halves and single weeks, every third with
 * a second teacher and every fifth with a second room, and finds all clashes of their semester.
 * @returns lines of a table.
 */
export async function measureWeeks(folder: string, log: Log): Promise<string[]> {
  const lines = [
    `| 5,000 new classes with weeks (load average ${loadavg()[0]!.toFixed(1)}) | wanted | measured |`,
    '| --- | --- | --- |',
  ];
  const times = { planning: [] as number[], clashes: [] as number[] };
  let sizes = '';
  for (let round = 0; round < rounds; round++) {
    const dataDir = join(folder, `weeks-${round}`);
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o755);
    const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
    const { database } = opened;
    try {
      await sql`insert into course (name) values ('Bench')`.execute(database);
      await sql`insert into specialization (specialization, specialization_code)
        values ('Bench', 'B')`.execute(database);
      await sql`insert into semester (year, semester, batch, semester_start_date, semester_end_date,
          class_start_date, class_end_date)
        values (2027, 1, '2027', '2027-02-01', '2027-06-13', '2027-02-01', '2027-06-13')`.execute(
        database,
      );
      await sql`insert into classroom (room_number, capacity) select 'R' || n, 100
        from generate_series(1, 200) n`.execute(database);
      await sql`insert into teacher (first_name, last_name, email, phone)
        select 'First' || n, 'Last' || n, 't' || n || '@bench.example', '1'
        from generate_series(1, 500) n`.execute(database);
      await sql`insert into subject (subject_name, subject_code, year, course_id, specialization_id,
          subject_teacher_id)
        select 'Subject ' || n, 'SUB' || n, 1, 1, 1, 1 + n % 500
        from generate_series(1, 1000) n`.execute(database);
      await sql`vacuum analyze`.execute(database);
      let from = performance.now();
      await sql`
        insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
          semester_id, teacher_id, classroom_id, weeks, co_teacher_ids, more_classroom_ids)
        select 'Lecture', 1 + n % 5, make_time(7 + n % 12, 0, 0), make_time(8 + n % 12, 0, 0),
          1 + n % 1000, 1, 1 + n % 500, 1 + n % 200,
          case n % 6
            when 1 then array[1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
            when 2 then array[2, 4, 6, 8, 10, 12, 14, 16, 18]
            when 3 then array[1, 2, 3, 4, 5, 6, 7, 8, 9]
            when 4 then array[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
            when 5 then array[2, 5, 11]
          end::smallint[],
          case when n % 3 = 0 then array[1 + (n + 250) % 500]::bigint[] else '{}' end,
          case when n % 5 = 0 then array[1 + (n + 100) % 200]::bigint[] else '{}' end
        from generate_series(1, 5000) n`.execute(database);
      times.planning.push((performance.now() - from) / 1000);
      await sql`analyze`.execute(database);
      const period = await readPeriod(database, {}, '2027-02-01');
      const query = { search: '', ordering: 'date', limit: 9999, page: 1 };
      from = performance.now();
      const { counts } = await clashesOfTimetable(database, period!, query);
      times.clashes.push((performance.now() - from) / 1000);
      const { rows } = await sql<{ meetings: number }>`
        select count(*) as meetings from class_meeting`.execute(database);
      const clashes = counts.reduce((sum, { count }) => sum + count, 0);
      sizes = `${rows[0]!.meetings.toLocaleString('en')} dates, ${clashes.toLocaleString('en')} clashes`;
    } finally {
      await opened.close();
    }
  }
  for (const [what, key] of [
    ['planned', 'planning'],
    ['all clashes of the semester', 'clashes'],
  ] as const) {
    const sorted = times[key].toSorted((a, b) => a - b);
    lines.push(
      `| ${what}, median (slowest) | ≤ ${goals[key]} s | ${sorted[1]!.toFixed(1)} s (${sorted[2]!.toFixed(1)} s) |`,
    );
  }
  return [...lines, `\n${sizes}`];
}
