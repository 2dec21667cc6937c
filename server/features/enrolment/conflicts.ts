import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

/** A class that stands in the way of another, for one student; `wanted` is the class that was asked for. */
export interface Conflict {
  student: number;
  wanted: number;
  other: number;
}

/** Both classes are on one weekday and share some minutes; back to back they do not (design §3). */
const sameTime = sql`c.day_of_week = o.day_of_week and c.start_time < o.end_time and o.start_time < c.end_time`;

/** At least one day of that weekday lies within both times. */
const shareADay = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`${first} + (c.day_of_week - extract(isodow from ${first})::int + 7) % 7 <= ${last}`;

/**
 * What the students are enrolled in already that overlaps with the wanted classes from a day on. Classes they are in
 * already are not wanted.
 * @param leaving enrolments that end before that day, and so are not in the way.
 */
export async function conflictsWithEnrolments(
  trx: Database,
  students: number[],
  wanted: number[],
  from: string,
  leaving: number[] = [],
): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    select e.student_id as student, c.id as wanted, o.id as other
    from enrolment e
    join class_schedule o on o.id = e.class_schedule_id and o.archived_at is null
    join semester om on om.id = o.semester_id
    join class_schedule c on c.id = any(${wanted}::bigint[]) and c.id <> o.id and ${sameTime}
    join semester m on m.id = c.semester_id
    cross join lateral (
      select greatest(m.class_start_date, om.class_start_date, e.enrolled_from, ${from}::date) as first,
        least(m.class_end_date, om.class_end_date, e.enrolled_to) as last
    ) span
    where e.student_id = any(${students}::bigint[])
      and (e.enrolled_to is null or e.enrolled_to >= ${from}::date)
      and e.id <> all(${leaving}::bigint[])
      and ${shareADay(sql.ref('span.first'), sql.ref('span.last'))}
      and not exists (
        select from enrolment a where a.student_id = e.student_id and a.class_schedule_id = c.id and a.enrolled_to is null
      )
    order by e.student_id, o.day_of_week, o.start_time, o.id`.execute(trx);
  return rows;
}

/** Wanted classes that overlap with each other: nobody can be in both. */
export async function conflictsAmong(trx: Database, wanted: number[], from: string): Promise<{ wanted: number; other: number }[]> {
  const { rows } = await sql<{ wanted: number; other: number }>`
    select c.id as wanted, o.id as other
    from class_schedule c
    join semester m on m.id = c.semester_id
    join class_schedule o on o.id = any(${wanted}::bigint[]) and o.id <> c.id and ${sameTime}
    join semester om on om.id = o.semester_id
    cross join lateral (
      select greatest(m.class_start_date, om.class_start_date, ${from}::date) as first,
        least(m.class_end_date, om.class_end_date) as last
    ) span
    where c.id = any(${wanted}::bigint[]) and ${shareADay(sql.ref('span.first'), sql.ref('span.last'))}
    order by o.day_of_week, o.start_time, o.id`.execute(trx);
  return rows;
}
