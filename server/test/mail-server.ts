import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** How the mail server behaves. */
export interface Manners {
  /** Answers each mail that has come whole; throws an error with `responseCode` to refuse it. */
  onMail?: (mail: Email) => Promise<void> | void;
  /** Keeps it waiting for the word that the recipient is known. */
  beforeRecipient?: () => Promise<void>;
  /** Refuses recipients. */
  refuses?: (address: string) => { code: number; text: string } | null;
}

/** A real mail server on loopback, which keeps what it has accepted. */
export interface MailServer {
  address: string;
  port: number;
  accepted: Email[];
  /** Cuts every connection. */
  drop(): Promise<never>;
  close(): Promise<void>;
}

export async function openMailServer(manners: Manners = {}, port = 0): Promise<MailServer> {
  const accepted: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 200,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      void manners.beforeRecipient?.().then(() => done());
      if (manners.beforeRecipient) return;
      const refused = manners.refuses?.(address);
      done(refused ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : null);
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts))
          .then(async (mail) => {
            await manners.onMail?.(mail);
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
