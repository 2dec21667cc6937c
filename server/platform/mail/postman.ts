import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';

export interface Letter {
  /** The same for every try, so that a mailbox can tell that they are one. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  attachments: { name: string; contentType: string; content: Buffer }[];
}

/** Why a mail was not taken. */
export class MailRefused extends Error {
  /** The same again will be refused as well: no such mailbox, too large. */
  readonly forGood: boolean;
  /** Nobody knows: the connection was lost while the mail server was about to answer. */
  readonly unknown: boolean;

  constructor(message: string, { forGood = false, unknown = false } = {}) {
    super(message);
    this.forGood = forGood;
    this.unknown = unknown;
  }
}

export interface Postman {
  /**
   * Hands a mail over to the mail server. All of it is there when `beforeLastLine` is called; the mail counts as
   * accepted only once the last line has followed, so that what is decided there is decided before it can be sent.
   * @throws MailRefused
   */
  deliver(letter: Letter, beforeLastLine: () => Promise<void>): Promise<void>;
}

/** How long the mail server may be silent, in milliseconds. */
const patienceMs = 60_000;

/** @param address `smtp://user:password@host:587` or `smtps://…`. */
export function createPostman(address: string, from: string): Postman {
  const transport = createTransport({
    url: address,
    connectionTimeout: patienceMs / 2,
    greetingTimeout: patienceMs / 2,
    socketTimeout: patienceMs,
  });
  return {
    async deliver({ messageId, to, subject, text, attachments }, beforeLastLine) {
      const composed = new MailComposer({
        from,
        to,
        subject,
        text,
        messageId,
        attachments: attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
      });
      const bytes = await composed.compile().build();
      let complete = false;
      const raw = Readable.from(
        (async function* () {
          yield bytes;
          await beforeLastLine();
          complete = true;
        })(),
      );
      try {
        await transport.sendMail({ envelope: { from: addressOf(from), to: [to] }, raw });
      } catch (error) {
        throw refusalOf(error as SmtpError, complete);
      }
    },
  };
}

type SmtpError = Error & { responseCode?: number; response?: string };

/** What an answer of the mail server means: 5xx is for good, 4xx and no connection pass. */
function refusalOf(error: SmtpError, complete: boolean): MailRefused {
  const { responseCode, response } = error;
  if (responseCode) return new MailRefused(`The mail server answered: ${response ?? responseCode}`, { forGood: responseCode >= 500 });
  if (complete) return new MailRefused('The connection was lost while the mail server was about to answer.', { unknown: true });
  return new MailRefused(`The mail server cannot be reached: ${error.message}`);
}

/** `Attendance <no-reply@school.example>` → `no-reply@school.example`. */
const addressOf = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from;
