import rateLimit from '@fastify/rate-limit';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type { RateGroup } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { senderAt } from './client-address.ts';

/**
 * Calls that cost more than a list have a lower limit: their share of a user's requests per minute.
 */
const shares: Record<RateGroup | 'all', number> = {
  exports: 1 / 100,
  uploads: 1 / 50,
  'sign-in': 1 / 10,
  calendars: 1 / 10,
  // A separate group, so that nothing else that a screen requests delays a queue of students.
  taps: 1,
  // A call has up to 500 taps.
  devices: 1 / 10,
  all: 1,
};

interface Route {
  url?: string | undefined;
  config?: FastifyContextConfig | undefined;
}

/** The group of a route's calls. */
export function rateGroupOf({ url, config }: Route): RateGroup | 'all' {
  return config?.endpoint?.rateGroup ?? (url?.startsWith('/idp/') ? 'sign-in' : 'all');
}

/** A whole school may share one address: calls without sign-in are not counted, except for these. */
const countedByAddress = new Set(['sign-in', 'calendars']);

/**
 * How many requests one user may send per minute; each group is counted separately, by each
 * process: the limits protect against a runaway client.
 * @param perMinute requests a minute; 0 switches the limits off.
 */
export async function rateLimits(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  app.addHook('onRoute', (route) => {
    const access = route.config?.endpoint?.access;
    const guarded = access !== undefined && access !== 'public';
    const group = rateGroupOf(route);
    const limit = { max: Math.max(1, Math.round(perMinute * shares[group])), groupId: group };
    route.config = {
      ...route.config,
      rateLimit: guarded || countedByAddress.has(group) ? limit : false,
    };
  });
  const counts = createCounts();
  // A program must not use up what its user's screens need.
  const keyOf = ({ user, device, ip }: FastifyRequest) => {
    if (user) return user.token ? `token ${user.token.id}` : `user ${user.id}`;
    return device ? `device ${device.id}` : senderAt(ip);
  };
  // The plugin looks up a request's group in its route and appends it to the key.
  app.addHook('onResponse', (request, reply, done) => {
    const { rateLimit: limit } = request.routeOptions.config;
    if (reply.statusCode === 503 && typeof limit === 'object')
      counts.refund(`${keyOf(request)}${limit.groupId ?? ''}`);
    done();
  });
  await app.register(rateLimit, {
    timeWindow: '1 minute',
    max: perMinute,
    store: counts.Store,
    // After the guard, which identifies the user, and before the body is read.
    hook: 'preParsing',
    keyGenerator: keyOf,
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      return new ApiError(
        429,
        { detail: `Too many requests: try again in ${seconds} seconds.` },
        { 'retry-after': String(seconds) },
      );
    },
  });
}

interface Count {
  current: number;
  startedAt: number;
}

/** Maximum users whose requests are counted; the longest unseen is removed first. */
const maxCounts = 10_000;

/**
 * Requests by user and group in a window of time. A request answered with 503 is not counted: a client
 * that retries while the database is unavailable must not be limited once it is back.
 */
function createCounts() {
  const counts = new Map<string, Count>();
  class Store {
    incr(
      key: string,
      done: (error: Error | null, result: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const now = performance.now();
      const known = counts.get(key);
      const count =
        known && known.startedAt + windowMs > now ? known : { current: 0, startedAt: now };
      count.current++;
      counts.delete(key);
      counts.set(key, count);
      if (counts.size > maxCounts) counts.delete(counts.keys().next().value ?? '');
      done(null, { current: count.current, ttl: count.startedAt + windowMs - now });
    }
    child(): Store {
      return this;
    }
  }
  const refund = (key: string) => {
    const count = counts.get(key);
    if (count && count.current > 0) count.current--;
  };
  return { Store, refund };
}
