import { sql } from 'kysely';
import type { PayrollChange, PayState } from '../../../contract/payroll.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Page } from '../../platform/http/lists.ts';

export interface ClassToPay {
  start_time: string;
  end_time: string;
  teacher_id: number;
  pay_code_id: number | null;
  rate_cents: number;
  /** As `class_problem` says. */
  problem: 'archived' | 'weekday' | 'semester' | 'holiday' | null;
}

export async function findClassToPay(database: Database, classSchedule: number, date: string): Promise<ClassToPay | null> {
  const { rows } = await sql<ClassToPay>`
    select c.start_time, c.end_time, c.teacher_id, p.id as pay_code_id, coalesce(p.amount_cents, 0) as rate_cents,
      class_problem(c.id, ${date}::date) as problem
    from class_schedule c left join pay_code p on p.id = c.payroll_id
    where c.id = ${classSchedule}`.execute(database);
  return rows[0] ?? null;
}

export interface NewLog {
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

/** A class that the teacher is checked in to at the same time. */
export interface Overlap {
  class_schedule: number;
  subject_name: string;
  subject_code: string;
  start_time: string;
  end_time: string;
}

/** Check-ins of one teacher are written one after the other. @returns the name, undefined when there is no such teacher. */
export async function lockTeacher(trx: Database, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from teacher where id = ${id} for no key update`.execute(trx);
  return rows[0]?.name;
}

/** Other classes of the date with a check-in of the teacher, at times that this class takes; back to back is none. */
export async function findOverlaps(trx: Database, teacher: number, classSchedule: number, date: string): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select c.id as class_schedule, s.subject_name, s.subject_code, c.start_time, c.end_time
    from payroll_log l
    join class_schedule c on c.id = l.class_schedule_id
    join subject s on s.id = c.subject_id
    join class_schedule wanted on wanted.id = ${classSchedule}
    where l.teacher_id = ${teacher} and l.date = ${date}::date and c.id <> wanted.id
      and c.start_time < wanted.end_time and c.end_time > wanted.start_time
    order by c.start_time, c.id`.execute(trx);
  return rows;
}

/** The check-in of a class on a date. */
export async function findLogOf(trx: Database, classSchedule: number, date: string): Promise<number | undefined> {
  const found = await trx
    .selectFrom('payroll_log')
    .select('id')
    .where('class_schedule_id', '=', classSchedule)
    .where('date', '=', date)
    .executeTakeFirst();
  return found?.id;
}

/** One per class and date: the second one finds the first. `what` says whether the teacher did it, or somebody for them. */
export async function addLog(database: Database, log: NewLog, what: 'checked_in' | 'entered'): Promise<{ id: number; fresh: boolean }> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into payroll_log (class_schedule_id, date, teacher_id, duration_minutes, pay_code_id, rate_cents, amount_cents, created_by, checked_in_at)
      values (${log.class_schedule_id}, ${log.date}, ${log.teacher_id}, ${log.duration_minutes}, ${log.pay_code_id}, ${log.rate_cents},
        ${log.amount_cents}, ${log.created_by}, ${log.checked_in_at})
      on conflict (class_schedule_id, date) do nothing
      returning *
    ), told as (
      insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changed_by, changed_at)
      select id, class_schedule_id, date, ${what}, created_by, checked_in_at from added
    )
    select id from added`.execute(database);
  if (rows[0]) return { id: rows[0].id, fresh: true };
  const found = await findLogOf(database, log.class_schedule_id, log.date);
  // It was withdrawn in between: the same again writes it.
  if (found === undefined) throw new ApiError(409, { detail: 'Somebody else changed this at the same moment; try again.' });
  return { id: found, fresh: false };
}

/** A line as it stands while it is changed, with the names that its history keeps. */
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
  /** Whose class it was at the check-in. */
  recorded_id: number;
  contested: boolean;
}

/** The lines that are about to change, in a fixed order so that two changes at once wait instead of failing. */
export async function lockLogs(trx: Database, ids: number[]): Promise<LockedLog[]> {
  const { rows } = await sql<LockedLog>`
    select l.id, l.class_schedule_id, l.date, l.teacher_id, t.first_name || ' ' || t.last_name as teacher, l.pay_code_id, p.paycode,
      l.duration_minutes, l.rate_cents, l.amount_cents, l.status, l.owner_id, l.class_teacher_id as recorded_id,
      l.contested_at is not null as contested
    from payroll_log l join teacher t on t.id = l.teacher_id left join pay_code p on p.id = l.pay_code_id
    where l.id = any(${ids}::bigint[])
    order by l.id for update of l`.execute(trx);
  return rows;
}

export interface LogChanges {
  teacher_id: number;
  pay_code_id: number | null;
  rate_cents: number;
  amount_cents: number;
  status: PayState;
  /** Whether the objection of the class's teacher stands. */
  contested: boolean;
}

export async function changeLog(trx: Database, id: number, { contested, ...changes }: LogChanges): Promise<void> {
  const settled = contested ? {} : { contested_at: null, contested_by: null };
  await trx
    .updateTable('payroll_log')
    .set({ ...changes, ...settled })
    .where('id', '=', id)
    .execute();
}

/** The class's teacher objects. */
export async function contestLog(trx: Database, id: number, by: number, at: string): Promise<void> {
  await trx.updateTable('payroll_log').set({ contested_at: at, contested_by: by }).where('id', '=', id).execute();
}

/**
 * The lines of a teacher that belong to users of earlier addresses go to the user of the present one, each with its history.
 * @returns how many there were.
 */
export async function handOver(trx: Database, teacher: number, { by, at }: { by: number; at: string }): Promise<number> {
  // Whoever has not signed in yet is a user all the same.
  await sql`
    insert into app_user (email, name) select email, first_name || ' ' || last_name from teacher where id = ${teacher}
    on conflict (email) do nothing`.execute(trx);
  const { rows } = await sql`
    with user_of_address as (
      select u.id, t.email from teacher t join app_user u on u.email = t.email where t.id = ${teacher}
    ), earlier as (
      select l.id, o.email from payroll_log l join app_user o on o.id = l.owner_id
      where l.teacher_id = ${teacher} and l.owner_id <> (select id from user_of_address) order by l.id for update of l
    ), moved as (
      update payroll_log l set owner_id = u.id from earlier e, user_of_address u where l.id = e.id
      returning l.id, l.class_schedule_id, l.date, e.email as before, u.email as after
    )
    insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changes, changed_by, changed_at)
    select id, class_schedule_id, date, 'changed', jsonb_build_array(jsonb_build_object('field', 'address', 'from', before, 'to', after)),
      ${by}::bigint, ${at}::timestamptz
    from moved order by id
    returning id`.execute(trx);
  return rows.length;
}

export async function setStatus(trx: Database, ids: number[], status: PayState): Promise<void> {
  await sql`update payroll_log set status = ${status} where id = any(${ids}::bigint[])`.execute(trx);
}

export async function removeLog(trx: Database, id: number): Promise<void> {
  await trx.deleteFrom('payroll_log').where('id', '=', id).execute();
}

export interface ToldChange {
  what: PayrollChange['what'];
  changes: PayrollChange['changes'];
  reason: string | null;
  by: number;
  at: string;
}

/** The same happened to each of the lines. */
export async function tellHistory(trx: Database, logs: LockedLog[], { what, changes, reason, by, at }: ToldChange): Promise<void> {
  await sql`
    insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changes, reason, changed_by, changed_at)
    select l.id, l.class_schedule_id, l.date, ${what}, ${JSON.stringify(changes)}::jsonb, ${reason}, ${by}::bigint, ${at}::timestamptz
    from unnest(${logs.map((log) => log.id)}::bigint[], ${logs.map((log) => log.class_schedule_id)}::bigint[], ${logs.map((log) => log.date)}::date[])
      as l(id, class_schedule_id, date)`.execute(trx);
}

export interface HistoryRow extends PayrollChange {
  /** From before the last time that another teacher was named, or that very step: it tells what somebody else was to be paid. */
  of_another: boolean;
}

/** What became of a check-in, the latest first. */
export async function findHistory(database: Database, log: number, { limit, page }: { limit: number; page: number }): Promise<Page<HistoryRow>> {
  const { rows } = await sql<HistoryRow & { total: number }>`
    select h.id, h.what, h.changes, h.reason, u.name as by, h.changed_at as at, count(*) over () as total,
      h.id <= coalesce((
        select max(t.id) from payroll_log_history t where t.payroll_log_id = ${log} and t.changes @> '[{"field": "teacher"}]'
      ), 0) as of_another
    from payroll_log_history h join app_user u on u.id = h.changed_by
    where h.payroll_log_id = ${log}
    order by h.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function findPayCode(trx: Database, id: number): Promise<{ id: number; paycode: string; amount_cents: number } | undefined> {
  return trx.selectFrom('pay_code').select(['id', 'paycode', 'amount_cents']).where('id', '=', id).executeTakeFirst();
}
