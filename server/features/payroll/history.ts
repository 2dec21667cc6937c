import type { PayrollChange } from '../../../contract/payroll.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Who } from '../../platform/http/guard.ts';
import type { Page } from '../../platform/http/lists.ts';
import type { LogRow } from './listing.ts';
import { mayLearnPay, readsPay } from './own.ts';
import { findHistory } from './queries.ts';

/** The fields of a change that say what is paid. */
const payFields = new Set(['pay code', 'rate', 'amount']);

/**
 * What became of a check-in as the caller may see it: without what it pays where the line itself hides it, and without
 * what it was to pay another teacher before.
 */
export async function historyFor(database: Database, log: LogRow, who: Who, paging: { limit: number; page: number }): Promise<Page<PayrollChange>> {
  const { rows, total } = await findHistory(database, log.id, paging);
  const known = mayLearnPay(log, who);
  return {
    rows: rows.map(({ of_another, ...row }) => (readsPay(who) || (known && !of_another) ? row : withoutPay(row))),
    total,
  };
}

/** A reason is free text and may name the amount. */
const withoutPay = (row: PayrollChange): PayrollChange => ({
  ...row,
  changes: row.changes.filter(({ field }) => !payFields.has(field)),
  reason: null,
});
