import { sql } from 'kysely';
import { attended, missing } from '#server/school/status.ts';
import type { z } from 'zod';
import type { LeaveEffect, leaveEffectQuery } from '#contract/attendance/leave.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { takesPlace } from '#server/school/meetings.ts';

/** The effect of saving or removing leaves on marks of classes that took place. */
export async function leaveEffectOf(
  database: Database,
  { student, from, to, leave = [] }: z.output<typeof leaveEffectQuery>,
): Promise<LeaveEffect> {
  const inNew =
    student !== undefined && from !== undefined && to !== undefined
      ? sql`a.student_id = ${student} and a.date between ${from}::date and ${to}::date`
      : sql`false`;
  const inLeave = (which: typeof inNew) => sql`exists (
    select from leave l where l.student_id = a.student_id and l.archived_at is null
      and a.date between l.leave_from and l.leave_to and ${which})`;
  const [replaced, other] = [
    inLeave(sql`l.id = any(${leave}::bigint[])`),
    inLeave(sql`l.id <> all(${leave}::bigint[])`),
  ];
  const counted = await sql<LeaveEffect>`
    select
      count(*) filter (where ${missing()} and ${inNew} and not ${replaced}) as excused,
      count(*) filter (where ${missing()} and ${replaced} and not (${inNew})) as unexcused,
      count(*) filter (where ${attended()} and ${inNew} and not ${replaced}) as present
    from attendance a
    join class_meeting g on g.class_schedule_id = a.class_schedule_id and g.date = a.date
      and ${takesPlace}
    where a.student_id = any(array(
        select l.student_id from leave l where l.id = any(${leave}::bigint[])
        union select ${student ?? null}::bigint))
      and not ${other}`.execute(database);
  return oneRow(counted);
}
