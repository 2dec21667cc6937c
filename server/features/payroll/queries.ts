import { sql } from 'kysely';
import type { PayrollChange, PayState } from '../../../contract/payroll.ts';
import type { Database } from '../../platform/database/pool.ts';
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
  const found = await database
    .selectFrom('payroll_log')
    .select('id')
    .where('class_schedule_id', '=', log.class_schedule_id)
    .where('date', '=', log.date)
    .executeTakeFirstOrThrow();
  return { id: found.id, fresh: false };
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
}

/** The lines that are about to change, in a fixed order so that two changes at once wait instead of failing. */
export async function lockLogs(trx: Database, ids: number[]): Promise<LockedLog[]> {
  const { rows } = await sql<LockedLog>`
    select l.id, l.class_schedule_id, l.date, l.teacher_id, t.first_name || ' ' || t.last_name as teacher, l.pay_code_id, p.paycode,
      l.duration_minutes, l.rate_cents, l.amount_cents, l.status
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
}

export async function changeLog(trx: Database, id: number, changes: LogChanges): Promise<void> {
  await trx.updateTable('payroll_log').set(changes).where('id', '=', id).execute();
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

/** What became of a check-in, the latest first. */
export async function findHistory(database: Database, log: number, { limit, page }: { limit: number; page: number }): Promise<Page<PayrollChange>> {
  const { rows } = await sql<PayrollChange & { total: number }>`
    select h.id, h.what, h.changes, h.reason, u.name as by, h.changed_at as at, count(*) over () as total
    from payroll_log_history h join app_user u on u.id = h.changed_by
    where h.payroll_log_id = ${log}
    order by h.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function findPayCode(trx: Database, id: number): Promise<{ id: number; paycode: string; amount_cents: number } | undefined> {
  return trx.selectFrom('pay_code').select(['id', 'paycode', 'amount_cents']).where('id', '=', id).executeTakeFirst();
}

export async function findTeacherName(trx: Database, id: number): Promise<string | undefined> {
  const found = await trx.selectFrom('teacher').select(['first_name', 'last_name']).where('id', '=', id).executeTakeFirst();
  return found && `${found.first_name} ${found.last_name}`;
}
