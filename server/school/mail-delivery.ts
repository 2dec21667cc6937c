import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { messageOf } from '#server/platform/error-details.ts';
import type { Attempt } from '#server/platform/jobs/queue.ts';
import { MailError, type Mailer, type Message } from '#server/platform/mail/mailer.ts';
import {
  claimMail,
  deliverToInbox,
  finishMail,
  releaseMail,
  startDelivery,
  type MailRecord,
} from './mail-records.ts';

/** A mail as it is handed over now. */
interface Prepared {
  /** Null: it stays in the local inbox. */
  mailer: Mailer | null;
  message: () => Promise<Message>;
  /** Runs in the transaction that hands it over; throws where it may not be sent any more. */
  confirm?: (trx: Database) => Promise<void>;
}

/** How an attempt ended: `unknown` when only the mail server knows. */
export type Outcome = 'sent' | 'refused' | 'unknown' | 'again';

export interface DeliveryOptions {
  database: Database;
  now: () => string;
  /** Reads immediately before the hand-over what is sent; null when it has ended the mail instead. */
  prepare: (mail: MailRecord, signal: AbortSignal) => Promise<Prepared | null>;
  /** Runs in the transaction that writes down how an attempt ended. */
  settle?: (trx: Database, mail: MailRecord, outcome: Outcome) => Promise<void>;
}

const deliveryUnknown =
  'It may have been sent: the server stopped, or the connection was lost, while the mail server was about to answer.';

/**
 * One attempt at a mail. An accepted mail is never sent again: the last line follows only after the state
 * `handing_over` is stored, and an attempt that finds that state fails the mail, so that a person decides.
 */
export function createDelivery({
  database,
  now,
  prepare,
  settle = async () => {},
}: DeliveryOptions): (id: number, attempt: Attempt) => Promise<void> {
  return async (id, { isLast, signal }) => {
    const mail = await claimMail(database, id);
    if (!mail) return;
    const release = (state: 'waiting' | 'failed', reason: string, outcome: Outcome) =>
      inTransaction(database, async (trx) => {
        await releaseMail(trx, mail, { state, reason, now: now() });
        await settle(trx, mail, outcome);
      });
    if (mail.state === 'handing_over') return release('failed', deliveryUnknown, 'unknown');
    try {
      const prepared = await prepare(mail, signal);
      if (!prepared) return;
      const { mailer, message, confirm = async () => {} } = prepared;
      if (!mailer) {
        await inTransaction(database, async (trx) => {
          await deliverToInbox(trx, mail, now());
          await confirm(trx);
          await settle(trx, mail, 'sent');
        });
        return;
      }
      await mailer.deliver(await message(), () =>
        inTransaction(database, async (trx) => {
          await startDelivery(trx, mail);
          await confirm(trx);
        }),
      );
    } catch (error) {
      const message = messageOf(error);
      if (error instanceof MailError && error.isDeliveryUnknown)
        return release('failed', deliveryUnknown, 'unknown');
      if (isLast || (error instanceof MailError && error.isPermanent))
        return release('failed', message, 'refused');
      await release('waiting', message, 'again');
      throw error;
    }
    // Outside of the try: an accepted mail never returns to waiting, even if this statement fails.
    await inTransaction(database, async (trx) => {
      await finishMail(trx, id, now());
      await settle(trx, mail, 'sent');
    });
  };
}
