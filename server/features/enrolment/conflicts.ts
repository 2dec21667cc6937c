import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { firstWeekdayFrom } from '../timetable/predicates.ts';
import { enrolledOnOrAfter } from './predicates.ts';

/**
 * A class that conflicts with a requested one, for one student; `wanted` is the first requested
 * class that it overlaps.
 */
export interface Conflict {
  student: number;
  wanted: number;
  other: number;
}

/**
 * Whether two classes are on the same weekday at overlapping times; consecutive ones are not
 * (R-CLASS-2).
 */
const sameTime = sql`
  c.day_of_week = o.day_of_week and c.start_time < o.end_time and o.start_time < c.end_time`;

/** Whether both periods have a day of that weekday in common. */
const shareADay = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`${firstWeekdayFrom(first)} <= ${last}`;

/**
 * Existing enrolments of the students that overlap with the requested classes from a day on. The
 * requested classes exclude existing ones.
 * @param leaving enrolments that end before that day and do not conflict.
 */
export async function conflictsWithEnrolments(
  trx: Database,
  students: number[],
  wanted: number[],
  from: string,
  leaving: number[] = [],
): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    select e.student_id as student, min(c.id) as wanted, o.id as other
    from enrolment e
    join class_schedule o on o.id = e.class_schedule_id and o.archived_at is null
    join semester om on om.id = o.semester_id
    join class_schedule c on c.id = any(${wanted}::bigint[]) and c.id <> o.id and ${sameTime}
    join semester m on m.id = c.semester_id
    cross join lateral (
      select greatest(m.class_start_date, om.class_start_date, e.enrolled_from,
        ${from}::date) as first,
        least(m.class_end_date, om.class_end_date, e.enrolled_to) as last
    ) span
    where e.student_id = any(${students}::bigint[])
      and ${enrolledOnOrAfter(from)}
      and e.id <> all(${leaving}::bigint[])
      and ${shareADay(sql.ref('span.first'), sql.ref('span.last'))}
      and not exists (
        select from enrolment a where a.student_id = e.student_id and a.class_schedule_id = c.id
          and a.enrolled_to is null
      )
    group by e.student_id, o.id
    order by e.student_id, o.day_of_week, o.start_time, o.id`.execute(trx);
  return rows;
}

/** Requested classes that overlap each other. */
export async function conflictsAmong(
  trx: Database,
  wanted: number[],
  from: string,
): Promise<{ wanted: number; other: number }[]> {
  const { rows } = await sql<{ wanted: number; other: number }>`
    select min(c.id) as wanted, o.id as other
    from class_schedule c
    join semester m on m.id = c.semester_id
    join class_schedule o on o.id = any(${wanted}::bigint[]) and o.id <> c.id and ${sameTime}
    join semester om on om.id = o.semester_id
    cross join lateral (
      select greatest(m.class_start_date, om.class_start_date, ${from}::date) as first,
        least(m.class_end_date, om.class_end_date) as last
    ) span
    where c.id = any(${wanted}::bigint[])
      and ${shareADay(sql.ref('span.first'), sql.ref('span.last'))}
    group by o.id
    order by o.day_of_week, o.start_time, o.id`.execute(trx);
  return rows;
}
