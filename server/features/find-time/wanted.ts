import { sql } from 'kysely';
import { minutesOf } from '#contract/dates.ts';
import type { FindTimeQuery } from '#contract/find-time.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import { assignedOn, enrolledOnOrAfter } from '../enrolment/predicates.ts';
import { holidayOn } from '../holidays/predicates.ts';
import { nameOfDay } from '../timetable/when.ts';
import { weekdayOf } from '../timetable/predicates.ts';
import type { Weekday } from '#contract/timetable.ts';

/** What needs a time, and the dates on which it can be held. */
export interface Wanted {
  /** 0 for a new class. */
  id: number;
  teacher: number | null;
  /** Its present time and room; null for a new one. */
  current: { day_of_week: Weekday; start: number; end: number; classroom: number } | null;
  /** Minutes. */
  length: number;
  students: number[];
  seats: number;
  /** The first and the last date. */
  from: string;
  to: string;
  /** How many dates each weekday has between them, without holidays. */
  dates: Map<Weekday, number>;
}

interface Row {
  id: number;
  semester_id: number;
  teacher_id: number;
  day_of_week: number;
  start_time: string;
  end_time: string;
  classroom_id: number;
}

/** Unless something else is wanted of a new class. */
const usualMinutes = 90;

/** @throws ApiError 404 for an unknown class, 400 for an unknown semester or one that is over. */
export async function readWanted(
  database: Database,
  query: FindTimeQuery,
  today: string,
): Promise<Wanted> {
  const found = query.id === undefined ? null : await readClass(database, query.id);
  const from = query.effective_from ?? today;
  const { dates, first, last } = await readDates(
    database,
    found?.semester_id ?? query.semester_id ?? 0,
    from,
  );
  const students = await readStudents(database, query, from);
  const current = found && {
    day_of_week: nameOfDay(found.day_of_week),
    start: minutesOf(found.start_time),
    end: minutesOf(found.end_time),
    classroom: found.classroom_id,
  };
  return {
    id: query.id ?? 0,
    teacher: query.teacher_id ?? found?.teacher_id ?? null,
    current,
    length: query.minutes ?? (current ? current.end - current.start : usualMinutes),
    students,
    seats: query.seats ?? students.length,
    from: first,
    to: last,
    dates,
  };
}

async function readClass(database: Database, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, semester_id, teacher_id, day_of_week, start_time, end_time, classroom_id
    from class_schedule where id = ${id} and archived_at is null`.execute(database);
  if (!rows[0]) throw notFound('This class');
  return rows[0];
}

/** The dates of a semester's classes from a day on, by weekday. */
async function readDates(database: Database, semester: number, from: string) {
  const { rows } = await sql<{
    first: string;
    last: string;
    day_of_week: number | null;
    dates: number;
  }>`
    select p.first, p.last, d.day_of_week, d.dates
    from (
      select greatest(class_start_date, ${from}::date) as first, class_end_date as last
      from semester where id = ${semester}
    ) p
    left join lateral (
      select ${weekdayOf(sql`day.date`)} as day_of_week, count(*)::int as dates
      from (select p.first + n as date from generate_series(0, p.last - p.first) n) day
      where not exists (select from holiday h where ${holidayOn(sql`day.date`)})
      group by 1
    ) d on true`.execute(database);
  const [any] = rows;
  if (!any) throw validationError('semester_id', 'does not exist');
  const dates = new Map(
    rows.flatMap(({ day_of_week, dates: count }) =>
      day_of_week === null || day_of_week > 6 ? [] : [[nameOfDay(day_of_week), count] as const],
    ),
  );
  if (dates.size === 0)
    throw validationError('effective_from', 'is after the last class of the semester');
  return { dates, first: any.first, last: any.last };
}

/** Who is, or will be, in the class or in the cohorts. */
async function readStudents(
  database: Database,
  { id = 0, cohort = [] }: FindTimeQuery,
  from: string,
): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    select e.student_id from enrolment e
    where e.class_schedule_id = ${id} and ${enrolledOnOrAfter(from)}
    union
    select a.student_id from cohort_assignment a
    where a.cohort_id = any(${cohort}::bigint[]) and ${assignedOn(from)}`.execute(database);
  return rows.map(({ student_id }) => student_id);
}
