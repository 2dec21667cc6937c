import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailServerOf } from './mail-server.ts';

export interface Message {
  /** The same for every attempt, so that mailboxes can detect duplicates. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  /** The same as a page, beside the text. */
  html?: string;
  headers?: Record<string, string>;
  attachments: { name: string; contentType: string; content: Buffer }[];
}

/** Apart, since a name with `,` or `@` would be read as an address. */
export interface Sender {
  name: string;
  address: string;
}

/** Why a mail was not accepted. */
export class MailError extends Error {
  /** Further attempts fail as well: no such mailbox, message too large. */
  readonly isPermanent: boolean;
  /**
   * The connection was lost before the mail server's final reply: the mail may have been delivered.
   */
  readonly isDeliveryUnknown: boolean;

  constructor(message: string, { isPermanent = false, isDeliveryUnknown = false } = {}) {
    super(message);
    this.isPermanent = isPermanent;
    this.isDeliveryUnknown = isDeliveryUnknown;
  }
}

export interface Mailer {
  /**
   * Sends a message to the mail server. `beforeLastLine` runs after all other data was sent; the
   * server accepts the mail only after the last line, so a decision in `beforeLastLine` is final
   * before the mail can be delivered.
   * @throws MailRefused
   */
  deliver(message: Message, beforeLastLine: () => Promise<void>): Promise<void>;
}

/** Maximum silence of the mail server, in milliseconds. */
const timeoutMs = 60_000;
const chunkBytes = 64 * 1024;

/**
 * @param address as `mailServerOf` reads it.
 * @param from whom each mail comes from.
 */
export function createMailer(address: string, from: () => Sender): Mailer {
  const { auth, ...server } = mailServerOf(address);
  const options = {
    ...server,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
  };
  return {
    async deliver(message, beforeLastLine) {
      const sender = from();
      const bytes = await compose(message, sender);
      let complete = false;
      // Read in chunks once the mail server accepts data: `beforeLastLine` runs when all chunks
      // have been sent.
      const stream = Readable.from(
        (async function* () {
          for (let at = 0; at < bytes.length; at += chunkBytes)
            yield bytes.subarray(at, at + chunkBytes);
          await beforeLastLine();
          complete = true;
        })(),
        { objectMode: false, highWaterMark: 1 },
      );
      const connection = new SMTPConnection(options);
      try {
        await new Promise<void>((resolve, reject) => {
          const next = (step: () => void) => (error?: Error | null) =>
            error ? reject(error) : step();
          connection.once('error', reject);
          const send = () =>
            connection.send({ from: sender.address, to: [message.to] }, stream, next(resolve));
          connection.connect(next(() => (auth ? connection.login(auth, next(send)) : send())));
        });
        connection.quit();
      } catch (error) {
        connection.close();
        throw toMailError(error as SmtpError, complete);
      }
    },
  };
}

function compose(
  { messageId, to, subject, text, html, headers, attachments }: Message,
  from: Sender,
): Promise<Buffer> {
  const files = attachments.map(({ name, contentType, content }) => ({
    filename: name,
    contentType,
    content,
  }));
  return new MailComposer({
    from,
    to,
    subject,
    text,
    ...(html !== undefined && { html }),
    // RFC 3834: mailboxes of people who are away do not answer a program.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    messageId,
    attachments: files,
  })
    .compile()
    .build();
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** 5xx replies are permanent; 4xx replies and connection errors are temporary. */
function toMailError(error: SmtpError, complete: boolean): MailError {
  const { code, responseCode, response } = error;
  // It may offer it again: this mail was not refused.
  if (code === 'ETLS') return new MailError('The mail server offers no encrypted connection.');
  if (responseCode)
    return new MailError(`The mail server answered: ${response ?? responseCode}`, {
      isPermanent: responseCode >= 500,
    });
  if (complete)
    return new MailError('The connection was lost while the mail server was about to answer.', {
      isDeliveryUnknown: true,
    });
  return new MailError(`The mail server cannot be reached: ${error.message}`);
}
