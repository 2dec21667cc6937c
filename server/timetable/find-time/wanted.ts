import { sql, type RawBuilder } from 'kysely';
import { minutesOf } from '#contract/dates.ts';
import type { FindTimeQuery } from '#contract/timetable/find-time.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import { assignedOn, enrolledOnOrAfter } from '#server/school/enrolled.ts';
import { holidayOn } from '#server/school/holidays.ts';
import { takesPlace, teachersOf } from '#server/school/meetings.ts';
import { nameOfDay } from '#server/school/when.ts';
import { isInWeeks, weekNumbers } from '../class-schedules/weeks.ts';
import { weekdayOf } from '#server/school/classes.ts';
import type { Weekday } from '#contract/timetable/timetable.ts';

/** The class that needs a time, and its possible dates. */
export interface Wanted {
  /** 0 for a new class. */
  id: number;
  /** Who teaches it. */
  teachers: number[];
  /** Its present time and room; null for a new one. */
  current: { day_of_week: Weekday; start: number; end: number; classroom: number } | null;
  /** Minutes. */
  length: number;
  students: number[];
  seats: number;
  /** Required features of the room. */
  features: string[];
  /** The first and the last date. */
  from: string;
  to: string;
  /** Whether a date of the period is in the weeks of the class. */
  isInItsWeeks: (day: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** Number of dates of each weekday between them, without holidays. */
  dates: Map<Weekday, number>;
  /** Of a single class: the date of each weekday. */
  dateOf: Map<Weekday, string>;
}

interface Row {
  id: number;
  semester_id: number;
  teacher_ids: number[];
  day_of_week: number;
  start_time: string;
  end_time: string;
  classroom_id: number;
  weeks: number[] | null;
}

/** Defaults of a new class. */
const usualMinutes = 90;

/** @throws ApiError 404 for an unknown class, 400 for an unknown or past semester. */
export async function readWanted(
  database: Database,
  query: FindTimeQuery,
  today: string,
): Promise<Wanted> {
  const found = query.id === undefined ? null : await readClass(database, query.id, query.on);
  const from = query.effective_from ?? query.on ?? today;
  const weeks = query.weeks === undefined ? (found?.weeks ?? null) : weekNumbers(query.weeks);
  const { dates, dateOf, first, last, isInItsWeeks } = await readDates(database, {
    semester: found?.semester_id ?? query.semester_id ?? 0,
    from,
    weeks: query.on === undefined ? weeks : null,
    single: query.on === undefined ? null : { id: query.id ?? 0, on: query.on },
  });
  const students = await readStudents(database, query, from);
  // A single class outside of the proposed days cannot be rated like them.
  const isOnScale = query.on === undefined || (query.on >= first && query.on <= last);
  const current =
    found && isOnScale && found.day_of_week <= 6
      ? {
          day_of_week: nameOfDay(found.day_of_week),
          start: minutesOf(found.start_time),
          end: minutesOf(found.end_time),
          classroom: found.classroom_id,
        }
      : null;
  const usual = found ? minutesOf(found.end_time) - minutesOf(found.start_time) : usualMinutes;
  return {
    id: query.id ?? 0,
    teachers: wantedTeachers(query, found?.teacher_ids ?? []),
    current,
    length: query.minutes ?? usual,
    students,
    seats: query.seats ?? students.length,
    features: query.features ?? [],
    from: first,
    to: last,
    isInItsWeeks,
    dates,
    dateOf,
  };
}

/** The teachers that a query names, or those of the class. */
function wantedTeachers(
  { teacher_id, co_teachers }: FindTimeQuery,
  [present, ...further]: number[],
): number[] {
  const first = teacher_id ?? present;
  return first === undefined ? [] : [...new Set([first, ...(co_teachers ?? further)])];
}

async function readClass(database: Database, id: number, on: string | undefined): Promise<Row> {
  const { rows } = await (
    on === undefined
      ? sql<Row>`
        select id, semester_id, array[teacher_id] || co_teacher_ids as teacher_ids, day_of_week, start_time, end_time, classroom_id, weeks
        from class_schedule where id = ${id} and archived_at is null`
      : sql<Row>`
        select c.id, c.semester_id, ${teachersOf()} as teacher_ids,
          ${weekdayOf(sql`g.date`)} as day_of_week, g.start_time, g.end_time, g.classroom_id,
          null::smallint[] as weeks
        from class_meeting g join class_schedule c on c.id = g.class_schedule_id
        where c.id = ${id} and c.archived_at is null and g.date = ${on}::date and ${takesPlace}`
  ).execute(database);
  if (!rows[0]) throw notFound(on === undefined ? 'This class' : 'This class on its date');
  return rows[0];
}

interface Period {
  semester: number;
  from: string;
  /** Null: every week. */
  weeks: number[] | null;
  /** A single class: seven days, without those on which the class has another meeting. */
  single: { id: number; on: string } | null;
}

/** The dates of a semester's classes from a day on, by weekday. */
async function readDates(database: Database, { semester, from, weeks, single }: Period) {
  const { rows } = await sql<{
    first: string;
    last: string;
    began: string;
    day_of_week: number | null;
    dates: number;
    date: string;
  }>`
    select p.first, p.last, p.began, d.day_of_week, d.dates, d.date
    from (
      select greatest(class_start_date, ${from}::date) as first,
        ${single ? sql`least(semester_end_date, ${from}::date + 6)` : sql`class_end_date`} as last,
        class_start_date as began
      from semester where id = ${semester}
    ) p
    left join lateral (
      select ${weekdayOf(sql`day.date`)} as day_of_week, count(*)::int as dates,
        min(day.date) as date
      from (select p.first + n as date from generate_series(0, p.last - p.first) n) day
      where not exists (select from holiday h where ${holidayOn(sql`day.date`)})
        and ${isInWeeks(weeks, sql`day.date`, sql`p.began`)}
        and not exists (
          select from class_meeting g
          where g.class_schedule_id = ${single?.id ?? null} and g.date = day.date
            and g.date <> ${single?.on ?? null}::date and ${takesPlace})
      group by 1
    ) d on true`.execute(database);
  const [any] = rows;
  if (!any) throw validationError('semester_id', 'does not exist');
  const found = rows.flatMap(({ day_of_week, dates, date }) =>
    day_of_week === null || day_of_week > 6 ? [] : [{ day: nameOfDay(day_of_week), dates, date }],
  );
  if (found.length === 0)
    throw validationError(
      weeks ? 'weeks' : 'effective_from',
      single
        ? 'has no free day in the week from then on'
        : weeks
          ? 'have no date from then on'
          : 'is after the last class of the semester',
    );
  return {
    dates: new Map(found.map(({ day, dates }) => [day, dates])),
    dateOf: new Map(single ? found.map(({ day, date }) => [day, date]) : []),
    first: any.first,
    last: any.last,
    isInItsWeeks: (day: RawBuilder<unknown>) => isInWeeks(weeks, day, sql`${any.began}::date`),
  };
}

/**
 * The current and future students of the class or the cohorts.
 * @throws ApiError 400 for more than a roll holds.
 */
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
    where a.cohort_id = any(${cohort}::bigint[]) and ${assignedOn(from)}
    limit ${limits.mostRows + 1}`.execute(database);
  if (rows.length > limits.mostRows)
    throw validationError(
      cohort.length ? 'cohort' : 'id',
      `more than ${limits.mostRows} students would come`,
    );
  return rows.map(({ student_id }) => student_id);
}
