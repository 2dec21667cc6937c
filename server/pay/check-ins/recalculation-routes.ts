import { recalculateCheckIns } from '#contract/pay/payroll.endpoints.ts';
import { amountCents, decimalOf } from '#contract/pay/money.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { implement } from '#server/platform/http/implement.ts';
import { publishClass } from '#server/school/live-marks.ts';
import { findMinutesNow } from './list.ts';
import { recordEach } from './history-store.ts';
import { assertAllFound, lockLogs, setMinutes } from './line-changes.ts';

/**
 * Pending lines whose class was lengthened or shortened since the check-in are paid by the current
 * minutes; completed ones do not change (R-PAY-9).
 */
export function recalculationRoutes(api: Api, { database, clock, live }: AppContext): void {
  implement(api, recalculateCheckIns, async ({ body: { ids }, user }) => {
    const lines = await inTransaction(database, async (trx) => {
      const logs = await lockLogs(trx, ids);
      assertAllFound(ids, logs);
      const now = await findMinutesNow(trx, ids, clock.timeZone);
      const changed = logs.flatMap((log) => {
        const minutes = now.get(log.id);
        if (minutes === undefined) return [];
        const cents = amountCents(log.rate_cents, minutes);
        return [{ log, id: log.id, minutes, cents, changes: differences(log, minutes, cents) }];
      });
      await setMinutes(trx, changed);
      await recordEach(trx, changed, {
        what: 'changed',
        reason: null,
        by: user.id,
        at: clock.now().toString(),
      });
      return changed;
    });
    for (const { log } of lines) publishClass(live, log.class_schedule_id, log.date);
    const done = new Set(lines.map(({ id }) => id));
    return {
      results: ids.map((id) => ({ id, status: done.has(id) ? 'recalculated' : 'unchanged' })),
    };
  });
}

function differences(
  log: { duration_minutes: number; amount_cents: number },
  minutes: number,
  cents: number,
) {
  const amount = { field: 'amount', from: decimalOf(log.amount_cents), to: decimalOf(cents) };
  return [
    { field: 'minutes', from: String(log.duration_minutes), to: String(minutes) },
    ...(amount.from === amount.to ? [] : [amount]),
  ];
}
