import { sql } from 'kysely';
import type { Status } from '#contract/status.ts';
import { limits } from '#contract/limits.ts';
import type { QrArrival } from '#contract/attendance/qr.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notAStudent } from '#server/school/own-student.ts';
import { isUser } from '#server/school/attendance.ts';
import { recordMarksOnce, type Marking, type RecordedMarks } from '../rolls/queries.ts';
import { enrolledOn, numberEnrolled } from '#server/school/enrolled.ts';
import { asHeld, meetingOn } from '#server/school/meetings.ts';

export const noneOpen = 'None of your classes takes check-ins now';

/** The roll of a class on a date. */
export interface Roll {
  class_schedule: number;
  date: string;
}

/** A class as it is held on its date, and its open session, if any. */
export interface RollState {
  session: number | null;
  opened_at: string | null;
  /** Why the class does not take place: `roll_on_date.sql`. */
  problem: string;
  /** Local times of the institute. */
  starts_at: string;
  ends_at: string;
  enrolled: number;
  came: number;
  /** The reader is a student of the class, who would see their own code. */
  is_own: boolean;
}

/** Null when there is no such class. @param mail of the reader. */
export async function stateOfRoll(
  database: Database,
  { class_schedule, date }: Roll,
  mail: string,
): Promise<RollState | null> {
  const { rows } = await sql<RollState>`
    select q.id as session, q.opened_at, r.problem,
      to_char(r.starts_at, 'YYYY-MM-DD"T"HH24:MI') as starts_at,
      to_char(r.ends_at, 'YYYY-MM-DD"T"HH24:MI') as ends_at,
      ${numberEnrolled(sql`${class_schedule}`, date)} as enrolled,
      (select count(*) from attendance a where a.class_schedule_id = ${class_schedule}
        and a.date = ${date}::date and a.how = 'qr') as came,
      exists (
        select from enrolment e join student s on s.id = e.student_id and ${isUser(mail)}
        where e.class_schedule_id = ${class_schedule} and ${enrolledOn(date)}
      ) as is_own
    from roll_on_date(${class_schedule}, ${date}::date) r
    left join qr_session q on q.class_schedule_id = ${class_schedule} and q.date = ${date}::date
      and q.closed_at is null`.execute(database);
  return rows[0] ?? null;
}

/** Opens the session of a roll; one that is open stays. */
export async function openSession(
  database: Database,
  { class_schedule, date }: Roll,
  by: { user: number; now: string },
): Promise<void> {
  await database
    .insertInto('qr_session')
    .values({ class_schedule_id: class_schedule, date, opened_by: by.user, opened_at: by.now })
    .onConflict((open) =>
      open.columns(['class_schedule_id', 'date']).where('closed_at', 'is', null).doNothing(),
    )
    .execute();
}

export async function closeSession(
  database: Database,
  { class_schedule, date }: Roll,
  now: string,
): Promise<void> {
  await database
    .updateTable('qr_session')
    .set({ closed_at: sql<string>`greatest(opened_at, ${now}::timestamptz)` })
    .where('class_schedule_id', '=', class_schedule)
    .where('date', '=', date)
    .where('closed_at', 'is', null)
    .execute();
}

/** A session with its class as it is held, or was. */
export interface Session extends Roll {
  id: number;
  opened_at: string;
  closed_at: string | null;
  starts_at: string;
  ends_at: string;
  subject_name: string;
  group_name: string | null;
  subject_code: string;
  room_number: string;
}

/** @param at ISO instant: the class has the times and the room that it had then. */
const sessionsAt = (at: string) => sql`
  select q.id, q.class_schedule_id as class_schedule, q.date, q.opened_at, q.closed_at,
    to_char(q.date + coalesce(w.start_time, ${asHeld.start}), 'YYYY-MM-DD"T"HH24:MI') as starts_at,
    to_char(q.date + coalesce(w.end_time, ${asHeld.end}), 'YYYY-MM-DD"T"HH24:MI') as ends_at,
    s.subject_name, s.subject_code, c.group_name,
    rooms_text(coalesce(w.classroom_id, ${asHeld.classroom}),
      case when w.classroom_id is not null then w.more_classroom_ids else g.more_classroom_ids end) as room_number
  from qr_session q
  join class_schedule c on c.id = q.class_schedule_id
  left join ${meetingOn(sql`c.id`, sql`q.date`)}
  left join lateral meeting_that_was_held(c.id, q.date, ${at}::timestamptz) w on true
  join subject s on s.id = c.subject_id`;

/** @param arrived_at when its code was scanned. */
export async function findSession(
  database: Database,
  id: number,
  arrived_at: string,
): Promise<Session | null> {
  const { rows } = await sql<Session>`${sessionsAt(arrived_at)} where q.id = ${id}`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** The open sessions of the classes that a student is in on a date. @param now ISO instant. */
export async function openSessionsOf(
  database: Database,
  student: number,
  { date, now }: { date: string; now: string },
): Promise<Session[]> {
  const { rows } = await sql<Session>`${sessionsAt(now)}
    where q.date = ${date}::date and q.closed_at is null and exists (
      select from enrolment e where e.student_id = ${student}
        and e.class_schedule_id = q.class_schedule_id and ${enrolledOn(date)})
    order by q.id`.execute(database);
  return rows;
}

export async function isOpenFor(
  database: Database,
  student: number,
  date: string,
): Promise<boolean> {
  const found = await sql<{ is_open: boolean }>`
    select exists (
      select from qr_session q join enrolment e on e.class_schedule_id = q.class_schedule_id
      where q.date = ${date}::date and q.closed_at is null and e.student_id = ${student}
        and ${enrolledOn(date)}
    ) as is_open`.execute(database);
  return oneRow(found).is_open;
}

/**
 * Counts a try of a student in a step.
 * @returns how many there were with it; 0 for who was merged or erased in the same moment.
 */
export async function countTry(database: Database, student: number, step: number): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    with here as materialized (
      select id from student where id = ${student} and merged_into is null and erased_at is null
      for key share
    )
    insert into qr_try (student_id, step, tries) select id, ${step}, 1 from here
    on conflict (student_id, step) do update set tries = qr_try.tries + 1
    returning tries`.execute(database);
  return rows[0]?.tries ?? 0;
}

/** What a student used: once for each code (R-QR-2). */
export interface Used {
  session: Session;
  student: number;
  step: number;
  device: string;
  arrived_at: string;
}

/**
 * Writes that a student used a code, and the mark, in one transaction.
 * @returns `used` when the student has used this code before, `taken_back` when somebody took the student's mark
 * back after the scan.
 */
export async function useCode(
  trx: Database,
  { session, student, step, device, arrived_at }: Used,
  marking: Marking,
): Promise<RecordedMarks | 'used' | 'taken_back'> {
  // The class before the student, as every mark locks them.
  await lockRows(trx, 'class', [session.class_schedule], 'key share');
  await assertStillHere(trx, student);
  const { rows } = await sql`
    insert into qr_check_in (qr_session_id, student_id, step, date, device, arrived_at)
    values (${session.id}, ${student}, ${step}, ${session.date}, convert_to(${device}, 'UTF8'),
      ${arrived_at})
    on conflict do nothing returning 1`.execute(trx);
  if (rows.length === 0) return 'used';
  if (await wasTakenBack(trx, student, session, arrived_at)) return 'taken_back';
  return recordMarksOnce(trx, marking);
}

/**
 * The student was read before.
 * @throws ApiError 403 for a student who was merged or erased since
 */
export async function assertStillHere(trx: Database, student: number): Promise<void> {
  const { rows } = await sql`
    select 1 from student where id = ${student} and merged_into is null and erased_at is null
    for key share`.execute(trx);
  if (rows.length === 0) throw notAStudent();
}

/** Whether a mark was taken back after the scan: another code of the same minutes does not bring it again. */
async function wasTakenBack(
  trx: Database,
  student: number,
  { class_schedule, date }: Roll,
  since: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('attendance_history')
    .select('id')
    .where('student_id', '=', student)
    .where('date', '=', date)
    .where('class_schedule_id', '=', class_schedule)
    .where('from_status', '=', 'Present')
    .where('to_status', 'is', null)
    .where('changed_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a scan of a student waits for an administrator. */
export async function isHeld(
  database: Database,
  student: number,
  { class_schedule, date }: Roll,
): Promise<boolean> {
  const found = await database
    .selectFrom('held_mark')
    .select('id')
    .where('student_id', '=', student)
    .where('class_schedule_id', '=', class_schedule)
    .where('date', '=', date)
    .where('how', '=', 'qr')
    .where('decision', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The mark of a student on a roll. */
export async function markOf(database: Database, student: number, { class_schedule, date }: Roll) {
  const { rows } = await sql<{
    status: Status;
    marked_at: string;
    late_minutes: number | null;
  }>`
    select a.status, a.marked_at, d.late_minutes
    from attendance a
    left join mark_detail d on d.class_schedule_id = a.class_schedule_id and d.date = a.date
      and d.student_id = a.student_id
    where a.student_id = ${student} and a.class_schedule_id = ${class_schedule}
      and a.date = ${date}`.execute(database);
  return rows[0] ?? null;
}

/**
 * Who came to a roll by QR code, the latest first, and with whom they shared a browser on that day
 * (R-QR-5).
 */
export async function arrivalsOf(
  database: Database,
  { class_schedule, date }: Roll,
): Promise<QrArrival[]> {
  const { rows } = await sql<QrArrival>`
    select s.id as student, s.student_id, s.first_name, s.last_name, came.arrived_at,
      coalesce((
        select array_agg(distinct person_name(o.first_name, o.last_name) || ' (' || o.student_id || ')')
        from qr_check_in mine
        join qr_session own on own.id = mine.qr_session_id
          and own.class_schedule_id = ${class_schedule}
        join qr_check_in other on other.device = mine.device and other.date = mine.date
          and other.student_id <> mine.student_id
        join student o on o.id = other.student_id
        where mine.student_id = s.id and mine.date = ${date}::date
      ), '{}') as shared_with
    from (
      select k.student_id, min(k.arrived_at) as arrived_at
      from qr_check_in k join qr_session q on q.id = k.qr_session_id
      where q.class_schedule_id = ${class_schedule} and q.date = ${date}::date
      group by k.student_id
    ) came join student s on s.id = came.student_id
    order by came.arrived_at desc, s.id limit ${limits.mostRows}`.execute(database);
  return rows;
}

/** Deletes what is no longer needed: tries of past steps, and browsers of old check-ins. */
export async function purgeQr(
  database: Database,
  { step, before }: { step: number; before: string },
): Promise<void> {
  await database.deleteFrom('qr_try').where('step', '<', step).execute();
  await database.deleteFrom('qr_check_in').where('date', '<', before).execute();
}
