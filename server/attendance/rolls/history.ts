import { sql, type RawBuilder } from 'kysely';
import type { AttendanceRecord } from '#contract/marks.ts';
import type { RollChange } from '#contract/attendance/roll-history.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { RollKey } from './roll-key.ts';

/** A change of a mark, without the student. */
type HistoryRow = Omit<RollChange, 'student' | 'student_id' | 'first_name' | 'last_name'>;

const columns = sql`
  h.id, h.from_status as "from", h.to_status as "to", h.how, h.mark_how,
  coalesce(u.name || coalesce(' (access token ' || t.name || ')', ''), 'Device ' || v.name) as changed_by, h.changed_at,
  h.made_at, h.late_minutes, h.left_early_minutes, h.excuse is not null as excused`;

/** Users, their access tokens, and devices of rooms, which are called so: one could have a person's name. */
const authors = sql`
  left join app_user u on u.id = h.changed_by left join access_token t on t.id = h.token_id
  left join device v on v.id = h.device_id`;

/** The changes of one mark, oldest first. */
export async function historyOf(
  database: Database,
  record: AttendanceRecord,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select ${columns}
    from attendance_history h ${authors}
    where h.student_id = ${record.student} and h.class_schedule_id = ${record.class_schedule}
      and h.date = ${record.date}
    order by h.id`.execute(database);
  return rows;
}

/**
 * The changes `h` of a roll: of all students who were ever enrolled or are marked, by the index of
 * marks.
 */
export const changesOfRoll = ({ class_schedule, date }: RollKey): RawBuilder<unknown> => sql`(
    select student_id from enrolment where class_schedule_id = ${class_schedule}
    union
    select student_id from attendance
    where class_schedule_id = ${class_schedule} and date = ${date}::date
  ) k
  join attendance_history h on h.student_id = k.student_id and h.date = ${date}::date
    and h.class_schedule_id = ${class_schedule}`;

/** The newest changes of all marks of a roll, oldest first. @param limit maximum number of changes. */
export async function historyOfRoll(
  database: Database,
  of: RollKey,
  limit: number = limits.mostRows,
): Promise<RollChange[]> {
  const { rows } = await sql<RollChange>`
    select ${columns}, s.id as student, s.student_id, s.first_name, s.last_name
    from ${changesOfRoll(of)}
    join student s on s.id = h.student_id
    ${authors}
    order by h.id desc limit ${limit}`.execute(database);
  return rows.toReversed();
}
