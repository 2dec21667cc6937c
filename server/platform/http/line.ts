import type { ServerResponse } from 'node:http';
import { ApiError } from './api-error.ts';

/** Lets a limited number of requests work at once; the others wait for their turn. */
export interface Line {
  /**
   * Resolves when it is the request's turn, with a function that ends the turn. A disconnected
   * client does not end it: its query or thread may still be running.
   * @throws ApiError 429 when its turn has not come after `maxMs`.
   */
  enter(out: ServerResponse): Promise<() => void>;
}

const left = () => new ApiError(499, { detail: 'The client has left.' });

/**
 * @param places number of concurrent requests.
 * @param busyText the message after a timeout.
 */
export function createLine(
  places: number,
  maxMs: number,
  busyText = 'The server is busy with files and long lists of others: try again in a minute.',
): Line {
  let free = places;
  const waiting: (() => void)[] = [];

  const next = () => {
    const turn = waiting.shift();
    if (turn) turn();
    else free++;
  };

  return {
    async enter(out) {
      if (out.destroyed) throw left();
      if (free > 0) free--;
      else await untilTurn(out);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        next();
      };
    },
  };

  function untilTurn(out: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = (error: Error) => {
        const at = waiting.indexOf(turn);
        if (at < 0) return;
        waiting.splice(at, 1);
        settle();
        reject(error);
      };
      const busy = () => give(new ApiError(429, { detail: busyText }, { 'retry-after': '30' }));
      const gone = () => give(left());
      const timer = setTimeout(busy, maxMs);
      const settle = () => {
        clearTimeout(timer);
        out.off('close', gone);
      };
      const turn = () => {
        settle();
        resolve();
      };
      waiting.push(turn);
      out.once('close', gone);
    });
  }
}
