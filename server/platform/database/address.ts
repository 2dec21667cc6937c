import { isLoopbackName } from '../http/own-hosts.ts';

/** The name of the computer of an address; empty for a socket in the file system. */
function hostOf(address: URL): string {
  const host = address.searchParams.get('host') ?? decodeURIComponent(address.hostname);
  return host.startsWith('/') ? '' : host;
}

const tlsParameters = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslnegotiation'];

/**
 * The address of a database on another computer asks for an encrypted connection to a server whose
 * certificate is valid for that name, unless the address itself says what it wants.
 */
export function withEncryption(text: string): string {
  const address = new URL(text);
  const host = hostOf(address);
  if (host === '' || isLoopbackName(host)) return text;
  if (tlsParameters.some((name) => address.searchParams.has(name))) return text;
  address.searchParams.set('sslmode', 'verify-full');
  return address.href;
}
