import type { Connection } from '../database/pool.ts';
import { createListener } from './listener.ts';
import { createOpenStreams, type OpenStreams } from './open-streams.ts';
import { createTopicLog } from './topic-log.ts';
import { ChangeBatch, decodeChanges, encodeChanges, type Change } from './wire.ts';

export { maxStreamsPerUser } from './open-streams.ts';

/** `null` means that events may have been missed and clients have to reload. */
export type Listener = (change: Change | null) => void;

/**
 * Notifications between processes on one database. Correctness does not depend on them: listeners
 * poll as well.
 */
export interface LiveHub extends OpenStreams {
  /**
   * Notifies all processes, after the commit; calls within 60 ms are batched.
   * @param ids what changed within the topic; null for "anything".
   */
  publish: (topic: string, ids: number[] | null) => void;
  subscribe(topics: string[], listener: Listener): () => void;
  /**
   * The current position in this process's stream of notifications. Rows read after this call
   * include every earlier change.
   */
  moment(): string;
  /**
   * True when the topics have had no notification since that position; false when unknown, for
   * example for another process's position.
   */
  isUnchanged(topics: string[], since: string): boolean;
  stop(): Promise<void>;
}

const channel = 'attendance_live';
const gatherMs = 60;
const pollMs = 2000;

interface LiveOptions {
  connection: Connection;
  /** Runs `select pg_notify($1, $2)`. */
  notify(channel: string, payload: string): Promise<unknown>;
  /** For engines without LISTEN: what changed since the mark that the last call returned. */
  poll(since: number | null): Promise<{ changes: Change[]; mark: number }>;
  log(message: string): void;
}

export function createLiveHub(options: LiveOptions): LiveHub {
  const listeners = new Map<string, Set<Listener>>();
  const topics = createTopicLog();
  const batch = new ChangeBatch();
  let batchTimer: NodeJS.Timeout | null = null;
  let polling: NodeJS.Timeout | null = null;

  function notifySubscribers(change: Change): void {
    topics.record(change.topic);
    listeners.get(change.topic)?.forEach((listener) => listener(change));
  }

  function broadcastResync(): void {
    topics.recordGap();
    new Set([...listeners.values()].flatMap((set) => [...set])).forEach((listener) =>
      listener(null),
    );
  }

  async function send(): Promise<void> {
    batchTimer = null;
    for (const payload of encodeChanges(batch.take())) {
      // Without the database no notifications arrive: screens reload once it is back.
      await options
        .notify(channel, payload)
        .catch(() => decodeChanges(payload).forEach(notifySubscribers));
    }
  }

  function startPolling(): void {
    let mark: number | null = null;
    const look = async () => {
      if (listeners.size === 0) return;
      const found = await options.poll(mark).catch(() => null);
      if (!found) return;
      mark = found.mark;
      found.changes.forEach(notifySubscribers);
    };
    polling ??= setInterval(() => void look(), pollMs);
    polling.unref();
  }

  const listener = createListener({
    connection: options.connection,
    channel,
    onNotification: (payload) => decodeChanges(payload).forEach(notifySubscribers),
    onListening: broadcastResync,
    onUnsupported(message) {
      options.log(`This database has no LISTEN (${message}); live updates come by polling.`);
      startPolling();
    },
  });

  return {
    publish(topic, ids) {
      batch.add(topic, ids);
      batchTimer ??= setTimeout(() => void send(), gatherMs);
    },
    subscribe(names, listener) {
      for (const topic of names) {
        const set = listeners.get(topic) ?? new Set();
        listeners.set(topic, set.add(listener));
      }
      return () => {
        for (const topic of names) {
          const set = listeners.get(topic);
          set?.delete(listener);
          if (set?.size === 0) listeners.delete(topic);
        }
      };
    },
    moment: () => topics.moment(),
    // Without notifications news comes late, or not at all.
    isUnchanged: (names, since) => listener.isListening() && topics.isUnchanged(names, since),
    ...createOpenStreams(),
    async stop() {
      if (batchTimer) clearTimeout(batchTimer);
      if (polling) clearInterval(polling);
      await listener.stop();
    },
  };
}
