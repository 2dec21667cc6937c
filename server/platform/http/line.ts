import type { ServerResponse } from 'node:http';
import { ApiError } from './api-error.ts';

/** Lets a limited number of requests work at once; the others wait for their turn. */
export interface Line {
  /**
   * Resolves when it is the request's turn, with a function that ends the turn. A disconnected client does not end it:
   * its query or thread may still be running.
   * @param whose of those that wait, the user with the fewest at work comes first.
   * @throws ApiError 429 when its turn has not come after `maxMs`.
   */
  enter(out: ServerResponse, whose?: string): Promise<() => void>;
}

const left = () => new ApiError(499, { detail: 'The client has left.' });

interface Waiting {
  whose: string;
  begin: () => void;
}

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
  const waiting: Waiting[] = [];
  const working = new Map<string, number>();
  const count = (whose: string, by: 1 | -1) => {
    const now = (working.get(whose) ?? 0) + by;
    if (now === 0) working.delete(whose);
    else working.set(whose, now);
  };

  /** Of those with the fewest at work, who has waited longest. */
  function takeNext(): Waiting | undefined {
    let first = 0;
    for (let at = 1; at < waiting.length; at++)
      if (workOf(waiting[at]) < workOf(waiting[first])) first = at;
    return waiting.splice(first, 1)[0];
  }
  const workOf = (one: Waiting | undefined) => working.get(one?.whose ?? '') ?? 0;

  return {
    async enter(out, whose = '') {
      if (out.destroyed) throw left();
      if (free > 0) free--;
      else await untilTurn(out, whose);
      count(whose, 1);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        count(whose, -1);
        const next = takeNext();
        if (next) next.begin();
        else free++;
      };
    },
  };

  function untilTurn(out: ServerResponse, whose: string): Promise<void> {
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
      const turn = {
        whose,
        begin: () => {
          settle();
          resolve();
        },
      };
      waiting.push(turn);
      out.once('close', gone);
    });
  }
}
