import { sql, type RawBuilder } from 'kysely';
import type { Clash, ClashKind } from '#contract/clash.ts';
import { holdsOn } from '#server/school/free-rooms.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOn, numberEnrolled } from '#server/school/enrolled.ts';
import { holidayOn } from '#server/school/holidays.ts';
import { roomNames, seatsOf } from '#server/school/meetings.ts';
import { hasClassesOn } from '#server/school/semesters.ts';
import type { Looked } from './pairs.ts';
import { proposedRows, subjectOf, type Proposed } from './proposed.ts';
import type { WhoseStudents } from './students.ts';

/** Students in the class of proposed meeting `p` on its date. */
const numberOfStudents = (whose: WhoseStudents): RawBuilder<number> =>
  whose === 'enrolled'
    ? numberEnrolled(sql`p.class`, sql`p.date`)
    : sql`(
        ${numberEnrolled(sql`p.class`, sql`p.date`)} + (
          select count(*) from unnest(${whose.ids}::bigint[]) s(id)
          where p.date >= ${whose.from}::date and not exists (
            select from enrolment e where e.student_id = s.id and e.class_schedule_id = p.class
              and ${enrolledOn(sql`p.date`)})))`;

/** Problems of proposed meeting `p` that do not depend on other meetings. */
export const circumstances = (
  whose: WhoseStudents,
): Record<Exclude<ClashKind, 'teacher' | 'classroom' | 'students'>, RawBuilder<unknown>> => ({
  closed: sql`
    select 'closed' as kind, r.room_number as name, k.reason, null::int as capacity,
      null::bigint as enrolled
    from room_closing k join classroom r on r.id = k.classroom_id
    where k.classroom_id = any(p.classroom_ids) and ${holdsOn(sql`p.date`)}`,
  seats: sql`
    select 'seats' as kind, ${roomNames(sql`p.classroom_ids`)} as name, null as reason, seats.capacity,
      n.enrolled
    from classroom r
    cross join lateral (
      select ${seatsOf(sql`r.capacity`, sql`nullif(p.classroom_ids[2:], '{}')`)} as capacity
    ) seats
    cross join lateral (select ${numberOfStudents(whose)} as enrolled) n
    where r.id = p.classroom_ids[1] and seats.capacity > 0 and n.enrolled > seats.capacity`,
  holiday: sql`
    select 'holiday' as kind, h.name, null as reason, null::int as capacity,
      null::bigint as enrolled
    from holiday h where ${holidayOn(sql`p.date`)}`,
  outside: sql`
    select 'outside' as kind, null as name, null as reason, null::int as capacity,
      null::bigint as enrolled
    from class_schedule c join semester m on m.id = c.semester_id
    where c.id = p.class and not (${hasClassesOn(sql`p.date`)})`,
  archived: sql`
    select 'archived' as kind, x.name, null as reason, null::int as capacity,
      null::bigint as enrolled
    from (
      select s.subject_code || ' ' || s.subject_name as name
      from class_schedule c join subject s on s.id = c.subject_id
      where c.id = p.class and c.archived_at is not null
      union all select person_name(first_name, last_name) from teacher
      where id = any(p.teacher_ids) and archived_at is not null
      union all select room_number from classroom
      where id = any(p.classroom_ids) and archived_at is not null
    ) x`,
});

/** Problems of proposed meetings themselves: one row for each kind, class and cause. */
export async function clashesWithCircumstances(
  database: Database,
  meetings: Proposed,
  { kinds, whose }: Looked,
  max: number,
): Promise<Clash[]> {
  const looked = Object.entries(circumstances(whose)).filter(([kind]) =>
    [...kinds].some((one) => one === kind),
  );
  if (looked.length === 0) return [];
  const { rows } = await sql<Clash>`
    with proposed as materialized ${proposedRows(meetings)}
    select f.kind, nullif(p.class, 0) as class_schedule, ${subjectOf(sql`p.class`)} as subject,
      min(p.date) as date, count(*) as dates,
      max(p.date) as last_date, (array_agg(p.start_time order by p.date))[1] as start_time,
      (array_agg(p.end_time order by p.date))[1] as end_time, f.name, null as other,
      null as students,
      case when f.kind = 'seats' then
        jsonb_build_object('capacity', f.capacity, 'enrolled', max(f.enrolled)) end as seats,
      f.reason, false as confirmed
    from proposed p
    cross join lateral (${sql.join(
      looked.map(([, query]) => query),
      sql` union all `,
    )}) f
    group by f.kind, p.class, f.name, f.reason, f.capacity
    order by 4, f.kind, p.class, f.name limit ${max}`.execute(database);
  return rows;
}
