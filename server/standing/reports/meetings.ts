import { sql, type RawBuilder } from 'kysely';
import type { ReportScope } from '#contract/standing/reports.ts';
import { countNames, rateCounts, rollBegun, stillOpen } from '#server/school/attendance.ts';
import { isRollClosed, isTaken, rollStateOf } from '#server/school/roll-state.ts';
import { assignedOn, enrolledOn } from '#server/school/enrolled.ts';
import {
  furtherTeachers,
  isInRoom,
  isTaughtBy,
  takesPlace,
  teacherOfMeeting,
} from '#server/school/meetings.ts';
import { countedMarks, meetingsWithNews } from '../standing/news.ts';
import { weekdayOf } from '#server/school/classes.ts';
import type { Dates } from './period.ts';

/** What is counted: the filters of the call, and the moment of it. */
export interface Counted extends Omit<ReportScope, 'period' | 'from_date' | 'to_date'> {
  /** The dates of the report, and those that it is compared with: periods 1 and 2. */
  periods: Dates[];
  /** The institute's date, and its local date and time. */
  today: string;
  now: string;
  /** Rolls before are never listed as not taken (R-ROLL-16). */
  begins_on: string | null;
}

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/** A weekday and hour as one number, as `weekdayHour` of contract/standing/report-terms.ts. */
export const hourOfMeeting = sql<number>`
  (${weekdayOf(sql`g.date`)} * 100 + extract(hour from g.start_time)::int)`;

/** Whether student `id` is one that the report is about, on the date of meeting `g`. */
export function ofStudents(
  { student, cohort }: Counted,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return all([
    sql`true`,
    ...(student ? [sql`${id} = any(${student}::bigint[])`] : []),
    ...(cohort
      ? [
          sql`exists (select from cohort_assignment x
            where x.student_id = ${id} and x.cohort_id = any(${cohort}::bigint[])
              and ${assignedOn(sql`g.date`, 'x')})`,
        ]
      : []),
  ]);
}

export const namesStudents = ({ student, cohort }: Counted) => Boolean(student ?? cohort);

/** Whether students of the report, or any at all, were enrolled in meeting `g`. */
const hasStudents = (counted: Counted) => sql`exists (select from enrolment e
  where e.class_schedule_id = g.class_schedule_id and ${enrolledOn(sql`g.date`)}
    and ${ofStudents(counted, sql`e.student_id`)})`;

/**
 * Meetings until today that take place, by period `n`: those that a report counts. `is_open`: its
 * roll is expected, and neither closed nor to be taken still (R-ROLL-16).
 */
function meetingsOfReport(counted: Counted): RawBuilder<unknown> {
  const { periods, today, now, begins_on } = counted;
  const { subject, class_schedule, teacher, course, classroom, semester, weekday_hour } = counted;
  const among = (id: RawBuilder<unknown>, ids: number[] | undefined) =>
    ids ? [sql`${id} = any(${ids}::bigint[])`] : [];
  const conditions = [
    takesPlace,
    sql`(g.date <= ${today}::date or ${rollBegun(sql`g.class_schedule_id`, sql`g.date`)})`,
    ...among(sql`g.class_schedule_id`, class_schedule),
    ...(teacher ? [isTaughtBy(teacher)] : []),
    ...(classroom ? [isInRoom(classroom)] : []),
    ...among(sql`c.subject_id`, subject),
    ...among(sql`j.course_id`, course),
    ...among(sql`c.semester_id`, semester),
    ...among(hourOfMeeting, weekday_hour),
    ...(namesStudents(counted) ? [hasStudents(counted)] : []),
  ];
  return sql`
    select p.n, p.first, g.id, g.class_schedule_id, g.date, g.start_time, g.end_time,
      g.classroom_id, g.more_classroom_ids as further_rooms, ${teacherOfMeeting} as teacher_id,
      ${furtherTeachers} as further_teachers, c.subject_id, j.course_id, g.closed_at,
      c.archived_at is not null as is_archived,
      ${stillOpen(now)} and c.archived_at is null
        and g.date >= ${begins_on ?? '-infinity'}::date as is_open
    from (values ${sql.join(
      periods.map(({ from, to }, at) => sql`(${sql.lit(at + 1)}, ${from}::date, ${to}::date)`),
    )}) p(n, first, last)
    join class_meeting g on g.date between p.first and p.last
    join class_schedule c on c.id = g.class_schedule_id
    join subject j on j.id = c.subject_id
    where ${all(conditions)}`;
}

/** Joins the marks `a` that are recorded (R-RATE-1) of students of the report in meetings `g`. */
export const withMarks = (counted: Counted): RawBuilder<unknown> =>
  countedMarks(ofStudents(counted, sql`a.student_id`));

const countMarks = (counted: Counted, meetings: RawBuilder<unknown>) => sql`
  select g.n, g.id, ${rateCounts}
  from ${meetings} g ${withMarks(counted)}
  group by g.n, g.id`;

/**
 * The meetings of CTE `meeting` with news; all until they are counted. After a change of the whole timetable
 * every meeting has some, which the planner cannot know: it groups, and joins nothing whose size it guesses.
 */
const newsOfReport = sql`
  select id from (
    select id, (select counted_on from standing_progress) is null as is_new, true as is_reported
    from meeting
    union all
    select id, true, false from (${meetingsWithNews}) changed
  ) one
  group by id
  having bool_or(is_new) and bool_or(is_reported)`;

/** CTEs `meeting`, `news` and `held` of a report. */
export const meetingsHeld = (counted: Counted): RawBuilder<unknown> => sql`
  meeting as materialized (${meetingsOfReport(counted)}),
  news as materialized (${newsOfReport}),
  held as materialized (${heldMeetings(counted)})`;

/**
 * The counts of each meeting with marks: `n`, `id` and the columns of `RateCounts`. Of all students
 * they are stored; marks are read of meetings with news alone, and until all are counted.
 */
const countsOfMeetings = (counted: Counted) =>
  namesStudents(counted)
    ? countMarks(counted, sql`meeting`)
    : sql`
  select g.n, g.id, ${sql.join(countNames.map((name) => sql.ref(`x.${name}`)))}
  from meeting g join meeting_count x on x.meeting_id = g.id
  where g.id not in (select id from news)
  union all
  ${countMarks(counted, sql`(select * from meeting where id in (select id from news))`)}`;

/**
 * How many students of the report were enrolled in each meeting: `n`, `id` and `students`. Most of a
 * class are enrolled on the same days, and are counted together.
 */
const sizesOfMeetings = (counted: Counted) =>
  namesStudents(counted)
    ? sql`
  select g.n, g.id, count(*) as students
  from meeting g
  join enrolment e on e.class_schedule_id = g.class_schedule_id and ${enrolledOn(sql`g.date`)}
    and ${ofStudents(counted, sql`e.student_id`)}
  group by g.n, g.id`
    : sql`
  select g.n, g.id, sum(e.students) as students
  from meeting g
  join (
    select class_schedule_id, enrolled_from, enrolled_to, count(*) as students
    from enrolment where class_schedule_id in (select class_schedule_id from meeting)
    group by class_schedule_id, enrolled_from, enrolled_to
  ) e on e.class_schedule_id = g.class_schedule_id and ${enrolledOn(sql`g.date`)}
  group by g.n, g.id`;

const marked = sql`coalesce(x.present + x.absent, 0)`;
/** The state of a roll by the students of the report (R-ROLL-11). */
const stateOfMeeting = rollStateOf({
  students: sql`coalesce(z.students, 0)`,
  marked,
  isClosed: isRollClosed({
    isClosed: sql`g.closed_at is not null`,
    isArchived: sql`g.is_archived`,
    marked,
  }),
});

/**
 * The meetings of CTE `meeting` with their counts by CTE `news`, the `state` of their rolls, and whether they
 * count as `taken`, `in_progress` or `not_taken`. Of some students a closed roll is taken if they have a mark.
 */
const heldMeetings = (counted: Counted): RawBuilder<unknown> => sql`
  select *, ${isTaken(sql`state`)} ${namesStudents(counted) ? sql`and is_marked` : sql``} as taken,
    is_open and state is not distinct from 'in_progress' as in_progress,
    is_open and state is not distinct from 'not_taken' as not_taken
  from (
    select g.*, ${sql.join(countNames.map((name) => sql`coalesce(x.${sql.ref(name)}, 0) as ${sql.ref(name)}`))},
      x.id is not null as is_marked, ${stateOfMeeting} as state
    from meeting g
    left join (${countsOfMeetings(counted)}) x on x.n = g.n and x.id = g.id
    left join (${sizesOfMeetings(counted)}) z on z.n = g.n and z.id = g.id
  ) h`;

/** The sums of the counts of several rows. */
export const sumsOfCounts = sql.join(
  countNames.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
);

/** The sums of held meetings. */
export const sumsOfHeld = sql`
  count(*) as meetings, count(*) filter (where taken) as taken,
  count(*) filter (where in_progress) as in_progress,
  count(*) filter (where not_taken) as not_taken, ${sumsOfCounts}`;

export const figureNames = [
  'meetings',
  'taken',
  'in_progress',
  'not_taken',
  ...countNames,
] as const;
