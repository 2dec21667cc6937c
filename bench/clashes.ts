import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { meetingsOfClasses } from '#server/timetable/clashes/proposals.ts';
import { overlapsAmong, studentsInTwoPlaces } from '#server/timetable/clashes/students.ts';
import { median, oneByOne } from './load.ts';

interface Server {
  base: string;
  headers: Record<string, string>;
}

const rounds = 40;
const many = 5000;

/**
 * Judges changes of a class: a class of 40 students and one of 5,000; a cohort of 5,000 students
 * into eight classes, judged for each student. @returns names and figures.
 */
export async function measureClashes(
  database: Database,
  server: Server,
): Promise<[what: string, figure: string][]> {
  const small = await judged(server, (round) => 1 + round * 7);
  const large = await largeClass(database);
  const big = await judged(server, () => large);
  const preview = await timesOf(server, 15, (round) => ({
    method: 'POST',
    path: `classschedule/${1 + round * 7}/preview/`,
    body: { day_of_week: 'Tuesday', effective_from: '2026-11-23' },
  }));
  await sql`delete from enrolment where class_schedule_id = ${large}`.execute(database);
  await sql`delete from class_schedule where id = ${large}`.execute(database);
  const cohort = await cohortTimes(database);
  return [
    ['judging a change of a class of 40 (`clashes/`), median (slowest)', figureOf(small)],
    ['judging a change of a class of 5,000, median (slowest)', figureOf(big)],
    [
      'the preview of a change of a class of 40, made and taken back, median (slowest)',
      figureOf(preview),
    ],
    [
      '5,000 students into 8 classes of a cohort, judged one by one, median (slowest)',
      figureOf(cohort),
    ],
  ];
}

const figureOf = (times: number[]): string =>
  `${median(times).toFixed(0)} ms (${Math.max(...times).toFixed(0)} ms)`;

/** Each class at a time of its own; the first calls, which prepare the statements, do not count. */
async function judged(server: Server, classOf: (round: number) => number): Promise<number[]> {
  const times = await timesOf(server, rounds + 10, (round) => {
    const query = new URLSearchParams({
      id: String(classOf(round)),
      semester_id: '1',
      day_of_week: ['Monday', 'Tuesday', 'Thursday', 'Friday'][round % 4] ?? '',
      start_time: `${String(7 + (round % 11)).padStart(2, '0')}:30`,
      end_time: `${String(9 + (round % 11)).padStart(2, '0')}:00`,
      teacher_id: String(1 + round),
      classroom_id: String(1 + round),
      effective_from: '2026-07-01',
    });
    return { method: 'GET', path: `clashes/?${query.toString()}` };
  });
  return times.slice(10);
}

/** A class with every tenth student. */
async function largeClass(database: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id)
    values ('Lecture', 6, '20:00', '21:00', 1, 1, 1, 1) returning id`.execute(database);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select id, ${id}, '2026-07-01' from student where id % 10 = 0 limit ${many}::int`.execute(
    database,
  );
  await sql`analyze enrolment`.execute(database);
  return id;
}

/** Students with ten classes each, into eight more, as enrolling by cohort judges them. */
async function cohortTimes(database: Database): Promise<number[]> {
  const from = '2026-07-01';
  const { rows } = await sql<{ classes: number[]; students: number[] }>`
    select array(select min(id) from class_schedule group by day_of_week, start_time
        order by day_of_week, start_time limit 8) as classes,
      array(select id from student where id % 10 = 1 order by id limit ${many}::int)
        as students`.execute(database);
  const { classes = [], students = [] } = rows[0] ?? {};
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const started = performance.now();
    const meetings = await meetingsOfClasses(database, classes, from, 'weekly');
    await overlapsAmong(database, meetings);
    await studentsInTwoPlaces(database, meetings, { ids: students, from });
    times.push(performance.now() - started);
  }
  return times;
}

async function timesOf(
  { base, headers }: Server,
  count: number,
  call: (round: number) => { method: string; path: string; body?: object },
): Promise<number[]> {
  const calls = Array.from({ length: count }, (_, round) => call(round)).map((one) => ({
    ...one,
    path: `/api/v2/attendance/${one.path}`,
  }));
  return oneByOne(base, headers, calls);
}
