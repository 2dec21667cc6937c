import { sql } from 'kysely';
import type { PayrollChange } from '#contract/pay/payroll.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Page } from '#server/platform/http/lists.ts';
import type { LockedLog } from './line-changes.ts';

interface RecordedChange {
  what: PayrollChange['what'];
  changes: PayrollChange['changes'];
  reason: string | null;
  by: number;
  at: string;
}

/** Adds the same entry to the history of each line. */
export const recordHistory = (
  trx: Database,
  logs: LockedLog[],
  { changes, ...entry }: RecordedChange,
): Promise<void> =>
  recordEach(
    trx,
    logs.map((log) => ({ log, changes })),
    entry,
  );

/** Adds an entry to the history of each line, each with its own changes. */
export async function recordEach(
  trx: Database,
  lines: { log: LockedLog; changes: PayrollChange['changes'] }[],
  { what, reason, by, at }: Omit<RecordedChange, 'changes'>,
): Promise<void> {
  await sql`
    insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changes, reason,
      changed_by, changed_at)
    select l.id, l.class_schedule_id, l.date, ${what}, l.changes, ${reason},
      ${by}::bigint, ${at}::timestamptz
    from unnest(${lines.map(({ log }) => log.id)}::bigint[],
      ${lines.map(({ log }) => log.class_schedule_id)}::bigint[],
      ${lines.map(({ log }) => log.date)}::date[],
      ${lines.map(({ changes }) => JSON.stringify(changes))}::jsonb[])
      as l(id, class_schedule_id, date, changes)`.execute(trx);
}

interface HistoryRow extends PayrollChange {
  /** The last change of teacher, and earlier changes, disclose the pay of another teacher. */
  of_another: boolean;
}

/** The history of a check-in, the latest entry first. */
export async function findHistory(
  database: Database,
  log: number,
  { limit, page }: { limit: number; page: number },
): Promise<Page<HistoryRow>> {
  const { rows } = await sql<HistoryRow & { total: number }>`
    select h.id, h.what, h.changes, h.reason, u.name as by, h.changed_at as at, d.name as device,
      count(*) over () as total,
      h.id <= coalesce((
        select max(t.id) from payroll_log_history t
        where t.payroll_log_id = ${log} and t.changes @> '[{"field": "teacher"}]'
      ), 0) as of_another
    from payroll_log_history h join app_user u on u.id = h.changed_by
    left join device d on d.id = h.device_id
    where h.payroll_log_id = ${log}
    order by h.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
