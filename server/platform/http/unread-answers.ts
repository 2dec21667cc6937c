import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { senderAt } from './client-address.ts';
import { createHeld } from './held.ts';
import { isLargeList } from './large-lists.ts';
import { cutOffSilent } from './under-way.ts';

/** Shorter responses fit into the buffers of any connection. */
const minBytes = 16 * 1024;
/**
 * Maximum unread bytes of one user in one process; more for the longest lists, which are counted
 * separately as well.
 */
const [maxUnreadBytes, maxUnreadOfLists] = [32 * 1024 * 1024, 128 * 1024 * 1024];

/**
 * A response is held in memory until its reader has accepted it. Each user, and without a sign-in each
 * address (of IPv6 each network), has a limit of unread bytes, above which a response is 429, and a
 * reader that accepts nothing is disconnected, also from a file. The longest lists are counted
 * separately.
 */
export function limitUnreadAnswers(app: FastifyInstance, silenceMs?: number): void {
  const unread = createHeld();

  app.addHook(
    'onSend',
    (
      request: Partial<
        Pick<FastifyRequest, 'user' | 'ip' | 'query' | 'routeOptions' | 'hasLargeList'>
      >,
      reply,
      payload,
      done,
    ) => {
      const { user, ip } = request;
      const out = reply.raw;
      const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
      if (payload instanceof Readable && !out.destroyed)
        out.once('close', cutOffSilent(out, silenceMs));
      if (!isText || payload.length < minBytes || out.destroyed) {
        done(null, payload);
        return;
      }
      const isLarge = isLargeList(request);
      const bytes = Buffer.byteLength(payload);
      const key = `${user ? `user ${user.id}` : senderAt(ip ?? '')} ${isLarge}`;
      const release = unread.add(key, bytes, isLarge ? maxUnreadOfLists : maxUnreadBytes);
      if (!release) {
        throw new ApiError(
          429,
          { detail: 'Too many answers wait to be read by you: try again.' },
          { 'retry-after': '5' },
        );
      }
      const stopWatching = cutOffSilent(out, silenceMs);
      const end = () => {
        stopWatching();
        release();
      };
      out.once('close', end).once('finish', end);
      done(null, payload);
    },
  );
}
