import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { createHeld } from './held.ts';
import { isLargeList } from './large-lists.ts';
import { cutOffSilent } from './under-way.ts';

/** Shorter answers fit into the buffers of any connection. */
const minBytes = 16 * 1024;
/**
 * What one user may leave unread with one process; of the longest lists, which are counted for
 * themselves as well, more.
 */
const [maxUnreadBytes, maxUnreadOfLists] = [32 * 1024 * 1024, 128 * 1024 * 1024];

/**
 * An answer is held in memory until its reader has taken it. Each user, and without a sign-in each
 * address, has only so much waiting, beyond which an answer is 429, and a reader that takes nothing
 * is cut off, also of a file. The longest lists are counted for themselves.
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
      const key = `${user ? `user ${user.id}` : ip} ${isLarge}`;
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
