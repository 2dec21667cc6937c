import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { isLoopbackName } from '../http/own-hosts.ts';

/**
 * How a mail server is reached. Without TLS, password and mails could be read on the way, and somebody there
 * could leave out the offer of STARTTLS: it is required, but on this computer or where the address asks for none.
 * @param address `smtp://user:password@host:587` or `smtps://…`; `?ignoreTLS=true` for a server without TLS.
 */
export function mailServerOf(address: string) {
  const server = parseConnectionUrl(address);
  return { ...server, requireTLS: !server.secure && !isUnencrypted(address) };
}

/** Whether mails go to the server as they are. */
export const isUnencrypted = (address: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(address);
  return (
    protocol === 'smtp:' && (isLoopbackName(hostname) || searchParams.get('ignoreTLS') === 'true')
  );
};
