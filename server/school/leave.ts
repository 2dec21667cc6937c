import { sql, type RawBuilder } from 'kysely';
import { missing } from './status.ts';
import { dateOf, type Day } from '#server/platform/database/day.ts';

/** Whether an approved leave of a student includes a day. */
export const onLeave = (student: RawBuilder<unknown>, day: Day): RawBuilder<boolean> =>
  sql`exists (
    select from leave l where l.student_id = ${student} and l.leave_from <= ${dateOf(day)}
      and l.leave_to >= ${dateOf(day)} and l.archived_at is null)`;

/**
 * Deletes leaves permanently. The absences that they excuse stay excused: past rates do not change
 * (R-ROLL-13).
 */
export const deleteLeaves = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with chosen as (
    select * from leave where ${which}
  ), excused as (
    insert into mark_detail (class_schedule_id, date, student_id, excuse)
    select a.class_schedule_id, a.date, a.student_id, 'leave'
    from chosen l
    join attendance a on a.student_id = l.student_id and a.date between l.leave_from and l.leave_to
    where l.archived_at is null and ${missing()}
    group by a.class_schedule_id, a.date, a.student_id
    on conflict (class_schedule_id, date, student_id)
      do update set excuse = coalesce(mark_detail.excuse, excluded.excuse)
  )
  delete from leave where id in (select id from chosen)`;
