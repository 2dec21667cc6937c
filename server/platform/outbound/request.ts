import http, { type ClientRequest, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isInNetworks, isPublicAddress } from './addresses.ts';
import { createLookup, type Lookup } from './lookup.ts';

/** Maximum time of a request, with the look-up of its name, and bytes of its answer. */
const timeoutMs = 5000;
const maxAnswerBytes = 64 * 1024;

/** The address is one that requests are not sent to: another attempt has the same end. */
export class RefusedAddress extends Error {}

interface Target {
  url: string;
  /** Networks that it may be in besides public ones, such as `10.0.0.0/8`; http leads only there. */
  networks: readonly string[];
}

const lookUpAll = createLookup();

export interface OutboundRequest {
  headers: OutgoingHttpHeaders;
  body: string;
  /** Runs once the connection is there, before anything is sent; throws where nothing may be sent. */
  beforeSending: () => Promise<void>;
  lookup?: Lookup;
  timeoutMs?: number;
}

/** A request that was not answered. */
export class Unanswered extends Error {
  /** The body was sent: the receiver may have taken it. */
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean) {
    super(message);
    this.isSent = isSent;
  }
}

/**
 * Posts to an address that an operator or an administrator has entered: the name is resolved and checked
 * once, the connection goes to the checked address, and redirects are not followed.
 * @returns the status, once all of the answer is read.
 * @throws RefusedAddress, Unanswered, and what `beforeSending` throws.
 */
export async function postTo(target: Target, given: OutboundRequest): Promise<number> {
  const limit = given.timeoutMs ?? timeoutMs;
  const url = new URL(target.url);
  let fail: (error: Error) => void = () => {};
  const tooLate = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // No caller may be waiting when it comes.
  tooLate.catch(() => {});
  const timer = setTimeout(() => fail(new Error(`no answer within ${limit / 1000} s`)), limit);
  const request = { sent: false, current: null as ClientRequest | null };
  try {
    const address = await Promise.race([
      checkedAddress(target, url, given.lookup ?? lookUpAll),
      tooLate,
    ]);
    const opened = open(url, address, given);
    request.current = opened;
    const answered = Promise.race([statusOf(opened), tooLate]);
    // It is no longer waited for after another error.
    answered.catch(() => {});
    await Promise.race([connected(opened, url), answered]);
    await given.beforeSending().catch((error: unknown) => {
      throw new NotSent(error);
    });
    request.sent = true;
    opened.end(given.body);
    return await answered;
  } catch (error) {
    request.current?.destroy();
    if (error instanceof NotSent) throw error.cause;
    if (error instanceof RefusedAddress) throw error;
    throw new Unanswered(error instanceof Error ? error.message : String(error), request.sent);
  } finally {
    clearTimeout(timer);
  }
}

/** What `beforeSending` has thrown. */
class NotSent extends Error {
  constructor(cause: unknown) {
    super('', { cause });
  }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

async function checkedAddress(target: Target, url: URL, lookup: Lookup): Promise<string> {
  const host = hostOf(url);
  return usableOf(target, url, isIP(host) ? [{ address: host }] : await lookup(host));
}

/** @throws RefusedAddress when requests go to none of the addresses. */
function usableOf({ networks }: Target, url: URL, found: { address: string }[]): string {
  const isOwn = (address: string) => isInNetworks(address, networks);
  // Without TLS anybody on the way reads it.
  const mayBe = (address: string) =>
    url.protocol === 'https:'
      ? isOwn(address) || isPublicAddress(address)
      : isOwn(address) && !isPublicAddress(address);
  const usable = found.find(({ address }) => mayBe(address));
  if (usable) return usable.address;
  const isPublic = found.some(({ address }) => isPublicAddress(address));
  throw new RefusedAddress(
    isPublic ? 'is at a public address, which needs https' : 'is not at a public address',
  );
}

/**
 * Refuses what can be refused before a request: numeric addresses, and http where no network is allowed.
 * @throws RefusedAddress
 */
export function assertTarget(target: Target): void {
  const url = new URL(target.url);
  const host = hostOf(url);
  if (url.protocol === 'http:' && target.networks.length === 0)
    throw new RefusedAddress('must begin with https://');
  if (isIP(host)) usableOf(target, url, [{ address: host }]);
}

function open(url: URL, address: string, { headers, body }: OutboundRequest): ClientRequest {
  const isSecure = url.protocol === 'https:';
  const host = hostOf(url);
  return (isSecure ? https : http).request({
    host: address,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    agent: false,
    ...(isSecure && isIP(host) === 0 && { servername: host }),
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
  });
}

const connected = (request: ClientRequest, url: URL): Promise<void> =>
  new Promise((resolve) => {
    request.once('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => resolve()),
    );
  });

/** The status of the answer, once all of it is read. */
function statusOf(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxAnswerBytes) request.destroy(new Error('its answer is too long'));
      });
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
  });
}
