import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

/** What costs more than a list may be asked for less often; shares of what a user may ask for in a minute. */
const shares: [group: string, share: number, matches: RegExp][] = [
  ['exports', 1 / 100, /export$|\/inbox\/.*attachments|export_attendance/],
  ['uploads', 1 / 50, /^\/file\/:category$|bulk-student-upload/],
  ['sign-in', 1 / 10, /^\/idp\//],
  // For itself, so that nothing else that a screen asks for holds a queue of students up.
  ['taps', 1, /\/attendance\/create$|mark-student-attendance/],
];

const shareOf = (url: string): [group: string, share: number] => {
  const [name, share] = shares.find(([, , matches]) => matches.test(url)) ?? ['all', 1];
  return [name, share];
};

/** The group that a route's calls are counted in. */
export const rateGroupOf = (url: string): string => shareOf(url)[0];

/** Behind one address may sit a whole school: what needs no sign-in is not counted, but for these. */
const countedByAddress = /^\/idp\/|\/calendar\/:secret/;

/**
 * How much one user may ask for in a minute; each group is counted for itself. A process counts for itself: the limits
 * guard it against a runaway client, not against a price.
 * @param perMinute requests a minute; 0 switches the limits off.
 */
export async function rateLimits(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  app.addHook('onRoute', (route) => {
    const guarded = route.config?.access !== undefined && route.config.access !== 'public';
    const [name, share] = shareOf(route.url);
    const limit = { max: Math.max(1, Math.round(perMinute * share)), groupId: name };
    route.config = { ...route.config, rateLimit: guarded || countedByAddress.test(route.url) ? limit : false };
  });
  await app.register(rateLimit, {
    timeWindow: '1 minute',
    max: perMinute,
    cache: 10_000,
    // After the guard, which knows who asks, and before anything of the body is read.
    hook: 'preParsing',
    keyGenerator: (request: FastifyRequest) => (request.who ? `user ${request.who.id}` : request.ip),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      return new ApiError(429, { detail: `Too many requests: try again in ${seconds} seconds.` }, { 'retry-after': String(seconds) });
    },
  });
}
