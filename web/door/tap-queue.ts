import type { AnsweredTap, SentTaps } from '#contract/attendance/device.ts';
import { ApiError } from '#web/platform/api.ts';

/** A tap on disk, until the server has answered it. */
export interface StoredTap {
  sequence: number;
  card: string;
  /** By this device's clock, ISO 8601 UTC. */
  at: string;
  /** The attendant typed an ID (R-DOOR-6). */
  typed?: true;
}

/** What was read or typed. */
export type ReadCard = Pick<StoredTap, 'card' | 'typed'>;

/** Where taps wait. A tap is on disk when `add` ends. */
export interface TapStore {
  add(read: ReadCard, at: string): Promise<StoredTap>;
  /** The first ones by their number. */
  first(count: number): Promise<StoredTap[]>;
  count(): Promise<number>;
  remove(sequences: number[]): Promise<void>;
  /** One that the server will never take; it stays on this device. */
  setAside(tap: StoredTap): Promise<void>;
}

/** `refused`: the key is not in use any more, and taps wait for another one. */
export type Connection = 'online' | 'offline' | 'refused';

interface TapQueue {
  /** @returns its number, once it is on disk. */
  add(read: ReadCard): Promise<number>;
  /** Sends what waits, now: at the start, and when the network is back. */
  flush(): Promise<void>;
  /** Sends what is reported of this device, without a tap. */
  report(): Promise<void>;
}

interface QueueOptions {
  store: TapStore;
  /** @throws ApiError */
  send: (body: SentTaps) => Promise<AnsweredTap[]>;
  now: () => Date;
  /** What is reported of this device with each call. */
  about: () => Pick<SentTaps, 'version' | 'battery'>;
  onAnswers: (answers: AnsweredTap[]) => void;
  onState: (state: { connection: Connection; waiting: number }) => void;
  /** Runs work later; for tests. */
  later?: (work: () => void, ms: number) => void;
}

const batchSize = 500;
const firstPauseMs = 2000;
const longestPauseMs = 30_000;

/**
 * Stores taps and sends them in their order (R-DOOR-4): each until it was answered, also after a
 * reload, without the network, or when an answer was lost. The server counts each number once.
 */
export function createTapQueue({
  store,
  send,
  now,
  about,
  onAnswers,
  onState,
  later = (work, ms) => void setTimeout(work, ms),
}: QueueOptions): TapQueue {
  let sending: Promise<void> | null = null;
  let connection: Connection = 'online';
  let pauseMs = firstPauseMs;
  let isPaused = false;
  let size = batchSize;

  const showState = async () => onState({ connection, waiting: await store.count() });

  async function sendBatch(taps: StoredTap[]): Promise<boolean> {
    const waiting = Math.max(0, (await store.count()) - taps.length);
    try {
      const answers = await send({ taps, now: now().toISOString(), waiting, ...about() });
      await store.remove(answers.map(({ sequence }) => sequence));
      // Its number was another tap's: this device counts from the beginning.
      const again = new Set(
        answers.filter(({ outcome }) => outcome === 'conflict').map(({ sequence }) => sequence),
      );
      for (const { sequence, at, ...read } of taps)
        if (again.has(sequence)) await store.add(read, at);
      connection = 'online';
      pauseMs = firstPauseMs;
      size = Math.min(size * 2, batchSize);
      onAnswers(answers);
      return true;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401) connection = 'refused';
      else if (status === 400 || status === 413) return refuse(taps);
      else connection = 'offline';
      tryLater();
      return false;
    }
  }

  /** One of them cannot be read: half of the batch, until it is alone, and does not stop the others. */
  async function refuse(taps: StoredTap[]): Promise<boolean> {
    const [only, ...more] = taps;
    if (only && more.length === 0) await store.setAside(only);
    else size = Math.ceil(taps.length / 2);
    return true;
  }

  function tryLater(): void {
    if (isPaused) return;
    isPaused = true;
    later(() => {
      isPaused = false;
      void flush();
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const taps = await store.first(size);
      if (taps.length === 0 || !(await sendBatch(taps))) break;
    }
    await showState();
  }

  /** A tap that is added while a batch is under way is sent by the same loop. */
  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    flush,
    async report() {
      const waiting = await store.count();
      await send({ taps: [], now: now().toISOString(), waiting, ...about() });
    },
    async add(read) {
      const { sequence } = await store.add(read, now().toISOString());
      void (async () => {
        await showState();
        await flush();
        // It may have been added after the loop had read the last one.
        if (connection === 'online' && (await store.count()) > 0) await flush();
      })();
      return sequence;
    },
  };
}
