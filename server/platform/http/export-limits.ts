import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { rateGroupOf } from './rate-limits.ts';

/** What a user may have under way at once with one process, by group of calls. */
const maxAtOnce: Record<string, number> = { exports: 2, uploads: 2 };
/** A client that takes nothing for so long is cut off; a slow line moves in steps of what the kernel buffers, some seconds each. */
const maxSilenceMs = 120_000;
const checkMs = 5000;

/**
 * Exports hold a connection of the database, and some a thread, until the client has read them: each user has two at a
 * time, and a client that stops reading loses them.
 */
export function limitExports(app: FastifyInstance, silenceMs = maxSilenceMs): void {
  const underWay = new Map<string, number>();

  app.addHook('preParsing', async (request, reply, payload) => {
    const group = rateGroupOf(request.routeOptions.url ?? '');
    const most = maxAtOnce[group];
    if (most === undefined || !request.who) return payload;
    const key = `${group} ${request.who.id}`;
    const count = underWay.get(key) ?? 0;
    if (count >= most) {
      throw new ApiError(429, { detail: `${most} of these are under way for you already: wait until one has ended.` }, { 'retry-after': '5' });
    }
    underWay.set(key, count + 1);
    const out = reply.raw;
    let written = -1;
    let movedAt = performance.now();
    const watch = setInterval(
      () => {
        const { bytesWritten = 0 } = out.socket ?? {};
        if (bytesWritten !== written || !out.writableNeedDrain) {
          written = bytesWritten;
          movedAt = performance.now();
        } else if (performance.now() - movedAt > silenceMs) {
          out.destroy();
        }
      },
      Math.min(checkMs, silenceMs / 2),
    );
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      clearInterval(watch);
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    };
    out.once('close', release).once('finish', release);
    return payload;
  });
}
