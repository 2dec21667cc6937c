import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { formulaStarts } from '../../../contract/formula.ts';

export interface RollsAsked {
  from: string;
  to: string;
  schedules?: number[];
  subjects?: number[];
  students?: number[];
  /** Only these records. */
  records?: number[];
}

/** What a row says, in the order of a file's columns. */
export const rollNames = [
  'date',
  'day',
  'start_time',
  'end_time',
  'subject_code',
  'subject_name',
  'class_type',
  'room_number',
  'teacher',
  'student_id',
  'first_name',
  'last_name',
  'status',
  'marked_at',
] as const;

/** A row for every student of every roll that was taken: what the screen of that class shows, N/A included. */
export type RollLine = Record<(typeof rollNames)[number], string>;

const days = sql`(array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[c.day_of_week]`;

/** `x in (…)` with the numbers written out: a COPY takes no parameters. */
const among = (column: RawBuilder<unknown>, ids: number[]) => sql`${column} in (${ids.length ? sql.join(ids.map((id) => sql.lit(id))) : sql`null`})`;

/**
 * The rows in order of date, time, class and student. Class by class, so that the first ones come at once.
 * @param asked dates and ids that the contract has checked.
 * @param into a CSV, where text must not look like a formula, or typed cells, where it may.
 */
export function rollsQuery(asked: RollsAsked, timeZone: string, into: 'csv' | 'typed') {
  const plain = into === 'csv' ? harmless : (text: RawBuilder<unknown>) => text;
  const { from, to, schedules = [], subjects = [], students, records } = asked;
  const chosen = [...(schedules.length ? [among(sql`c.id`, schedules)] : []), ...(subjects.length ? [among(sql`c.subject_id`, subjects)] : [])];
  // What all students of a class share is made ready once: `offset 0` keeps it from being done again for each of them.
  const classes = sql`
    select c.id, day::date as date, ${days} as day, to_char(c.start_time, 'HH24:MI') as start_time, to_char(c.end_time, 'HH24:MI') as end_time,
      ${plain(sql`j.subject_code`)} as subject_code, ${plain(sql`j.subject_name`)} as subject_name, c.class_type,
      ${plain(sql`r.room_number`)} as room_number, ${plain(sql`(t.first_name || ' ' || t.last_name)`)} as teacher
    from generate_series(${sql.lit(from)}::timestamp, ${sql.lit(to)}::timestamp, interval '1 day') day
    join class_schedule c on c.day_of_week = extract(isodow from day)::int
    join subject j on j.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    join teacher t on t.id = c.teacher_id
    where ${chosen.length ? sql`(${sql.join(chosen, sql` or `)})` : sql`true`}
      and exists (select from attendance a where a.class_schedule_id = c.id and a.date = day::date)
    offset 0`;
  return sql<RollLine>`
    select c.date, c.day, c.start_time, c.end_time, c.subject_code, c.subject_name, c.class_type, c.room_number, c.teacher,
      ${plain(sql`s.student_id`)} as student_id, ${plain(sql`s.first_name`)} as first_name, ${plain(sql`s.last_name`)} as last_name,
      coalesce(a.status, 'N/A') as status, to_char(a.marked_at at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD HH24:MI') as marked_at
    from (${classes}) c
    join enrolment e on e.class_schedule_id = c.id and e.enrolled_from <= c.date and (e.enrolled_to is null or e.enrolled_to >= c.date)
    join student s on s.id = e.student_id
    left join attendance a on a.student_id = e.student_id and a.date = c.date and a.class_schedule_id = c.id
      and a.date between ${sql.lit(from)}::date and ${sql.lit(to)}::date
    where ${students ? among(sql`e.student_id`, students) : sql`true`} and ${records ? among(sql`a.id`, records) : sql`true`}
    order by c.date, c.start_time, c.id, s.student_id`;
}

/**
 * The part of the period in which the chosen classes have marks, each class's first and last date from its index; null
 * when there are none. What is before and after is not searched day by day.
 */
export async function datesWithMarks(database: Database, { from, to, schedules = [], subjects = [] }: RollsAsked) {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(f.date) as from, max(l.date) as to
    from class_schedule c
    cross join lateral (
      select a.date from attendance a where a.class_schedule_id = c.id and a.date between ${from} and ${to} order by a.date limit 1) f
    cross join lateral (
      select a.date from attendance a where a.class_schedule_id = c.id and a.date between ${from} and ${to} order by a.date desc limit 1) l
    where (${schedules.length + subjects.length === 0} or c.id = any(${schedules}::bigint[]) or c.subject_id = any(${subjects}::bigint[]))`.execute(
    database,
  );
  const found = rows[0];
  return found?.from && found.to ? { from: found.from, to: found.to } : null;
}

/** Days that one query reads: the first rows come at once, no sort is large, and five years are not two thousand queries. */
const daysAtOnce = 7;

/** The same, a week at a time. */
export function* rollsByWeek(asked: RollsAsked, timeZone: string, into: 'csv' | 'typed') {
  const last = Temporal.PlainDate.from(asked.to);
  for (let from = Temporal.PlainDate.from(asked.from); Temporal.PlainDate.compare(from, last) <= 0; from = from.add({ days: daysAtOnce })) {
    const to = from.add({ days: daysAtOnce - 1 });
    const until = Temporal.PlainDate.compare(to, last) < 0 ? to : last;
    yield rollsQuery({ ...asked, from: from.toString(), to: until.toString() }, timeZone, into);
  }
}

const starts = sql.join(formulaStarts.map((one) => sql.lit(one.codePointAt(0)!)));

/** `guarded` of contract/formula.ts, in the database: COPY writes the file's lines itself. */
const harmless = (text: RawBuilder<unknown>) => sql`case when ascii(${text}) in (${starts}) then '''' || ${text} else ${text} end`;
