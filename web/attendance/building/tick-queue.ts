import type { StoredTick } from '#web/platform/offline/building-on-device.ts';
import { createListeners } from '../rolls/queue/listeners.ts';
import { createSender } from '../rolls/queue/sender.ts';
import { noteMade } from '../rolls/queue/waited.ts';

/** Where ticks wait. */
interface TickStore {
  add: (ticks: StoredTick[]) => Promise<void>;
  all: () => Promise<StoredTick[]>;
  delete: (ticks: StoredTick[]) => Promise<void>;
}

/** What became of ticks that were sent. */
export type TickOutcome = 'taken' | 'late' | { refused: string } | Waits;

/** Why ticks wait: no answer, or the page is closed for teachers (they count once it is open again). */
type Waits = 'later' | 'closed';

interface Options {
  user: string;
  store: TickStore;
  /** Sends ticks of one device and one roll call. */
  send: (ticks: StoredTick[]) => Promise<TickOutcome>;
  delay: (ms: number) => Promise<void>;
  /** Ticks that one call takes. */
  most: number;
}

/** What a tick says of a person. */
export interface TickState {
  person: number;
  accounted: boolean;
  /** The number of an earlier tick, which then does not count: the ticks of others stand. */
  takes_back?: number;
}

/** Ticks that the server refuses for good, with why. */
export interface RefusedTicks {
  reason: string;
  ticks: readonly StoredTick[];
}

export interface TickQueue {
  /** @returns the ticks, which are stored and sent in the background. */
  add: (roll_call: number, states: TickState[]) => StoredTick[];
  /** Those that wait, in the order in which they were made. */
  ticks: () => readonly StoredTick[];
  /** Why sending has failed; null while it goes on. */
  stalled: () => Waits | null;
  /** Ticks that were refused for good, until they are dismissed. */
  refused: () => readonly RefusedTicks[];
  dismiss: () => void;
  subscribe: (listener: () => void) => () => void;
  /** Called with ticks and what became of them. */
  onDecided: (
    listener: (decided: { ticks: StoredTick[]; outcome: TickOutcome }) => void,
  ) => () => void;
  /** Sends at once what waits. */
  wake: () => void;
  /** Reads what an earlier page has left, and sends it. */
  start: () => Promise<void>;
}

/** How long ticks wait for a page that is closed for teachers, unless something wakes them. In milliseconds. */
const closedMs = 10_000;

export const tickKey = ({ device, number }: Pick<StoredTick, 'device' | 'number'>): string =>
  `${device} ${number}`;

/**
 * The queue of ticks: each is stored first, and sent in batches until the server answers. Its device and number are
 * the key of its repetitions: a batch whose answer was lost counts once (R-HERE-4).
 */
export function createTickQueue({ user, store, send, delay, most }: Options): TickQueue {
  const device = crypto.randomUUID();
  const changed = createListeners<void>();
  const decided = createListeners<{ ticks: StoredTick[]; outcome: TickOutcome }>();
  let waiting: readonly StoredTick[] = [];
  let stalled: Waits | null = null;
  let refused: readonly RefusedTicks[] = [];
  let number = 0;

  const set = (ticks: readonly StoredTick[], why = stalled) => {
    waiting = ticks;
    stalled = why;
    changed.notify();
  };

  /** The first ones that go in one call. */
  function nextBatch(): StoredTick[] | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    return waiting
      .filter((tick) => tick.device === first.device && tick.roll_call === first.roll_call)
      .slice(0, most);
  }

  const sender = createSender<StoredTick[]>({
    next: nextBatch,
    async attempt(batch) {
      const outcome = await send(batch);
      if (outcome === 'later' || outcome === 'closed') {
        if (stalled !== outcome) set(waiting, outcome);
        return 'later';
      }
      if (typeof outcome === 'object')
        refused = [...refused, { reason: outcome.refused, ticks: batch }];
      const keys = new Set(batch.map(tickKey));
      // First what they say is shown as taken, then they stop waiting: nothing flickers in between.
      decided.notify({ ticks: batch, outcome });
      set(waiting.filter((tick) => !keys.has(tickKey(tick))));
      // Where this fails they are sent once more, and count once.
      await store.delete(batch).catch(console.error);
      return 'decided';
    },
    onGoOn: () => stalled && set(waiting, null),
    onFailed: () => {},
    delay: (ms) => delay(stalled === 'closed' ? closedMs : ms),
  });

  return {
    add(roll_call, states) {
      const at = Date.now();
      const ticks = states.map((one) => ({
        ...one,
        device,
        number: ++number,
        user,
        roll_call,
        at,
      }));
      for (const tick of ticks) noteMade(tickKey(tick));
      set([...waiting, ...ticks]);
      // What cannot be stored is sent all the same; only a reload loses it.
      void store
        .add(ticks)
        .catch(console.error)
        .then(() => sender.send());
      return ticks;
    },
    ticks: () => waiting,
    stalled: () => stalled,
    refused: () => refused,
    dismiss() {
      refused = [];
      changed.notify();
    },
    subscribe: changed.add,
    onDecided: decided.add,
    wake: () => void sender.send(),
    async start() {
      const known = new Set(waiting.map(tickKey));
      const left = (await store.all()).filter((tick) => !known.has(tickKey(tick)));
      left.sort((a, b) => a.at - b.at || a.number - b.number);
      if (left.length) set([...left, ...waiting]);
      void sender.send();
    },
  };
}
