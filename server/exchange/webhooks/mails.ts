import { sql } from 'kysely';
import { webhookLimits } from '#contract/exchange/webhook-terms.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { addMails } from '#server/school/mail-records.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';

type MailContext = Pick<AppContext, 'database' | 'clock' | 'config' | 'settings' | 'queue'>;

/** More than an institute has administrators. */
const maxRecipients = 100;

/**
 * Mails administrators the webhooks that were disabled by themselves (R-HOOK-5), once, despite several
 * processes.
 * @returns the number of mails.
 */
export async function mailDisabled({
  database,
  clock,
  config,
  settings,
  queue,
}: MailContext): Promise<number> {
  const sent = await inTransaction(database, async (trx) => {
    const rows = await trx
      .updateTable('webhook')
      .set({ is_mail_due: false })
      .where('is_mail_due', '=', true)
      .returning(['name', 'failing_since'])
      .execute();
    if (rows.length === 0) return 0;
    const named = rows.map(({ name, failing_since }) =>
      failing_since === null
        ? `${name}: more than ${webhookLimits.waiting} events waited for it.`
        : `${name}: no request has succeeded since ${failing_since.slice(0, 16).replace('T', ' ')} UTC.`,
    );
    const administrators = await sql<{ email: string }>`
      select distinct email from (
        select email from app_user
        where roles && '{admin,account}' or claimed_roles && '{admin,account}'
        union all select unnest(${[...config.adminEmails, ...config.accountEmails]}::text[])
      ) staff(email) order by email limit ${maxRecipients}`.execute(trx);
    const created_at = clock.now().toString();
    const ids = await addMails(
      trx,
      administrators.rows
        .filter(({ email }) => mayBeMailedTo(email, config.mailDomains))
        .map(({ email }) => ({
          kind: 'webhook',
          recipient: email,
          requested_by: null,
          subject: rows.length === 1 ? 'A webhook was disabled' : 'Webhooks were disabled',
          body: [
            'Hello,',
            `${settings.current().title} has disabled what did not reach its receiver:`,
            ...named,
            'The log says why. Once the receiver works, enable the webhook and send the failed events again:',
            `${config.publicUrl}/webhooks`,
          ].join('\n\n'),
          created_at,
          made_at: created_at,
        })),
    );
    await queue.addAll(trx, ids);
    return ids.length;
  });
  if (sent > 0) queue.wake();
  return sent;
}
