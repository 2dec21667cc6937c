import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Behaviour of the mail server. */
export interface MailServerOptions {
  /** Called for each complete mail; throws an error with `responseCode` to reject it. */
  onMail?: (mail: Email) => Promise<void> | void;
  /** Delays the reply to RCPT TO. */
  beforeRecipient?: () => Promise<void>;
  /** Rejects recipients. */
  rejectRecipient?: (address: string) => { code: number; text: string } | null;
}

/** A real mail server on loopback; records accepted mails. */
export interface MailServer {
  address: string;
  port: number;
  accepted: Email[];
  /** Closes every connection without a reply. */
  drop(): Promise<never>;
  close(): Promise<void>;
}

export async function openMailServer(
  options: MailServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const accepted: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 200,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      void options.beforeRecipient?.().then(() => done());
      if (options.beforeRecipient) return;
      const refused = options.rejectRecipient?.(address);
      done(refused ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : null);
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts))
          .then(async (mail) => {
            await options.onMail?.(mail);
            accepted.push(mail);
            done();
          })
          .catch((error: Error) => done(error));
      });
    },
  });
  server.on('error', () => {});
  const { server: sockets } = server;
  const open = new Set<Socket>();
  sockets.on('connection', (socket: Socket) => open.add(socket));
  server.listen(port, '127.0.0.1');
  await once(sockets, 'listening');
  const bound = (sockets.address() as AddressInfo).port;
  return {
    address: `smtp://127.0.0.1:${bound}`,
    port: bound,
    accepted,
    drop() {
      for (const socket of open) socket.destroy();
      return new Promise(() => {});
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
