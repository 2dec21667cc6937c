import type { PayrollChange } from '#contract/pay/payroll.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Page } from '#server/platform/http/lists.ts';
import type { LogRow } from './list.ts';
import { canSeePay, readsPay } from './own.ts';
import { findHistory } from './history-store.ts';

/** Fields of a change that disclose pay. */
const payFields = new Set(['pay code', 'rate', 'amount']);

/**
 * The history of a check-in as the user may see it: without pay where the line itself hides it, and
 * without the pay of earlier teachers.
 */
export async function historyFor(
  database: Database,
  log: LogRow,
  user: CurrentUser,
  paging: { limit: number; page: number },
): Promise<Page<PayrollChange>> {
  const { rows, total } = await findHistory(database, log.id, paging);
  const known = canSeePay(log, user);
  return {
    rows: rows.map(({ of_another, ...row }) =>
      readsPay(user) || (known && !of_another) ? row : withoutPay(row),
    ),
    total,
  };
}

/** A reason is free text and may contain the amount. */
const withoutPay = (row: PayrollChange): PayrollChange => ({
  ...row,
  changes: row.changes.filter(({ field }) => !payFields.has(field)),
  reason: null,
});
