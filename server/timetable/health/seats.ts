import { sql, type RawBuilder } from 'kysely';
import { roomNames, seatsOf } from '#server/school/meetings.ts';
import { enrolledOnOrAfter, enrolledWithin } from '#server/school/enrolled.ts';
import type { HealthPeriod } from './period.ts';

/**
 * A part of a statement: `sizes` has the number of students of a class per period.
 * Counting changes reads each enrolment once; counting by meeting would read it for each date.
 */
export const classSizes = ({ from, to }: HealthPeriod): RawBuilder<unknown> => sql`
  sizes as materialized (
    select class, day as since, lead(day) over w as until, sum(change) over w as enrolled
    from (
      select class, day, sum(change) as change
      from (
        select e.class_schedule_id as class, greatest(e.enrolled_from, ${from}::date) as day,
          1 as change
        from enrolment e where ${enrolledWithin(from, to)}
        union all
        select e.class_schedule_id, e.enrolled_to + 1, -1
        from enrolment e where e.enrolled_to < ${to}::date and ${enrolledOnOrAfter(from)}
      ) changes
      group by class, day
    ) days
    window w as (partition by class order by day)
  )`;

/** Meetings of `held` with more students than their room has seats, by `sizes`. */
export const overCapacity: RawBuilder<unknown> = sql`
  select 'seats' as kind, p.class, p.date, p.start_time, p.end_time,
    case when p.further_rooms is null then r.room_number
      else ${roomNames(sql`(array[p.classroom_id] || p.further_rooms)`)} end as name,
    null as reason, seats.capacity, z.enrolled
  from held p
  join classroom r on r.id = p.classroom_id and r.capacity > 0
  cross join lateral (select ${seatsOf(sql`r.capacity`, sql`p.further_rooms`)} as capacity) seats
  join sizes z on z.class = p.class and seats.capacity > 0 and z.enrolled > seats.capacity
    and z.since <= p.date and (z.until is null or p.date < z.until)
  where p.is_own`;
