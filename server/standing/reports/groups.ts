import { sql, type RawBuilder } from 'kysely';
import type { ReportGrouping } from '#contract/standing/report-terms.ts';
import { countNames, rateCounts } from '#server/school/attendance.ts';
import { isRollClosed, isTaken, rollStateOf } from '#server/school/roll-state.ts';
import { assignedOn, enrolledOn } from '#server/school/enrolled.ts';
import {
  changesByExceptions,
  countsOfOutcomes,
  exceptions,
  freshMarks,
  storedMeetings,
} from '../standing/outcomes.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { byRoom, byTeacher } from '#server/school/meetings.ts';
import {
  hourOfMeeting,
  namesStudents,
  ofStudents,
  sumsOfCounts,
  sumsOfHeld,
  withMarks,
  type Counted,
} from './meetings.ts';

/** The number of the week of meeting `g` in its period: the week of the first day is 1. */
const weekOfMeeting = sql<number>`
  ((g.date - ${weekdayOf(sql`g.date`)}) - (g.first - ${weekdayOf(sql`g.first`)})) / 7 + 1`;

/** What a meeting belongs to. */
const keys = {
  class: sql`g.class_schedule_id`,
  subject: sql`g.subject_id`,
  teacher: sql`g.who`,
  course: sql`g.course_id`,
  room: sql`g.room`,
  weekday_hour: hourOfMeeting,
  week: weekOfMeeting,
} as const satisfies Partial<Record<ReportGrouping, RawBuilder<unknown>>>;

/**
 * CTE `groups` of CTEs `meeting`, `news` and `held`: a row for each period `n` and `key`, with the columns
 * `figureNames`.
 * @param picked selects the students, as `key`, whose marks are read: those of a page; null for all.
 */
export function groupsOf(
  by: ReportGrouping,
  counted: Counted,
  picked: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  if (by === 'student') return groupsOfStudents(counted, picked);
  if (by === 'cohort') return groupsOfCohorts(counted);
  return sql`groups as (
    select g.n, ${keys[by]} as key, ${sumsOfHeld} from ${heldBy(by, counted)} g group by 1, 2)`;
}

/**
 * The held meetings by what they are grouped by: one with several teachers or rooms counts for each, of those that the
 * report is about.
 */
function heldBy(by: ReportGrouping, { teacher, classroom }: Counted): RawBuilder<unknown> {
  const among = (column: string, ids: number[] | undefined) =>
    ids ? sql`where ${sql.ref(column)} = any(${ids}::bigint[])` : sql``;
  if (by === 'teacher') return sql`(select * from ${byTeacher('held')} b ${among('who', teacher)})`;
  if (by === 'room') return sql`(select * from ${byRoom('held')} b ${among('room', classroom)})`;
  return sql`held`;
}

/** Enrolment `e` is not of all meetings of its class: a first guess, by the dates of all classes together. */
const beginsOrEndsWithin = sql`
  and (e.enrolled_from > (select min(first) from by_class)
    or e.enrolled_to < (select max(last) from by_class))`;

/** What is summed of meetings: of `recorded` ones only those whose exceptions are stored. */
const placeNames = ['meetings', 'expected'] as const;
const recordedNames = ['recorded', 'recorded_open', 'recorded_minutes'] as const;

/**
 * Meetings of a student are counted by class, since nearly all students are enrolled in all
 * meetings of a class: only the others are looked at one by one, as are those of a cohort.
 */
const groupsOfStudents = (counted: Counted, picked: RawBuilder<unknown> | null) => {
  const isRead = picked !== null || namesStudents(counted);
  const among = counted.student ? sql`e.student_id = any(${counted.student}::bigint[])` : sql`true`;
  const inAll = sql`(${enrolledOn(sql`b.first`)} and ${enrolledOn(sql`b.last`)})`;
  // A class is a row then, as far as the planner can know.
  const isOne = counted.periods.length === 1;
  const summed = isRead ? placeNames : [...placeNames, ...recordedNames];
  const joined = isRead ? sql`` : sql`left join recorded r on r.n = g.n and r.id = g.id`;
  // Sums of integers are a third of the work that sums of their counts would be.
  return sql`
  ${isRead ? sql`` : recordedMeetings}
  by_class as materialized (
    select ${isOne ? sql`1` : sql`g.n`} as n, g.class_schedule_id, min(g.date) as first,
      max(g.date) as last, count(*)::int as meetings,
      (count(*) filter (where g.is_open))::int as expected
      ${
        isRead
          ? sql``
          : sql`, count(r.id)::int as recorded,
            (count(r.id) filter (where g.is_open))::int as recorded_open,
            coalesce(sum(r.scheduled), 0)::int as recorded_minutes`
      }
    from meeting g ${joined}
    group by ${isOne ? sql`` : sql`g.n,`} g.class_schedule_id
  ),
  partly as materialized (
    select e.student_id, e.class_schedule_id, e.enrolled_from, e.enrolled_to
    from enrolment e
    where ${among} and e.class_schedule_id in (select class_schedule_id from by_class)
      ${counted.cohort ? sql`` : beginsOrEndsWithin}
  ),
  places as (
    select n, student_id as key,
      ${sql.join(summed.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
    from (
      ${
        counted.cohort
          ? sql``
          : sql`
            select b.n, e.student_id, ${sql.join(summed.map((name) => sql.ref(`b.${name}`)))}
            from by_class b
            join enrolment e on e.class_schedule_id = b.class_schedule_id and ${inAll}
            where ${among}
            union all`
      }
      select g.n, e.student_id, 1 as meetings, g.is_open::int as expected
        ${
          isRead
            ? sql``
            : sql`, (r.id is not null)::int, (r.id is not null and g.is_open)::int,
              coalesce(r.scheduled, 0)`
        }
      from partly e
      join by_class b on b.class_schedule_id = e.class_schedule_id
        ${counted.cohort ? sql`` : sql`and not ${inAll}`}
      join meeting g on g.n = b.n and g.class_schedule_id = e.class_schedule_id
        and ${enrolledOn(sql`g.date`)}
      ${joined}
      where ${ofStudents(counted, sql`e.student_id`)}
    ) one
    group by n, student_id
  ),
  ${picked ? sql`picked as materialized (${picked}),` : sql``}
  ${isRead ? marksOfSome(counted, picked) : marksOfAll(counted)},
  groups as (
    select p.n, p.key, p.meetings, ${added('present', isRead)} + ${added('absent', isRead)} as taken,
      0::bigint as in_progress, p.expected - ${added('expected', isRead)} as not_taken, ${sql.join(
        countNames.map((name) => sql`${added(name, isRead)} as ${sql.ref(name)}`),
      )}
    from places p left join marked m on m.n = p.n and m.key = p.key
    ${isRead ? sql`` : sql`left join fresh f on f.n = p.n and f.key = p.key`}
    ${picked ? sql`where p.key in (select key from picked)` : sql``}
  )`;
};

/** The columns of `places` that hold a count if everybody was present from start to end. */
const ifAllPresent: Partial<Record<string, (typeof recordedNames)[number]>> = {
  present: 'recorded',
  expected: 'recorded_open',
  scheduled_minutes: 'recorded_minutes',
  attended_minutes: 'recorded_minutes',
};

/**
 * A count of CTE `marked`; unless all marks are read there, it holds what exceptions change in it, and the rest
 * is in CTEs `places` and `fresh`.
 */
function added(name: string, isRead: boolean) {
  const marked = sql`coalesce(${sql.ref(`m.${name}`)}, 0)`;
  if (isRead) return marked;
  const all = ifAllPresent[name];
  return sql`(${all ? sql.ref(`p.${all}`) : sql`0`} + ${marked}
    + coalesce(${sql.ref(`f.${name}`)}, 0))`;
}

/** CTE `marked`: of some students their marks are read. */
const marksOfSome = (counted: Counted, picked: RawBuilder<unknown> | null) => sql`
  marked as (
    select g.n, a.student_id as key, ${rateCounts}, count(*) filter (where g.is_open) as expected
    from meeting g ${withMarks(counted)}
    ${picked ? sql`where a.student_id in (select key from picked)` : sql``}
    group by g.n, a.student_id
  )`;

const ofAll = {
  meetings: sql`meeting`,
  news: sql`select id from news`,
  columns: sql`g.n, g.is_open, g.date`,
};

/** CTE `recorded`: the meetings whose exceptions are stored and hold. */
const recordedMeetings = sql`
  recorded as materialized (${storedMeetings(ofAll)}),`;

/**
 * What rows of marks add up to for each period and student. Of one period they are grouped by
 * student alone: of millions of rows, a second key takes a tenth more.
 */
function byStudent(marks: RawBuilder<unknown>, counts: RawBuilder<unknown>, { periods }: Counted) {
  const isOne = periods.length === 1;
  return sql`
    select ${isOne ? sql`1` : sql`n`} as n, student_id as key, ${counts}
    from (${marks}) one
    group by ${isOne ? sql`` : sql`n,`} student_id`;
}

/** CTEs `marked` and `fresh`: of all students, what the exceptions change, and what is not stored yet. */
const marksOfAll = (counted: Counted) => sql`
  marked as (${byStudent(
    exceptions({ ...ofAll, meetings: sql`recorded` }),
    sql`${changesByExceptions}, - count(*) filter (where outcome = 4 and is_open) as expected`,
    counted,
  )}),
  fresh as (${byStudent(
    freshMarks(ofAll),
    sql`${countsOfOutcomes}, count(*) filter (where is_open) as expected`,
    counted,
  )})`;

/**
 * A student counts in each cohort that they were in on the date of the meeting. How many of a cohort were
 * enrolled in a meeting is counted by class and span of dates: most cohorts are so for all of a semester.
 * What else is known of a cohort's meetings is added to that and grouped: the planner could only guess how
 * many rows a join of them has.
 */
const groupsOfCohorts = (counted: Counted) => sql`
  ${namesStudents(counted) ? sql`` : recordedMeetings}
  spans as (
    select x.cohort_id as key, e.class_schedule_id,
      greatest(e.enrolled_from, x.assigned_from) as first,
      least(coalesce(e.enrolled_to, 'infinity'), coalesce(x.assigned_to, 'infinity')) as last,
      count(*) as students
    from enrolment e
    join cohort_assignment x on x.student_id = e.student_id ${amongCohorts(counted)}
    where e.class_schedule_id in (select class_schedule_id from meeting)
      ${counted.student ? sql`and e.student_id = any(${counted.student}::bigint[])` : sql``}
    group by 1, 2, 3, 4
  ),
  of_cohort as (
    select n, key, id, bool_or(is_open) as is_open, bool_or(is_closed) as is_closed,
      bool_or(is_archived) as is_archived,
      sum(marks) as marks, sum(students) as students, ${sumsOfCounts}
    from (
      ${namesStudents(counted) ? marksOfSomeCohorts(counted) : marksOfCohorts}
    ) one
    group by n, key, id
    -- Of this cohort somebody was enrolled.
    having bool_or(is_place)
  ),
  groups as (
    select n, key, count(*) as meetings,
      count(*) filter (where ${isTaken(sql`state`)} and marks > 0) as taken,
      count(*) filter (where is_open and state = 'in_progress') as in_progress,
      count(*) filter (where is_open and state = 'not_taken') as not_taken, ${sumsOfCounts}
    from (select *, ${stateOfCohort} as state from of_cohort) one
    group by n, key
  )`;

/** The state of a roll by the students of a cohort. */
const stateOfCohort = rollStateOf({
  students: sql`students`,
  marked: sql`marks`,
  isClosed: isRollClosed({
    isClosed: sql`is_closed`,
    isArchived: sql`is_archived`,
    marked: sql`marks`,
  }),
});

/** The meetings `g` in which students of spans `s` were enrolled, with columns of their marks. */
const placesOfCohorts = (columns: RawBuilder<unknown>, joins = sql``) => sql`
  select g.n, s.key, g.id, true as is_place, g.is_open, g.closed_at is not null as is_closed, g.is_archived,
    s.students, ${columns}
  from meeting g
  join spans s on s.class_schedule_id = g.class_schedule_id and g.date between s.first and s.last
  ${joins}`;

const ofCohort = sql`x.cohort_id as key, one.id, false as is_place, false as is_open,
  false as is_closed, false as is_archived, 0 as students`;
const inCohort = sql`cohort_assignment x on x.student_id = one.student_id
  and ${assignedOn(sql`one.date`, 'x')}`;

/** Of some students their marks are read. */
const marksOfSomeCohorts = (counted: Counted) => sql`
  ${placesOfCohorts(sql`0 as marks, ${sql.join(countNames.map((name) => sql`0 as ${sql.ref(name)}`))}`)}
  union all
  select g.n, x.cohort_id, g.id, false, false, false, false, 0, count(*), ${rateCounts}
  from meeting g ${withMarks(counted)}
  join cohort_assignment x on x.student_id = a.student_id
    and ${assignedOn(sql`g.date`, 'x')} ${amongCohorts(counted)}
  group by g.n, x.cohort_id, g.id`;

/**
 * What a count of a recorded meeting `r` is if everybody of span `s` was present from start to end; of
 * all marks, too.
 */
const ofCohortIfPresent: Partial<Record<string, RawBuilder<unknown>>> = {
  marks: sql`s.students`,
  present: sql`s.students`,
  scheduled_minutes: sql`s.students * r.scheduled`,
  attended_minutes: sql`s.students * r.scheduled`,
};

/** Of all students: from their number and the exceptions, and what is not stored yet. */
const marksOfCohorts = sql`
  ${placesOfCohorts(
    sql.join(
      ['marks', ...countNames].map((name) => {
        const count = ofCohortIfPresent[name];
        return sql`${count ? sql`case when r.id is null then 0 else ${count} end` : sql`0`}
          as ${sql.ref(name)}`;
      }),
    ),
    sql`left join recorded r on r.n = g.n and r.id = g.id`,
  )}
  union all
  select one.n, ${ofCohort}, - count(*) filter (where outcome = 4), ${changesByExceptions}
  from (${exceptions({ columns: sql`g.n, g.id, g.date`, meetings: sql`recorded` })}) one
  join ${inCohort}
  group by one.n, x.cohort_id, one.id
  union all
  select one.n, ${ofCohort}, count(*), ${countsOfOutcomes}
  from (${freshMarks({ ...ofAll, columns: sql`g.n, g.id, g.date` })}) one
  join ${inCohort}
  group by one.n, x.cohort_id, one.id`;

const amongCohorts = ({ cohort }: Counted) =>
  cohort ? sql`and x.cohort_id = any(${cohort}::bigint[])` : sql``;
