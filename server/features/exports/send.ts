import type { Database } from '#server/platform/database/pool.ts';
import { messageOf } from '#server/platform/error-details.ts';
import type { Attempt } from '#server/platform/jobs/queue.ts';
import { MailError, type Mailer } from '#server/platform/mail/mailer.ts';
import {
  startDelivery,
  filesOf,
  finishMail,
  storeFiles,
  deliverToInbox,
  releaseMail,
  claimMail,
  type MadeFile,
  type MailRecord,
} from './mail-records.ts';

export interface SendOptions {
  database: Database;
  now: () => string;
  /** Null without a mail server: mails stay in the local inbox. */
  mailer: Mailer | null;
  make: (mail: MailRecord, signal: AbortSignal) => Promise<MadeFile[]>;
  /** The host name in message ids. */
  host: string;
}

const deliveryUnknown =
  'It may have been sent: the server stopped, or the connection was lost, while the mail server was about to answer.';

/**
 * One attempt at an export: creates its file, unless an earlier attempt has, and delivers the mail.
 * An accepted mail is never sent again: the last line follows only after the state `handing_over`
 * is stored, and an attempt that finds that state fails the mail, so that a person decides.
 */
export function createSendJob({
  database,
  now,
  mailer,
  make,
  host,
}: SendOptions): (id: number, attempt: Attempt) => Promise<void> {
  return async (id, { isLast, signal }) => {
    const mail = await claimMail(database, id);
    if (!mail) return;
    const fail = (reason: string) =>
      releaseMail(database, mail, { state: 'failed', reason, now: now() });
    if (mail.state === 'handing_over') return fail(deliveryUnknown);
    try {
      if (!mail.made_at) await storeFiles(database, mail, await make(mail, signal), now());
      if (!mailer) return await deliverToInbox(database, mail, now());
      await deliver(mailer, mail);
    } catch (error) {
      const message = messageOf(error);
      if (error instanceof MailError && error.isDeliveryUnknown) return fail(deliveryUnknown);
      if (isLast || (error instanceof MailError && error.isPermanent)) return fail(message);
      await releaseMail(database, mail, { state: 'waiting', reason: message, now: now() });
      throw error;
    }
    // Outside of the try: an accepted mail never returns to waiting, even if this statement fails.
    await finishMail(database, id, now());
  };

  async function deliver(transport: Mailer, mail: MailRecord): Promise<void> {
    const { id, recipient, subject, body } = mail;
    const message = {
      messageId: `<export-${id}@${host}>`,
      to: recipient,
      subject,
      text: body,
      attachments: await filesOf(database, id),
    };
    await transport.deliver(message, () => startDelivery(database, mail));
  }
}
