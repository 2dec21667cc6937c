import { sql, type Insertable } from 'kysely';
import type { PayState } from '#contract/pay/payroll.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { lockOf, lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { ClassProblem } from '#server/school/class-problem.ts';
import { asHeld, meetingOn } from '#server/school/meetings.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';

export interface ClassToPay {
  start_time: string;
  end_time: string;
  teacher_id: number;
  pay_code_id: number | null;
  rate_cents: number;
  /** The reasons of `class_problem`. */
  problem: ClassProblem | null;
}

/**
 * @param tappedAt ISO instant of a tap at a device: a class that was cancelled or moved afterwards took place then
 * (R-DOOR-4).
 */
export async function findClassToPay(
  database: Database,
  classSchedule: number,
  date: string,
  tappedAt: string | null = null,
): Promise<ClassToPay | null> {
  const { rows } = await sql<ClassToPay>`
    select ${asHeld.start} as start_time, ${asHeld.end} as end_time,
      ${asHeld.teacher} as teacher_id, p.id as pay_code_id,
      coalesce(p.amount_cents, 0) as rate_cents,
      case when g.status in ('cancelled', 'moved')
        and exists (select from meeting_that_was_held(c.id, ${date}::date, ${tappedAt}::timestamptz))
        then null else class_problem(c.id, ${date}::date) end as problem
    from class_schedule c
    left join ${meetingOn(sql`c.id`, date)}
    left join pay_code p on p.id = coalesce(
      case when g.covering_teacher_id is not null then g.cover_payroll_id end, (
      select own.payroll_id from class_schedule_pattern own
      where own.class_schedule_id = c.id and own.valid_from <= ${date}::date
      order by own.valid_from desc limit 1
    ), c.payroll_id)
    where c.id = ${classSchedule}`.execute(database);
  return rows[0] ?? null;
}

interface NewLog {
  class_schedule_id: number;
  date: string;
  teacher_id: number;
  duration_minutes: number;
  pay_code_id: number | null;
  rate_cents: number;
  amount_cents: number;
  created_by: number;
  checked_in_at: string;
}

/** An overlapping class with a check-in of the teacher. */
export interface Overlap {
  class_schedule: number;
  subject_name: string;
  subject_code: string;
  start_time: string;
  end_time: string;
}

/**
 * Check-ins of one teacher are serialised, by a lock of their own: an import holds the rows of all teachers, and
 * waits for the class that a check-in has locked before. The teacher stays.
 * @returns the name, undefined when there is no such teacher.
 */
export async function lockTeacher(trx: Database, id: number): Promise<string | undefined> {
  await sql`
    select pg_advisory_xact_lock(hashtext('check-ins of a teacher'), hashtext(${String(id)}))`.execute(
    trx,
  );
  const { rows } = await sql<{ name: string }>`
    select person_name(first_name, last_name) as name from teacher
    where id = ${id} ${lockOf('key share')}`.execute(trx);
  return rows[0]?.name;
}

/**
 * Overlapping classes of the date with a check-in of the teacher; consecutive classes do not
 * overlap.
 */
export async function findOverlaps(
  trx: Database,
  teacher: number,
  classSchedule: number,
  date: string,
): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select c.id as class_schedule, s.subject_name, s.subject_code, g.start_time, g.end_time
    from payroll_log l
    join class_schedule c on c.id = l.class_schedule_id
    join ${meetingOn(sql`l.class_schedule_id`, sql`l.date`)}
    join subject s on s.id = c.subject_id
    join class_meeting wanted on wanted.class_schedule_id = ${classSchedule}
      and wanted.date = l.date
    where l.teacher_id = ${teacher} and l.date = ${date}::date and c.id <> ${classSchedule}
      and g.start_time < wanted.end_time and g.end_time > wanted.start_time
    order by g.start_time, c.id`.execute(trx);
  return rows;
}

/** The check-in of a class on a date. */
export async function findLogOf(
  trx: Database,
  classSchedule: number,
  date: string,
): Promise<number | undefined> {
  const found = await trx
    .selectFrom('payroll_log')
    .select('id')
    .where('class_schedule_id', '=', classSchedule)
    .where('date', '=', date)
    .executeTakeFirst();
  return found?.id;
}

/**
 * Saves a request, one per class and date: a second one replaces the message.
 * @returns whether it is new.
 */
export async function saveRequest(
  trx: Database,
  request: Insertable<Tables['check_in_request']>,
): Promise<boolean> {
  const { message, requested_by, requested_at } = request;
  const { created } = await trx
    .insertInto('check_in_request')
    .values(request)
    .onConflict((it) =>
      it
        .columns(['class_schedule_id', 'date'])
        .doUpdateSet({ message, requested_by, requested_at }),
    )
    .returning(sql<boolean>`xmax = 0`.as('created'))
    .executeTakeFirstOrThrow();
  return created;
}

/**
 * Inserts a check-in, one per class and date; a second one finds the first. `what` distinguishes
 * the teacher's own from entered ones; those by card name the device.
 */
export async function addLog(
  database: Database,
  log: NewLog,
  what: 'checked_in' | 'entered',
  device: number | null = null,
): Promise<{ id: number; fresh: boolean }> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into payroll_log (class_schedule_id, date, teacher_id, duration_minutes, pay_code_id,
        rate_cents, amount_cents, created_by, checked_in_at)
      values (${log.class_schedule_id}, ${log.date}, ${log.teacher_id}, ${log.duration_minutes},
        ${log.pay_code_id}, ${log.rate_cents},
        ${log.amount_cents}, ${log.created_by}, ${log.checked_in_at})
      on conflict (class_schedule_id, date) do nothing
      returning *
    ), recorded as (
      insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changed_by,
        changed_at, device_id)
      select id, class_schedule_id, date, ${what}, created_by, checked_in_at, ${device}::bigint
      from added
    )
    select id from added`.execute(database);
  if (rows[0]) return { id: rows[0].id, fresh: true };
  const found = await findLogOf(database, log.class_schedule_id, log.date);
  // It was withdrawn in between: the next attempt inserts it.
  if (found === undefined)
    throw new ApiError(409, {
      detail: 'Somebody else changed this at the same moment; try again.',
    });
  return { id: found, fresh: false };
}

/** A locked line before a change, with the names for its history. */
export interface LockedLog {
  id: number;
  class_schedule_id: number;
  date: string;
  teacher_id: number;
  teacher: string;
  pay_code_id: number | null;
  paycode: string | null;
  duration_minutes: number;
  rate_cents: number;
  amount_cents: number;
  status: PayState;
  owner_id: number;
  /** The class's teacher at the check-in. */
  recorded_id: number;
  contested: boolean;
}

/** Locks lines until the end of the transaction. */
export async function lockLogs(trx: Database, ids: number[]): Promise<LockedLog[]> {
  // Locked before it is joined: a line whose payee is being changed would not be found.
  await lockRows(trx, 'pay line', ids, 'update');
  const { rows } = await sql<LockedLog>`
    select l.id, l.class_schedule_id, l.date, l.teacher_id,
      person_name(t.first_name, t.last_name) as teacher, l.pay_code_id, p.paycode,
      l.duration_minutes, l.rate_cents, l.amount_cents, l.status, l.owner_id,
      l.class_teacher_id as recorded_id,
      l.contested_at is not null as contested
    from payroll_log l join teacher t on t.id = l.teacher_id
    left join pay_code p on p.id = l.pay_code_id
    where l.id = any(${ids}::bigint[])
    order by l.id`.execute(trx);
  return rows;
}

/** @throws ApiError 400 that names the lines that are not there. */
export function assertAllFound(ids: number[], logs: LockedLog[]): void {
  const known = new Set(logs.map((log) => log.id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length)
    throw validationError('ids', `${missing.slice(0, 20).join(', ')} cannot be found`);
}

export interface LogChanges {
  teacher_id: number;
  pay_code_id: number | null;
  rate_cents: number;
  amount_cents: number;
  status: PayState;
  /** Whether the objection of the class's teacher is open. */
  contested: boolean;
}

export async function changeLog(
  trx: Database,
  id: number,
  { contested, ...changes }: LogChanges,
): Promise<void> {
  const settled = contested ? {} : { contested_at: null, contested_by: null };
  await trx
    .updateTable('payroll_log')
    .set({ ...changes, ...settled })
    .where('id', '=', id)
    .execute();
}

/** Records the objection of the class's teacher. */
export async function contestLog(trx: Database, id: number, by: number, at: string): Promise<void> {
  await trx
    .updateTable('payroll_log')
    .set({ contested_at: at, contested_by: by })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether the user has withdrawn a check-in that the class's teacher had objected to: the objection
 * remains.
 */
export async function wasContested(
  trx: Database,
  classSchedule: number,
  date: string,
  user: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from payroll_log_history c
    join payroll_log_history w on w.payroll_log_id = c.payroll_log_id and w.what = 'withdrawn'
    where c.class_schedule_id = ${classSchedule} and c.date = ${date}::date and c.what = 'contested'
      and w.changed_by = ${user}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Moves a teacher's lines from users of earlier addresses to the user of the current one, and adds
 * to their history.
 * @returns the number of lines.
 */
export async function handOver(
  trx: Database,
  teacher: number,
  { by, at }: { by: number; at: string },
): Promise<number> {
  // A teacher who has not signed in yet gets a user as well.
  await sql`
    insert into app_user (email, name) select email, person_name(first_name, last_name) from teacher
    where id = ${teacher}
    on conflict (email) do nothing`.execute(trx);
  const { rows } = await sql`
    with user_of_address as (
      select u.id, t.email from teacher t join app_user u on u.email = t.email
      where t.id = ${teacher}
    ), earlier as (
      select l.id, o.email from payroll_log l join app_user o on o.id = l.owner_id
      where l.teacher_id = ${teacher} and l.owner_id <> (select id from user_of_address)
      order by l.id for update of l
    ), moved as (
      update payroll_log l set owner_id = u.id from earlier e, user_of_address u where l.id = e.id
      returning l.id, l.class_schedule_id, l.date, e.email as before, u.email as after
    )
    insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changes,
      changed_by, changed_at)
    select id, class_schedule_id, date, 'changed',
      jsonb_build_array(jsonb_build_object('field', 'address', 'from', before, 'to', after)),
      ${by}::bigint, ${at}::timestamptz
    from moved order by id
    returning id`.execute(trx);
  return rows.length;
}

export async function setStatus(trx: Database, ids: number[], status: PayState): Promise<void> {
  await trx.updateTable('payroll_log').set({ status }).where('id', '=', anyOf.ids(ids)).execute();
}

export async function removeLog(trx: Database, id: number): Promise<void> {
  await trx.deleteFrom('payroll_log').where('id', '=', id).execute();
}

/** Sets minutes and amounts of several lines. */
export async function setMinutes(
  trx: Database,
  lines: { id: number; minutes: number; cents: number }[],
): Promise<void> {
  await sql`
    update payroll_log x set duration_minutes = l.minutes, amount_cents = l.cents
    from unnest(${lines.map(({ id }) => id)}::bigint[],
      ${lines.map(({ minutes }) => minutes)}::int[],
      ${lines.map(({ cents }) => cents)}::bigint[]) as l(id, minutes, cents)
    where x.id = l.id`.execute(trx);
}

export async function findPayCode(
  trx: Database,
  id: number,
): Promise<{ id: number; paycode: string; amount_cents: number } | undefined> {
  return trx
    .selectFrom('pay_code')
    .select(['id', 'paycode', 'amount_cents'])
    .where('id', '=', id)
    .executeTakeFirst();
}
