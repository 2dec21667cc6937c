import { sql } from 'kysely';
import type { ImportProblem } from '#contract/exchange/import-run.ts';
import { weekdays, type Weekday } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { judgePlaces, type Judging } from '../csv/clashes.ts';
import { weekdayError } from '#server/timetable/index.ts';
import { numberOfDay } from '#server/school/when.ts';
import type { BadRow, RowClash } from '../csv/report.ts';
import { enrolMembers, membersOfTimes } from './enrol-members.ts';
import { rosterLimits as limits } from './limits.ts';
import { matchPatterns } from './match-patterns.ts';
import type { Pattern } from './given-times.ts';
import { noRows, placesOfTimes, type RowsOfFile } from './places-of-times.ts';
import { noCounts, type Counts } from './roster.ts';
import type { GivenTimes, Time } from './given-times.ts';
import type { Place } from '../csv/places.ts';
import { anyOf } from '#server/platform/database/any-of.ts';

interface GivingTimes {
  today: string;
  /** The institute's days with classes (R-SET-4). */
  weekdays: readonly Weekday[];
  judging: Judging;
  problem: (problem: ImportProblem) => void;
  /** Classes that have times already and may have got members. */
  also?: number[];
  /** Names dates of today that stay; a calendar compares and names all of its dates. */
  namesStaying?: true;
  /** The rows of the file that change classes besides their times. */
  rows?: RowsOfFile;
}

interface TimesGiven {
  classes: Counts;
  enrolments: Counts;
}

/**
 * Gives waiting classes their times (R-ROSTER-7): their class schedules are added or changed, and their members
 * enrolled. Clashes are judged as of every import, and who would be in two places is not enrolled. A class
 * schedule that no pattern is for stays as it is, and is named.
 *
 * @param trx within `asOperation`, so that it is undone with the rest.
 * @param given all classes at once: each once, with all of its patterns.
 */
export async function giveTimes(
  trx: Database,
  given: GivenTimes[],
  {
    today,
    weekdays: chosen,
    judging,
    problem,
    also = [],
    namesStaying,
    rows = noRows,
  }: GivingTimes,
): Promise<TimesGiven> {
  const classes = { created: 0, updated: 0, unchanged: 0, archived: 0, skipped: 0 };
  const weekly = withWeekdays(given, classes, { weekdays: chosen, problem });
  const { fresh, changed, unchanged, remaining } = matchPatterns(
    weekly,
    await timesOf(
      trx,
      weekly.map(({ waiting_class }) => waiting_class),
    ),
  );
  const places = new Map(given.map(({ waiting_class, place }) => [waiting_class, place]));
  for (const { waiting_class } of remaining)
    problem({
      ...(places.get(waiting_class) ?? { file: '-', line: 1 }),
      column: '-',
      reason: 'has a further time here, which stays as it is',
      level: 'note',
    });
  const times = changed.map((one) => ({
    ...one,
    names_weeks: one.weeks !== undefined,
    place: places.get(one.waiting_class),
  }));
  await sql`
    update class_schedule c set (day_of_week, start_time, end_time, classroom_id, teacher_id, weeks) =
      row(given.weekday, given.start, given."end", given.classroom_id, given.teacher_id,
        case when given.names_weeks then given.weeks else c.weeks end)
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb)
      as given(class_schedule bigint, weekday smallint, start time, "end" time, classroom_id bigint,
        teacher_id bigint, names_weeks boolean, weeks smallint[])
    where c.id = given.class_schedule`.execute(trx);
  if (namesStaying) await noteStaying(trx, times, today, problem);
  await addClasses(trx, fresh);
  Object.assign(classes, {
    created: fresh.length,
    updated: changed.length,
    unchanged,
  });
  const ids = [...given.map(({ waiting_class }) => waiting_class), ...also];
  const busiest = await busiestStudent(trx, ids);
  if (busiest) {
    const [first] = given;
    const day = weekdays[busiest.weekday - 1];
    problem({
      ...(first?.place ?? { file: '-', line: 1 }),
      column: '-',
      reason: `${busiest.student} would have ${busiest.classes} classes on ${day}s: at most ${limits.classesOfWeekday}`,
      level: 'error',
    });
    return { classes, enrolments: noCounts };
  }
  const enrolments = await enrolMembers(trx, ids, today);
  await judgeTimes(trx, given, { today, weekdays: chosen, judging, problem, rows }, enrolments);
  return { classes, enrolments };
}

/** Names the classes of today that carry something: they stay as they were (R-MEETING-2). */
async function noteStaying(
  trx: Database,
  changed: { class_schedule: number; place: Place | undefined }[],
  today: string,
  problem: GivingTimes['problem'],
): Promise<void> {
  const rows = await trx
    .selectFrom('class_meeting')
    .select('class_schedule_id as id')
    .where('class_schedule_id', '=', anyOf.ids(changed.map((one) => one.class_schedule)))
    .where('date', '=', today)
    .where(sql<boolean>`carries_something(class_schedule_id, date)`)
    .execute();
  const staying = new Set(rows.map(({ id }) => id));
  for (const { class_schedule, place } of changed)
    if (staying.has(class_schedule))
      problem({
        ...(place ?? { file: '-', line: 1 }),
        column: '-',
        reason: `${today}: has marks, a note or a check-in, and stays as it is`,
        level: 'note',
      });
}

/** A student who would have more classes on a weekday than anybody has (R-ROSTER-9). */
async function busiestStudent(
  trx: Database,
  waiting: number[],
): Promise<{ student: string; weekday: number; classes: number } | undefined> {
  const { rows } = await sql<{ student: string; weekday: number; classes: number }>`
    select s.student_id as student, b.weekday, b.classes from (
      select m.student_id, c.day_of_week as weekday, count(distinct c.id)::int as classes
      from (${membersOfTimes(waiting)}) m join class_schedule c on c.id = m.class_schedule_id
      group by m.student_id, c.semester_id, c.day_of_week
      having count(*) > ${limits.classesOfWeekday}
    ) b join student s on s.id = b.student_id
    where b.classes > ${limits.classesOfWeekday} order by b.classes desc, 1 limit 1`.execute(trx);
  return rows[0];
}

/** Weekly classes are held on the institute's days with classes, and end after they begin. */
function withWeekdays(
  given: GivenTimes[],
  classes: Counts,
  { weekdays: chosen, problem }: Pick<GivingTimes, 'weekdays' | 'problem'>,
): GivenTimes[] {
  return given.map(({ patterns, ...one }) => ({
    ...one,
    patterns: patterns.filter(({ weekday, start, end }) => {
      const reason = !chosen.some((day) => numberOfDay(day) === weekday)
        ? `the day ${weekdayError(chosen)}`
        : start >= end
          ? 'the end must be later than the start'
          : null;
      if (reason === null) return true;
      classes.skipped++;
      problem({ ...one.place, column: '-', reason, level: 'skipped' });
      return false;
    }),
  }));
}

/** The class schedules of waiting classes. */
export async function timesOf(trx: Database, ids: number[]): Promise<Time[]> {
  const { rows } = await sql<Time>`
    select x.waiting_class_id as waiting_class, c.id as class_schedule, c.day_of_week as weekday,
      to_char(c.start_time, 'HH24:MI') as start, to_char(c.end_time, 'HH24:MI') as end,
      c.classroom_id, c.teacher_id, c.weeks, c.archived_at is not null as archived,
      x.reported, w.title
    from external_id x join class_schedule c on c.id = x.class_schedule_id
    join waiting_class w on w.id = x.waiting_class_id
    where x.kind = 'class-time' and x.waiting_class_id = any(${ids}::bigint[])
    order by c.id`.execute(trx);
  return rows;
}

async function addClasses(
  trx: Database,
  fresh: (Pattern & { waiting_class: number })[],
): Promise<void> {
  await sql`
    with given as materialized (
      select nextval(pg_get_serial_sequence('class_schedule', 'id')) as key, g.*
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as g(waiting_class bigint,
        weekday smallint, start time, "end" time, classroom_id bigint, teacher_id bigint,
        weeks smallint[])
    ), added as (
      insert into class_schedule (id, class_type, day_of_week, start_time, end_time, subject_id,
        semester_id, teacher_id, co_teacher_ids, classroom_id, weeks) overriding system value
      select g.key, w.class_type, g.weekday, g.start, g."end", w.subject_id, w.semester_id,
        g.teacher_id, (
          select array_agg(t.id order by array_position(w.co_teacher_ids, t.id)) from teacher t
          where t.id = any(w.co_teacher_ids)
        ), g.classroom_id, g.weeks
      from given g join waiting_class w on w.id = g.waiting_class
    )
    insert into external_id (source, kind, sourced_id, waiting_class_id, class_schedule_id)
    select x.source, 'class-time', g.key::text, g.waiting_class, g.key
    from given g join external_id x on x.kind = 'class' and x.waiting_class_id = g.waiting_class`.execute(
    trx,
  );
}

async function judgeTimes(
  trx: Database,
  given: GivenTimes[],
  { today, judging, problem, rows = noRows }: GivingTimes,
  enrolments: Counts,
): Promise<void> {
  const report: { bad: BadRow[]; clashes: RowClash[] } = { bad: [], clashes: [] };
  await judgePlaces(trx, await placesOfTimes(trx, given, rows), report, today, judging);
  for (const { column, ...row } of report.bad) {
    const isTwoPlaces = column === 'timetable';
    problem({ ...withLine(row), column: '-', level: isTwoPlaces ? 'skipped' : 'error' });
    if (!isTwoPlaces) continue;
    enrolments.created--;
    enrolments.skipped++;
  }
  for (const { column, ...row } of report.clashes)
    problem({ ...withLine(row), column, reason: `clash: ${row.reason}`, level: 'note' });
}

/** Where and what a row is, without a line where the file has no such row. */
const withLine = ({ file, line, reason }: Omit<BadRow, 'column'>) => ({
  file,
  line: line || null,
  reason,
});
