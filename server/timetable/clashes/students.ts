import { sql, type RawBuilder } from 'kysely';
import { forceCustomPlan, type Database } from '#server/platform/database/pool.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { isWeekly, takesPlace } from '#server/school/meetings.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { isWritten } from './proposals.ts';
import { proposedRows, sameTime, type Proposed, type ProposedMeeting } from './proposed.ts';

/** Students who would be in the proposed meetings. */
interface JoiningStudents {
  ids: number[];
  /** Their first day. */
  from: string;
  /** Enrolments that end before it are ignored. */
  leaving?: number[];
}

interface Looked {
  /** The meetings of other classes to compare with. */
  of?: 'all' | 'weekly';
  /** Whether thousands of classes are judged in one statement. */
  isMany?: boolean;
}

/** The students enrolled in the class on its date, or the given ones. */
export type WhoseStudents = 'enrolled' | JoiningStudents;

/** Students whom this transaction has enrolled in the class. */
type Joined = 'joined';

/** The students of a proposed meeting, and their dates. */
const roster = (whose: WhoseStudents | Joined): RawBuilder<unknown> =>
  whose === 'enrolled' || whose === 'joined'
    ? sql`
      select e.class_schedule_id as class, e.student_id, e.enrolled_from as first,
        e.enrolled_to as last
      from enrolment e, span
      where e.class_schedule_id in (select class from proposed)
        and (${enrolledOn(sql`span.first`)} or e.enrolled_from between span.first and span.last)
        ${whose === 'joined' ? sql`and ${isWritten('e')}` : sql``}`
    : sql`
      select w.class, s.id as student_id, ${whose.from}::date as first, null::date as last
      from unnest(${whose.ids}::bigint[]) s(id)
      cross join (select distinct class from proposed) w
      where (s.id, w.class) not in (
        select e.student_id, e.class_schedule_id from enrolment e
        where e.class_schedule_id = any(array(select distinct class from proposed))
          and e.enrolled_to is null)`;

/**
 * Parts of a statement with `proposed`: `shared` has a row for each proposed meeting, overlapping
 * meeting, and student of both. It starts with the students' classes, which are few,
 * and not with the meetings at that time.
 */
export function sharedStudents(
  whose: WhoseStudents | Joined,
  { of = 'all', isMany = false }: Looked = {},
): RawBuilder<unknown> {
  const { leaving = [] } = typeof whose === 'string' ? {} : whose;
  const looked = sql`${takesPlace} ${of === 'weekly' ? sql`and ${isWeekly()}` : sql``}`;
  return sql`
  span as materialized (select min(date) as first, max(date) as last from proposed),
  roster as materialized (${roster(whose)}),
  theirs as materialized (
    select r.student_id, e.class_schedule_id as other, e.enrolled_from, e.enrolled_to
    from (select distinct student_id from roster) r
    join enrolment e on e.student_id = r.student_id
      ${leaving.length ? sql`and e.id <> all(${leaving}::bigint[])` : sql``}
  ),
  ${isMany ? atOnceByPairs(looked) : atOnceByDates(looked)},
  in_both as materialized (
    select r.class, t.other, r.student_id, greatest(r.first, t.enrolled_from) as first,
      least(r.last, t.enrolled_to) as last
    from theirs t
    join roster r on r.student_id = t.student_id
    where t.other in (select other from at_once)
  ),
  shared as materialized (
    select a.class, a.other, a.date, a.meeting, b.student_id
    from at_once a
    join in_both b on b.class = a.class and b.other = a.other
      and a.date between b.first and coalesce(b.last, a.date)
  )`;
}

/** Starts with the dates: there are few. */
const atOnceByDates = (looked: RawBuilder<unknown>) => sql`
  at_once as materialized (
    select p.class, g.class_schedule_id as other, p.date, g.id as meeting
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    join proposed p on p.date = g.date and p.class <> g.class_schedule_id and ${sameTime}
    where g.class_schedule_id = any(array(select distinct other from theirs)) and ${looked}
  )`;

/**
 * Starts with pairs of classes that share students and a time of some week: of thousands of
 * classes hundreds are held at every hour.
 */
const atOnceByPairs = (looked: RawBuilder<unknown>) => sql`
  times as materialized (
    select distinct class, ${weekdayOf(sql`date`)} as weekday, start_time, end_time from proposed
  ),
  other_times as materialized (
    select distinct g.class_schedule_id as other, ${weekdayOf(sql`g.date`)} as weekday,
      g.start_time, g.end_time
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    cross join span
    where g.class_schedule_id = any(array(select distinct other from theirs))
      and g.date between span.first and span.last and ${looked}
  ),
  pairs as materialized (
    select distinct r.class, t.other
    from roster r
    join theirs t on t.student_id = r.student_id and t.other <> r.class
    join times p on p.class = r.class
    join other_times g on g.other = t.other and g.weekday = p.weekday and ${sameTime}
  ),
  at_once as materialized (
    select p.class, g.class_schedule_id as other, p.date, g.id as meeting
    from pairs k
    join proposed p on p.class = k.class
    join class_meeting g on g.class_schedule_id = k.other and g.date = p.date and ${sameTime}
    where ${looked}
  )`;

/** A class and another one at the same time, for a student whom this transaction enrolled in it. */
export interface JoinedTwice {
  /** The student's own number. */
  student: string;
  class: number;
  other: number;
}

/**
 * Students whom this transaction has enrolled in classes that overlap, week by week, with
 * another class of theirs (R-ENROL-2).
 * @param meetings weekly ones of the classes.
 */
export async function joinedInTwoPlaces(
  database: Database,
  meetings: Proposed,
): Promise<JoinedTwice[]> {
  const { rows } = await sql<JoinedTwice>`
    with proposed as materialized ${proposedRows(meetings)},
    ${sharedStudents('joined', { of: 'weekly', isMany: true })}
    select distinct p.student_id as student, s.class, s.other
    from shared s
    join student p on p.id = s.student_id
    order by p.student_id, s.class, s.other`.execute(database);
  return rows;
}

/**
 * A class that conflicts with a requested one, for one student; `wanted` is the first requested
 * class that it overlaps.
 */
interface Conflict {
  student: number;
  wanted: number;
  other: number;
}

/**
 * Classes of students that overlap, week by week, with meetings which they would join
 * (R-ENROL-2). Changes of single dates do not prevent an enrolment.
 * @param meetings weekly ones.
 */
export async function studentsInTwoPlaces(
  database: Database,
  meetings: ProposedMeeting[],
  students: JoiningStudents,
): Promise<Conflict[]> {
  if (meetings.length === 0 || students.ids.length === 0) return [];
  const { rows } = await sql<Conflict>`${sql.raw(forceCustomPlan)}
    with proposed as materialized ${proposedRows(meetings)}, ${sharedStudents(students, { of: 'weekly' })}
    select s.student, s.wanted, s.other
    from (
      select student_id as student, min(class) as wanted, other from shared
      group by student_id, other
    ) s
    join class_schedule c on c.id = s.other
    order by s.student, c.day_of_week, c.start_time, s.other`.execute(database);
  return rows;
}

/** Classes of proposed meetings that overlap with another class of them. */
export async function overlapsAmong(
  database: Database,
  meetings: ProposedMeeting[],
): Promise<{ wanted: number; other: number }[]> {
  if (meetings.length === 0) return [];
  const { rows } = await sql<{ wanted: number; other: number }>`
    with proposed as materialized ${proposedRows(meetings)}
    select min(p.class) as wanted, c.id as other
    from proposed p
    join proposed g on g.date = p.date and g.class <> p.class and ${sameTime}
    join class_schedule c on c.id = g.class
    group by c.id
    order by c.day_of_week, c.start_time, c.id`.execute(database);
  return rows;
}
