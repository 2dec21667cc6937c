import { lookup as lookUpInSystem, Resolver } from 'node:dns/promises';
import { errorDetail } from '../error-details.ts';

export type Lookup = (host: string) => Promise<{ address: string }[]>;

/** Milliseconds for an answer, and attempts: a request has five seconds in all. */
const patience = { timeout: 1500, tries: 2 };

/** What a name server answers for a name that it does not know: it may be in the computer's own list. */
const unknownHere = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ENONAME']);

/**
 * Looks names up for requests to addresses that people have entered.
 *
 * The system's look-up runs in the thread pool of the process, where two at a time have room, and cannot
 * be cancelled: a name whose servers do not answer would keep the sign-in service, the database and the
 * mail server from being found. So names are looked up over the network, by a resolver that gives up by
 * itself; the system looks up what name servers do not know (a list of hosts), one name at a time, and
 * each name once for all who wait for it.
 */
export function createLookup(
  inSystem: Lookup = (host) => lookUpInSystem(host, { all: true }),
  inNetwork: Lookup = overNetwork,
): Lookup {
  const underWay = new Map<string, Promise<{ address: string }[]>>();
  let system: Promise<unknown> = Promise.resolve();

  const bySystem: Lookup = (host) => {
    const next = system.then(() => inSystem(host));
    system = next.catch(() => {});
    return next;
  };
  const find: Lookup = async (host) => {
    try {
      return await inNetwork(host);
    } catch (error) {
      if (!unknownHere.has(String(errorDetail(error, 'code')))) throw error;
      return bySystem(host);
    }
  };
  return (host) => {
    const known = underWay.get(host);
    if (known) return known;
    const found = find(host).finally(() => underWay.delete(host));
    underWay.set(host, found);
    return found;
  };
}

/** IPv4 addresses first, then IPv6. @throws what the resolver throws when there is neither. */
async function overNetwork(host: string): Promise<{ address: string }[]> {
  const resolver = new Resolver(patience);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (found.length > 0) return found.map((address) => ({ address }));
  throw four.status === 'rejected' ? four.reason : new Error(`${host} has no address`);
}
