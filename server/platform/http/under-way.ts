import type { ServerResponse } from 'node:http';
import { ApiError } from './api-error.ts';

/** A client that takes nothing for so long is cut off; a slow line moves in steps of what the kernel buffers, some seconds each. */
const maxSilenceMs = 120_000;
const checkMs = 5000;

/** Registers an answer of a user until it is sent. @throws ApiError 429 when `most` of the group are under way already. */
export type BeginAnswer = (group: string, user: number, most: number, out: ServerResponse) => void;

/** Limits what each user has under way at once with one process, and cuts off a client that stops reading. */
export function answersUnderWay(silenceMs = maxSilenceMs): BeginAnswer {
  const underWay = new Map<string, number>();

  return (group, user, most, out) => {
    const key = `${group} ${user}`;
    const count = underWay.get(key) ?? 0;
    if (count >= most) {
      throw new ApiError(429, { detail: `${most} of these are under way for you already: wait until one has ended.` }, { 'retry-after': '5' });
    }
    underWay.set(key, count + 1);
    const stopWatching = cutOffSilent(out, silenceMs);
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      stopWatching();
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    };
    out.once('close', release).once('finish', release);
  };
}

/** Destroys the connection of a client that has taken nothing for `silenceMs`. @returns stops watching. */
function cutOffSilent(out: ServerResponse, silenceMs: number): () => void {
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
  return () => clearInterval(watch);
}
