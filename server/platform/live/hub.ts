import pg from 'pg';
import type { Connection } from '../database/pool.ts';

/** Something changed on a topic; `null` means: events may have been missed, look again. */
export type Listener = (topic: string | null) => void;

/** News between all processes on one database. Correctness never depends on it: whoever listens also polls. */
export interface LiveHub {
  /** Tells everybody, after the commit; calls within 60 ms travel together. */
  publish: (topic: string) => void;
  subscribe(topics: string[], listener: Listener): () => void;
  /** An open stream of a user, ended when this process stops. @returns unregisters it; null when the user has too many. */
  register(user: number, end: () => void): (() => void) | null;
  /** Ends what stays open, so that a stop need not wait for it. */
  endStreams(): void;
  stop(): Promise<void>;
}

const channel = 'attendance_live';
const gatherMs = 60;
const pollMs = 2000;
/** Streams that one user may have open with one process: more than people have tabs. */
export const maxStreamsPerUser = 30;

export interface LiveOptions {
  connection: Connection;
  /** Runs `select pg_notify($1, $2)`. */
  notify(channel: string, payload: string): Promise<unknown>;
  /** For engines without LISTEN: the topics that changed since the mark that the last call returned. */
  poll(since: number | null): Promise<{ topics: string[]; mark: number }>;
  log(message: string): void;
}

export function createLiveHub(options: LiveOptions): LiveHub {
  const listeners = new Map<string, Set<Listener>>();
  const streams = new Map<number, Set<() => void>>();
  let gathered = new Set<string>();
  let gathering: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let polling: NodeJS.Timeout | null = null;
  let retry: NodeJS.Timeout | null = null;
  let stopped = false;

  function tell(topic: string): void {
    listeners.get(topic)?.forEach((listener) => listener(topic));
  }

  function tellAllToLookAgain(): void {
    new Set([...listeners.values()].flatMap((set) => [...set])).forEach((listener) => listener(null));
  }

  async function send(): Promise<void> {
    gathering = null;
    const topics = [...gathered];
    gathered = new Set();
    for (let at = 0; at < topics.length; at += 200) {
      const part = topics.slice(at, at + 200);
      // When the database is away nobody else's marks arrive either; the screens look again once it is back.
      await options.notify(channel, part.join(' ')).catch(() => part.forEach(tell));
    }
  }

  async function listen(): Promise<void> {
    if (stopped) return;
    const { connection } = options;
    const fresh = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
    fresh.on('error', () => {});
    fresh.on('end', () => listenLater());
    fresh.on('notification', ({ payload }) => payload?.split(' ').forEach(tell));
    try {
      await fresh.connect();
    } catch {
      listenLater();
      return;
    }
    client = fresh;
    try {
      await fresh.query(`listen ${channel}`);
      tellAllToLookAgain();
    } catch (error) {
      options.log(`This database has no LISTEN (${(error as Error).message}); live updates come by polling.`);
      startPolling();
    }
  }

  function listenLater(): void {
    client = null;
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = null;
      void listen();
    }, 500);
    retry.unref();
  }

  function startPolling(): void {
    let mark: number | null = null;
    const look = async () => {
      if (listeners.size === 0) return;
      const news = await options.poll(mark).catch(() => null);
      if (!news) return;
      mark = news.mark;
      news.topics.forEach(tell);
    };
    polling ??= setInterval(() => void look(), pollMs);
    polling.unref();
  }

  void listen();

  return {
    publish(topic) {
      gathered.add(topic);
      gathering ??= setTimeout(() => void send(), gatherMs);
    },
    subscribe(topics, listener) {
      for (const topic of topics) {
        const set = listeners.get(topic) ?? new Set();
        listeners.set(topic, set.add(listener));
      }
      return () => {
        for (const topic of topics) {
          const set = listeners.get(topic);
          set?.delete(listener);
          if (set?.size === 0) listeners.delete(topic);
        }
      };
    },
    register(user, end) {
      const open = streams.get(user) ?? new Set();
      if (open.size >= maxStreamsPerUser) return null;
      streams.set(user, open.add(end));
      return () => {
        open.delete(end);
        if (open.size === 0) streams.delete(user);
      };
    },
    endStreams() {
      for (const open of streams.values()) for (const end of open) end();
    },
    async stop() {
      stopped = true;
      if (gathering) clearTimeout(gathering);
      if (polling) clearInterval(polling);
      if (retry) clearTimeout(retry);
      await client?.end();
    },
  };
}
