import { mailSpreadsheet } from '#contract/exchange/exports.endpoints.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Attempt } from '#server/platform/jobs/queue.ts';
import { MailError, type Mailer } from '#server/platform/mail/mailer.ts';
import { mayNow, type HeldOptions } from '#server/school/held-now.ts';
import { createDelivery } from '#server/school/mail-delivery.ts';
import {
  filesOf,
  isText,
  storeFiles,
  type MadeFile,
  type MailRecord,
} from '#server/school/mail-records.ts';
import { unlinked, unlinkedBut } from '#server/school/unlinked.ts';

interface SendOptions {
  database: Database;
  now: () => string;
  /** Null without a mail server: mails stay in the local inbox. */
  mailer: Mailer | null;
  make: (mail: MailRecord, signal: AbortSignal) => Promise<MadeFile[]>;
  /** The host name in message ids. */
  host: string;
  config: HeldOptions['config'] & Pick<Config, 'publicUrl'>;
}

const lostRights = 'Who requested it may no longer export data: it was not sent.';

/** One attempt at an export: creates its file, unless an earlier attempt has, and delivers the mail. */
export function createSendJob({
  database,
  now,
  mailer,
  make,
  host,
  config,
}: SendOptions): (id: number, attempt: Attempt) => Promise<void> {
  return createDelivery({
    database,
    now,
    async prepare(mail, signal) {
      // Each attempt, and mails wait for hours while the mail server is away (R-ACCESS-6).
      if (!isText(mail.kind) && !(await mayStillExport(database, mail, { config, now: now() })))
        throw new MailError(lostRights, { isPermanent: true });
      if (!mail.made_at) await storeFiles(database, mail, await make(mail, signal), now());
      const { id, recipient, subject, body } = mail;
      return {
        mailer,
        message: async () => ({
          messageId: `<export-${id}@${host}>`,
          to: recipient,
          subject: unlinked(subject),
          // Names of people, classes and receivers stand in them.
          text: unlinkedBut(body, config.publicUrl),
          attachments: await filesOf(database, id),
        }),
      };
    },
  });
}

const mayStillExport = async (
  database: Database,
  { requested_by }: MailRecord,
  options: HeldOptions,
): Promise<boolean> =>
  requested_by !== null && mayNow(database, requested_by, mailSpreadsheet.access, options);
