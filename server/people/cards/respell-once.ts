import type { RewrittenCards } from '#contract/admin/card-settings.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { isFirst } from '#server/platform/operations/one-time-work.ts';
import { addLine } from '#server/school/audit-trail.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { respellCards } from './respell.ts';

/**
 * Rewrites the numbers that were stored before all spellings of a card had one form (R-CARD-2): once for an
 * institute, however many servers start.
 * @returns null when that was done before.
 */
export async function respellOnce({
  database,
  clock,
  settings,
  live,
}: Pick<AppContext, 'database' | 'clock' | 'settings' | 'live'>): Promise<RewrittenCards | null> {
  const now = clock.now().toString();
  const done = await inTransaction(database, async (trx) => {
    if (!(await isFirst(trx, 'card numbers', now))) return null;
    const { operation, rewritten, unchanged } = await respellCards(trx, settings.current(), {
      user: null,
      now,
    });
    if (operation !== null)
      await addLine(trx, {
        at: now,
        user_id: null,
        actor: 'the server',
        role: null,
        kind: 'change',
        what: 'Rewrite card numbers',
        about: { rewritten, unchanged },
        status: 200,
      });
    return { operation, rewritten, unchanged };
  });
  if (done && done.operation !== null) publishPlan(live);
  return done;
}
