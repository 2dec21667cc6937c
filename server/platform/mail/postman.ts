import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

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
const pieceBytes = 64 * 1024;

/** @param address `smtp://user:password@host:587` or `smtps://…`. */
export function createPostman(address: string, from: string): Postman {
  const { auth, ...server } = parseConnectionUrl(address);
  const options = { ...server, connectionTimeout: patienceMs / 2, greetingTimeout: patienceMs / 2, socketTimeout: patienceMs };
  return {
    async deliver(letter, beforeLastLine) {
      const bytes = await composed(letter, from);
      let complete = false;
      // Read only once the mail server has agreed to take it, and piece by piece: the last step comes when all else is on its way.
      const message = Readable.from(
        (async function* () {
          for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
          await beforeLastLine();
          complete = true;
        })(),
        { objectMode: false, highWaterMark: 1 },
      );
      const connection = new SMTPConnection(options);
      try {
        await new Promise<void>((resolve, reject) => {
          const next = (step: () => void) => (error?: Error | null) => (error ? reject(error) : step());
          connection.once('error', reject);
          const send = () => connection.send({ from: addressOf(from), to: [letter.to] }, message, next(resolve));
          connection.connect(next(() => (auth ? connection.login(auth, next(send)) : send())));
        });
        connection.quit();
      } catch (error) {
        connection.close();
        throw refusalOf(error as SmtpError, complete);
      }
    },
  };
}

function composed({ messageId, to, subject, text, attachments }: Letter, from: string): Promise<Buffer> {
  const files = attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content }));
  return new MailComposer({ from, to, subject, text, messageId, attachments: files }).compile().build();
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
