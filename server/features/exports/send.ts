import type { Database } from '#server/platform/database/pool.ts';
import type { Attempt } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { createDelivery } from './deliver.ts';
import { filesOf, storeFiles, type MadeFile, type MailRecord } from './mail-records.ts';

export interface SendOptions {
  database: Database;
  now: () => string;
  /** Null without a mail server: mails stay in the local inbox. */
  mailer: Mailer | null;
  make: (mail: MailRecord, signal: AbortSignal) => Promise<MadeFile[]>;
  /** The host name in message ids. */
  host: string;
}

/** One attempt at an export: creates its file, unless an earlier attempt has, and delivers the mail. */
export function createSendJob({
  database,
  now,
  mailer,
  make,
  host,
}: SendOptions): (id: number, attempt: Attempt) => Promise<void> {
  return createDelivery({
    database,
    now,
    async prepare(mail, signal) {
      if (!mail.made_at) await storeFiles(database, mail, await make(mail, signal), now());
      const { id, recipient, subject, body } = mail;
      return {
        mailer,
        message: async () => ({
          messageId: `<export-${id}@${host}>`,
          to: recipient,
          subject,
          text: body,
          attachments: await filesOf(database, id),
        }),
      };
    },
  });
}
