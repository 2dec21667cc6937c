import { sql, type RawBuilder } from 'kysely';
import { attended } from '#server/school/status.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { foreignSeparators, formulaPatterns, formulaStarts } from '#contract/formula.ts';
import { excused, rollBegun, withDetails } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import {
  furtherTeachers,
  roomNames,
  takesPlace,
  teacherOfMeeting,
} from '#server/school/meetings.ts';

export interface RollsQuery {
  from: string;
  to: string;
  schedules?: number[];
  subjects?: number[];
  students?: number[];
  /** Only these records. */
  records?: number[];
}

/** Fields of a row, in the order of a file's columns. */
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
  'late_minutes',
  'left_early_minutes',
  'excused',
  'group_name',
  'weeks',
  'co_teachers',
  'more_rooms',
] as const;

/**
 * A row for every student of every taken roll, including N/A, as on the class's screen.
 */
export type RollLine = Record<(typeof rollNames)[number], string>;

/** `x in (…)` with literal numbers: COPY has no parameters. */
const idIn = (column: RawBuilder<unknown>, ids: number[]) =>
  sql`${column} in (${ids.length ? sql.join(ids.map((id) => sql.lit(id))) : sql`null`})`;

/**
 * The rows ordered by date, time, class and student; computed class by class, so that the first
 * rows arrive early.
 * @param query dates and ids, validated by the contract.
 * @param format a CSV, where text must not look like a formula, or typed cells, where it may.
 */
export function rollsQuery(query: RollsQuery, timeZone: string, format: 'csv' | 'typed') {
  const textOf = format === 'csv' ? escapeFormula : (text: RawBuilder<unknown>) => text;
  const { from, to, schedules = [], subjects = [], students, records } = query;
  const selected = [
    ...(schedules.length ? [idIn(sql`c.id`, schedules)] : []),
    ...(subjects.length ? [idIn(sql`c.subject_id`, subjects)] : []),
  ];
  // `offset 0` is an optimization fence: the columns of a class are computed once, not for each
  // student.
  const classes = sql`
    select c.id, g.date, to_char(g.date, 'FMDay') as day,
      to_char(g.start_time, 'HH24:MI') as start_time, to_char(g.end_time, 'HH24:MI') as end_time,
      ${textOf(sql`j.subject_code`)} as subject_code,
      ${textOf(sql`j.subject_name`)} as subject_name, c.class_type,
      ${textOf(sql`r.room_number`)} as room_number,
      ${textOf(sql`person_name(t.first_name, t.last_name)`)} as teacher,
      ${textOf(sql`teachers_text(${furtherTeachers})`)} as co_teachers,
      ${textOf(roomNames(sql`g.more_classroom_ids`))} as more_rooms, 'W' || weeks_text(c.weeks) as weeks,
      ${textOf(sql`c.group_name`)} as group_name
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id
    join subject j on j.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    join teacher t on t.id = ${teacherOfMeeting}
    where g.date between ${sql.lit(from)}::date and ${sql.lit(to)}::date and ${takesPlace}
      and ${selected.length ? sql`(${sql.join(selected, sql` or `)})` : sql`true`}
      and ${rollBegun(sql`c.id`, sql`g.date`)}
    offset 0`;
  return sql<RollLine>`
    select c.date, c.day, c.start_time, c.end_time, c.subject_code, c.subject_name, c.class_type,
      c.room_number, c.teacher,
      ${textOf(sql`s.student_id`)} as student_id, ${textOf(sql`s.first_name`)} as first_name,
      ${textOf(sql`s.last_name`)} as last_name,
      coalesce(a.status, 'N/A') as status,
      to_char(a.marked_at at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD HH24:MI') as marked_at,
      case when ${attended()} then d.late_minutes end as late_minutes,
      case when ${attended()} then d.left_early_minutes end as left_early_minutes,
      case when ${excused} then 'yes' end as excused, c.group_name, c.weeks, c.co_teachers, c.more_rooms
    from (${classes}) c
    join enrolment e on e.class_schedule_id = c.id and ${enrolledOn(sql`c.date`)}
    join student s on s.id = e.student_id
    left join attendance a on a.student_id = e.student_id and a.date = c.date
      and a.class_schedule_id = c.id
      and a.date between ${sql.lit(from)}::date and ${sql.lit(to)}::date
    ${withDetails}
    where ${students ? idIn(sql`e.student_id`, students) : sql`true`}
      and ${records ? idIn(sql`a.id`, records) : sql`true`}
    order by c.date, c.start_time, c.id, s.student_id`;
}

/**
 * The first and last date with marks of the selected classes in the period, read from the index;
 * null without marks. Exports read this range only.
 */
export async function datesWithMarks(
  database: Database,
  { from, to, schedules = [], subjects = [] }: RollsQuery,
) {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(f.date) as from, max(l.date) as to
    from class_schedule c
    cross join lateral (
      select a.date from attendance a
      where a.class_schedule_id = c.id and a.date between ${from} and ${to} order by a.date
      limit 1) f
    cross join lateral (
      select a.date from attendance a
      where a.class_schedule_id = c.id and a.date between ${from} and ${to} order by a.date desc
      limit 1) l
    where (${schedules.length + subjects.length === 0} or c.id = any(${schedules}::bigint[])
      or c.subject_id = any(${subjects}::bigint[]))`.execute(database);
  const found = rows[0];
  return found?.from && found.to ? { from: found.from, to: found.to } : null;
}

/**
 * Days per query: few enough for early first rows and small sorts, many enough to limit the number
 * of queries.
 */
const daysAtOnce = 7;

/** The same rows, one query per week. */
export function* rollsByWeek(query: RollsQuery, timeZone: string, format: 'csv' | 'typed') {
  const last = Temporal.PlainDate.from(query.to);
  for (
    let from = Temporal.PlainDate.from(query.from);
    Temporal.PlainDate.compare(from, last) <= 0;
    from = from.add({ days: daysAtOnce })
  ) {
    const to = from.add({ days: daysAtOnce - 1 });
    const until = Temporal.PlainDate.compare(to, last) < 0 ? to : last;
    yield rollsQuery({ ...query, from: from.toString(), to: until.toString() }, timeZone, format);
  }
}

const starts = sql.join(formulaStarts.map((one) => sql.lit(one.charCodeAt(0))));
const separators = sql.lit(`[${foreignSeparators.join('')}]`);
const [first, inner] = [sql.lit(formulaPatterns.first), sql.lit(formulaPatterns.inner)];

/** `guarded` of contract/formula.ts in SQL, since COPY writes the file's lines. */
const escapeFormula = (text: RawBuilder<unknown>) =>
  sql`case when ascii(${text}) in (${starts}) or ${text} ~ ${separators}
    then regexp_replace(regexp_replace(${text}, ${first}, ''''), ${inner}, E'\\\\1''', 'g')
    else ${text} end`;
