import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * A client that accepts no data for this time is disconnected; a slow line progresses in steps of
 * the kernel's buffers, some seconds each.
 */
const maxSilenceMs = 120_000;
const checkMs = 5000;

/**
 * Registers a response of a user until it is created and sent.
 * @throws ApiError 429 when `max` of the group are in progress already.
 */
type BeginAnswer = (group: string, user: number, max: number, out: ServerResponse) => void;

/**
 * Limits the concurrent requests of each user in one process, and disconnects clients that stop
 * reading. A client that disconnects leaves its work running: it counts until the work has ended;
 * otherwise such clients would have no limit.
 */
export function answersUnderWay(app: FastifyInstance, silenceMs?: number): BeginAnswer {
  const underWay = new Map<string, number>();
  /** Called when a response is created: its body is complete, or starts to be sent. */
  const whenMade = new WeakMap<ServerResponse, () => void>();
  app.addHook('onSend', (_request, reply, payload, done) => {
    whenMade.get(reply.raw)?.();
    done(null, payload);
  });

  return (group, user, max, out) => {
    const key = `${group} ${user}`;
    const count = underWay.get(key) ?? 0;
    if (count >= max) {
      throw new ApiError(
        429,
        { detail: `You already have ${max} of these in progress: wait until one has finished.` },
        { 'retry-after': '5' },
      );
    }
    underWay.set(key, count + 1);
    // The client may have disconnected before this.
    let [made, closed, released] = [false, out.destroyed, false];
    const stopWatching = closed ? () => {} : cutOffSilent(out, silenceMs);
    const release = () => {
      if (!made || !closed || released) return;
      released = true;
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    };
    const close = () => {
      closed = true;
      stopWatching();
      release();
    };
    whenMade.set(out, () => {
      made = true;
      release();
    });
    out.once('close', close).once('finish', close);
  };
}

/**
 * The part of a socket's last chunk that the kernel has not accepted yet; Node's own socket timeout
 * uses it as well.
 */
interface Queued {
  _handle?: { writeQueueSize?: number } | null;
}

/**
 * Destroys the connection of a client that has accepted nothing for `silenceMs`.
 * @returns a function that stops watching.
 */
export function cutOffSilent(out: ServerResponse, silenceMs = maxSilenceMs): () => void {
  let written = '';
  let movedAt = performance.now();
  const watch = setInterval(
    () => {
      const { socket } = out;
      const now = `${socket?.bytesWritten} ${(socket as Queued | null)?._handle?.writeQueueSize}`;
      if (now !== written || out.writableLength === 0) {
        written = now;
        movedAt = performance.now();
      } else if (performance.now() - movedAt > silenceMs) {
        out.destroy();
      }
    },
    Math.min(checkMs, silenceMs / 2),
  );
  return () => clearInterval(watch);
}
