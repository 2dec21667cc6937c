import { sql } from 'kysely';
import { centsOf, decimalOf } from '#contract/pay/money.ts';
import type { PayState } from '#contract/pay/payroll.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';

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

interface SeenLine {
  teacher_id: number;
  amount_need_to_be_paid: string;
}

/** Returns how the pay of a line differs from what somebody has read, in words; null when it does not. */
export function changedSince(log: LockedLog, seen: SeenLine | undefined): string | null {
  if (seen === undefined) return null;
  if (log.teacher_id !== seen.teacher_id) return `${log.teacher} is paid for it now`;
  return log.amount_cents === centsOf(seen.amount_need_to_be_paid)
    ? null
    : `its amount is ${decimalOf(log.amount_cents)} now`;
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
