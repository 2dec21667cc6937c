import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buildingLimits } from '#contract/attendance/building-counts.ts';
import { tickPeople } from '#contract/attendance/building.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { leavingEvent } from '#web/platform/logout-elsewhere.ts';
import {
  deleteList,
  deleteTicks,
  storedTicks,
  storeTicks,
  type StoredTick,
} from '#web/platform/offline/building-on-device.ts';
import { canStore } from '#web/platform/offline/device.ts';
import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { counted } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { waitedMs } from '../rolls/queue/waited.ts';
import type { Here } from './queries.ts';
import { standingTicks } from './shown.ts';
import { createTickQueue, tickKey, type TickOutcome, type TickQueue } from './tick-queue.ts';

const timeoutMs = 10_000;

/** One queue for each user of this page: it goes on sending when the user opens another page. */
const queues = new Map<string, TickQueue>();

const madeAt = (tick: StoredTick, now: () => Date): string =>
  new Date(now().getTime() - waitedMs({ key: tickKey(tick), at: tick.at })).toISOString();

/** @param now the server's time. */
async function sendTicks(ticks: StoredTick[], now: () => Date): Promise<TickOutcome> {
  const [first] = ticks;
  // After a sign-out nothing is sent with the token of the next user.
  if (!first || sessionStorage.getItem('email') !== first.user) return 'later';
  const body = {
    roll_call: first.roll_call,
    device: first.device,
    ticks: ticks.map((tick) => ({
      number: tick.number,
      person: tick.person,
      accounted: tick.accounted,
      takes_back: tick.takes_back,
      made_at: madeAt(tick, now),
    })),
  };
  try {
    const { late } = await request(tickPeople, { body, signal: AbortSignal.timeout(timeoutMs) });
    return late ? 'late' : 'taken';
  } catch (error) {
    const apiError = error instanceof ApiError ? error : new ApiError(0, {});
    if (apiError.isUndecided) return 'later';
    if (apiError.status === 403) {
      await deleteList().catch(console.error);
      return 'closed';
    }
    return { refused: apiError.message };
  }
}

function queueOf(user: string, isStored: boolean, now: () => Date): TickQueue {
  const known = queues.get(user);
  if (known) return known;
  const queue = createTickQueue({
    user,
    store: {
      add: async (ticks) => {
        if (isStored) await storeTicks(ticks);
      },
      all: () => storedTicks(user),
      delete: deleteTicks,
    },
    send: (ticks) => sendTicks(ticks, now),
    delay: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    most: buildingLimits.ticks,
  });
  queues.set(user, queue);
  window.addEventListener('online', () => queue.wake());
  return queue;
}

/** Sends what an earlier page has left, whichever page is open now. */
export function resumeTicks(user: string, now: () => Date): void {
  void queueOf(user, true, now).start();
}

/** The ticks of the signed-in user. @param queryKey of the list that they change. */
export function useTickQueue(queryKey: readonly unknown[]): TickQueue {
  const queries = useQueryClient();
  const { config, now } = useSession();
  const { email, name } = useUser();
  const isStored = canStore(config);
  const queue = queueOf(email, isStored, now);

  useEffect(() => {
    const stop = queue.onDecided(({ ticks, outcome }) => {
      if (outcome === 'taken') {
        queries.setQueryData<Here>(
          queryKey,
          (here) => here && withTaken(here, ticks, { name, now }),
        );
        // The server alone knows which ticks of others stand.
        if (ticks.some((tick) => tick.takes_back !== undefined))
          void queries.invalidateQueries({ queryKey });
        return;
      }
      if (outcome === 'late')
        toast(
          'error',
          `The roll call is over. ${counted(ticks.length, 'tick')} came too late: the record keeps them as late.`,
        );
      void queries.invalidateQueries({ queryKey });
    });
    void queue.start();
    const warn = (event: Event) => {
      if (!isStored && queue.ticks().length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener(leavingEvent, warn);
    return () => {
      stop();
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener(leavingEvent, warn);
    };
  }, [queue, queries, queryKey, isStored, name, now]);
  return queue;
}

/** The list with ticks that the server has taken, until it says so itself: a later one of somebody else stays. */
function withTaken(
  here: Here,
  ticks: StoredTick[],
  { name, now }: { name: string; now: () => Date },
): Here {
  if (here.roll_call?.id !== ticks[0]?.roll_call) return here;
  const byPerson = standingTicks(ticks);
  return {
    ...here,
    people: here.people.map((person) => {
      const tick = byPerson.get(person.number);
      if (!tick) return person;
      const made = madeAt(tick, now);
      if (person.ticked_at !== null && person.ticked_at > made) return person;
      return { ...person, accounted: tick.accounted, ticked_at: made, ticked_by: name };
    }),
  };
}
