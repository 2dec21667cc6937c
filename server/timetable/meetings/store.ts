import { sql, type Selectable } from 'kysely';
import type { Meeting } from '#contract/timetable/meeting.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { rollBegun } from '#server/school/attendance.ts';
import { lockNeeds, type Needs } from '../clashes/lock.ts';

/** The state of the roll, and of the class, which changes of a meeting do not affect. */
type RollColumn = 'closed_at' | 'reopened_at' | 'status_changed_at' | 'status_before_archive';

/** A row of `class_meeting`. */
export type MeetingRow = Omit<
  Selectable<Tables['class_meeting']>,
  'status' | 'origin' | RollColumn
> &
  Pick<Meeting, 'status' | 'origin'>;

/** A meeting with the facts that decide which changes are possible. */
export interface FoundMeeting extends MeetingRow {
  subject_code: string;
  /** It has marks. */
  taken: boolean;
  checked_in: boolean;
  /** The teachers of the class in whose places somebody has checked in. */
  checked_in_places: number[];
  /** Who has checked in, also as a stand-in. */
  checked_in_teachers: number[];
  /** A teacher has requested a check-in from accounts. */
  check_in_requested: boolean;
  roll_closed: boolean;
  /** Its class is archived. */
  archived: boolean;
  /** The dates on which meetings of the class may be held. */
  first_date: string;
  last_date: string;
}

const found = sql`
  select g.*, s.subject_code,
    ${rollBegun(sql`g.class_schedule_id`, sql`g.date`)} as taken,
    exists (select from payroll_log l
      where l.class_schedule_id = g.class_schedule_id and l.date = g.date) as checked_in,
    array(select l.class_teacher_id from payroll_log l
      where l.class_schedule_id = g.class_schedule_id and l.date = g.date) as checked_in_places,
    array(select l.teacher_id from payroll_log l
      where l.class_schedule_id = g.class_schedule_id and l.date = g.date) as checked_in_teachers,
    exists (select from check_in_request r
      where r.class_schedule_id = g.class_schedule_id and r.date = g.date) as check_in_requested,
    c.archived_at is not null as archived,
    g.closed_at is not null as roll_closed, m.class_start_date as first_date, m.semester_end_date as last_date
  from class_meeting g
  join class_schedule c on c.id = g.class_schedule_id
  join subject s on s.id = c.subject_id
  join semester m on m.id = c.semester_id`;

/**
 * Locks meetings and their classes until the end of the transaction: marks, closings and changes of a class wait
 * for who changes its meetings (R-ROLL-24). @param needs what the change needs besides.
 */
export async function lockMeetings(
  trx: Database,
  ids: number[],
  needs: Pick<Needs, 'teachers' | 'classrooms' | 'from'> = {},
): Promise<FoundMeeting[]> {
  const of = await trx
    .selectFrom('class_meeting')
    .select('class_schedule_id as id')
    .distinct()
    .where('id', '=', anyOf.ids(ids))
    .execute();
  await lockNeeds(trx, { ...needs, classes: of.map(({ id }) => id), meetings: ids });
  const { rows } = await sql<FoundMeeting>`
    ${found} where g.id = any(${ids}::bigint[]) order by g.id for update of g`.execute(trx);
  return rows;
}

/** All meetings of classes from a date on, locked, by class and date. */
export async function lockMeetingsOf(
  trx: Database,
  classes: number[],
  from: string,
): Promise<FoundMeeting[]> {
  await lockRows(trx, 'class', classes, 'update');
  const { rows } = await sql<FoundMeeting>`
    ${found} where g.class_schedule_id = any(${classes}::bigint[]) and g.date >= ${from}::date
    order by g.class_schedule_id, g.date for update of g`.execute(trx);
  return rows;
}

/** The meeting of a class on a date, locked. */
export async function lockMeetingOn(
  trx: Database,
  classSchedule: number,
  date: string,
): Promise<FoundMeeting | undefined> {
  await lockRows(trx, 'class', [classSchedule], 'update');
  const { rows } = await sql<FoundMeeting>`
    ${found} where g.class_schedule_id = ${classSchedule} and g.date = ${date}
    for update of g`.execute(trx);
  return rows[0];
}

export type NewMeeting = Omit<MeetingRow, 'id' | 'sequence'>;

const columns = sql`
  class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, covering_teacher_id,
  cover_payroll_id, status, reason, origin, moved_from, moved_to, own_time, own_room, held_on_holiday,
  extra_uid, co_teacher_ids, changed_places, more_classroom_ids`;

/** Writes existing meetings; the sequence of each grows. */
export async function saveMeetings(trx: Database, meetings: MeetingRow[]): Promise<MeetingRow[]> {
  const { rows } = await sql<MeetingRow>`
    update class_meeting m
    set (${columns}) = (select ${columns} from (select n.*) one), sequence = default
    from jsonb_populate_recordset(null::class_meeting, ${JSON.stringify(meetings)}::jsonb) n
    where m.id = n.id returning m.*`.execute(trx);
  return rows;
}

export async function insertMeetings(trx: Database, meetings: NewMeeting[]): Promise<MeetingRow[]> {
  const { rows } = await sql<MeetingRow>`
    insert into class_meeting (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::class_meeting, ${JSON.stringify(meetings)}::jsonb)
    returning *`.execute(trx);
  return rows;
}

export async function insertMeeting(trx: Database, meeting: NewMeeting): Promise<MeetingRow> {
  return oneRow({ rows: await insertMeetings(trx, [meeting]) });
}

/**
 * Adds a row that was replaced by another. One that was moved away refers to the class's current date;
 * when it is held nowhere, it is cancelled.
 */
export async function putBack(trx: Database, row: MeetingRow): Promise<MeetingRow> {
  if (row.status !== 'moved') return insertMeeting(trx, row);
  const { rows } = await sql<{ date: string }>`
    select date from class_meeting
    where class_schedule_id = ${row.class_schedule_id} and moved_from = ${row.date}
      and extra_uid is not distinct from ${row.extra_uid}::uuid`.execute(trx);
  const moved_to = rows[0]?.date ?? null;
  return insertMeeting(trx, { ...row, moved_to, status: moved_to ? 'moved' : 'cancelled' });
}

export async function deleteMeetings(trx: Database, ids: number[]): Promise<void> {
  await trx.deleteFrom('class_meeting').where('id', '=', anyOf.ids(ids)).execute();
}

/** The reason why a meeting stays on its date and time, for moves and calendars alike; null for one without. */
export function carriedBy(meeting: FoundMeeting): string | null {
  if (meeting.taken) return 'has marks';
  if (meeting.checked_in) return 'has a check-in';
  return meeting.check_in_requested ? 'has a request for a check-in' : null;
}

/** The row only, without the additional facts. */
export function rowOf(meeting: FoundMeeting): MeetingRow {
  const {
    subject_code: _subject,
    taken: _taken,
    checked_in: _checkedIn,
    checked_in_places: _places,
    checked_in_teachers: _teachers,
    check_in_requested: _requested,
    archived: _archived,
    first_date: _first,
    last_date: _last,
    ...row
  } = meeting;
  return row;
}

/** The ids of a meeting's rooms, the first one first. */
export const roomsOfRow = ({
  classroom_id,
  more_classroom_ids,
}: Pick<MeetingRow, 'classroom_id' | 'more_classroom_ids'>): number[] => [
  classroom_id,
  ...(more_classroom_ids ?? []),
];
