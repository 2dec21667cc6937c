import { sql } from 'kysely';
import { changePayClosing, getPayClosing } from '#contract/pay/pay-closing.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { PayClosing } from '#contract/pay/pay-closing.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { closedUntil } from '#server/school/pay-closing.ts';

/** Maximum changes in a response. */
const shownChanges = 20;

/** Pay is closed until a date: a trigger refuses every change of check-ins until then (R-PAY-8). */
export function closingRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, getPayClosing, async () => readClosing(database));

  implement(api, changePayClosing, async ({ body: { closed_until, reason }, user }) => {
    if (closed_until !== null && closed_until >= clock.today())
      throw validationError('closed_until', 'must be before today');
    return inTransaction(database, async (trx) => {
      // Running writes of check-ins finish first; later ones see the new date.
      await sql`lock table payroll_log in share row exclusive mode`.execute(trx);
      const before = await closedUntil(trx);
      const opens = before !== null && (closed_until === null || closed_until < before);
      if (opens && !reason) throw validationError('reason', messages.required);
      if (closed_until !== before)
        await trx
          .insertInto('pay_closing')
          .values({
            closed_until,
            reason: reason ?? null,
            changed_by: user.id,
            changed_at: clock.now().toString(),
          })
          .execute();
      return readClosing(trx);
    });
  });
}

async function readClosing(database: Database): Promise<PayClosing> {
  const changes = await database
    .selectFrom('pay_closing as c')
    .innerJoin('app_user as u', 'u.id', 'c.changed_by')
    .select(['c.closed_until', 'c.reason', 'u.name as by', 'c.changed_at as at'])
    .orderBy('c.id', 'desc')
    .limit(shownChanges)
    .execute();
  return { closed_until: changes[0]?.closed_until ?? null, changes };
}
