import type { Database } from '../../platform/database/pool.ts';
import type { Attempt } from '../../platform/jobs/queue.ts';
import { MailRefused, type Postman } from '../../platform/mail/postman.ts';
import { beginHandingOver, filesOf, finishMail, keepFiles, layInInbox, putBack, takeMail, type MadeFile, type MailRecord } from './mail-records.ts';

export interface SendingParts {
  database: Database;
  now: () => string;
  /** Null where no mail server is set: mails stay in the local inbox. */
  postman: Postman | null;
  make: (mail: MailRecord, signal: AbortSignal) => Promise<MadeFile[]>;
  /** Of this institute, for message ids. */
  host: string;
}

const perhapsSent = 'It may have been sent: the server stopped, or the connection was lost, while the mail server was about to answer.';

/**
 * One attempt at an export: make its file, unless an earlier attempt has, and hand the mail over. What a mail server
 * has accepted is never sent again: the last line follows only after this is on disk, and an attempt that finds it
 * there leaves the decision to people.
 */
export function sending({ database, now, postman, make, host }: SendingParts): (id: number, attempt: Attempt) => Promise<void> {
  return async (id, { last, signal }) => {
    const mail = await takeMail(database, id);
    if (!mail) return;
    const fail = (reason: string) => putBack(database, mail, { state: 'failed', reason, now: now() });
    if (mail.state === 'handing_over') return fail(perhapsSent);
    try {
      if (!mail.made_at) await keepFiles(database, mail, await make(mail, signal), now());
      if (!postman) return await layInInbox(database, mail, now());
      await handOver(postman, mail);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof MailRefused && error.unknown) return fail(perhapsSent);
      if (last || (error instanceof MailRefused && error.forGood)) return fail(message);
      await putBack(database, mail, { state: 'waiting', reason: message, now: now() });
      throw error;
    }
    // Outside: a mail that has been accepted never goes back to waiting, also when this cannot be written down.
    await finishMail(database, id, now());
  };

  async function handOver(through: Postman, mail: MailRecord): Promise<void> {
    const { id, recipient, subject, body } = mail;
    const letter = { messageId: `<export-${id}@${host}>`, to: recipient, subject, text: body, attachments: await filesOf(database, id) };
    await through.deliver(letter, () => beginHandingOver(database, mail));
  }
}
