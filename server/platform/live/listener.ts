import pg from 'pg';
import type { Connection } from '../database/pool.ts';
import { messageOf } from '../error-details.ts';

/** A connection that listens to a channel of the database, and is opened again when it is lost. */
interface Listener {
  /** True while notifications arrive. */
  isListening(): boolean;
  stop(): Promise<void>;
}

interface ListenerOptions {
  connection: Connection;
  channel: string;
  onNotification(payload: string): void;
  /** Notifications may have been missed: called after each new connection. */
  onListening(): void;
  /** The engine has no LISTEN: called once, and no further attempt follows. */
  onUnsupported(message: string): void;
  /** The pause between two checks of the connection, in milliseconds. */
  checkMs?: number;
}

const retryMs = 500;
/** A network that drops packets ends no connection: a check finds it. */
const defaultCheckMs = 5000;

/** `feature_not_supported`, `syntax_error`, `undefined_function`: the answers of engines without it. */
const unsupportedCodes = ['0A000', '42601', '42883'];

export function createListener(options: ListenerOptions): Listener {
  const { connection, channel, checkMs = defaultCheckMs } = options;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function listen(): Promise<void> {
    if (isStopped) return;
    const fresh = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      connectionTimeoutMillis: checkMs,
      query_timeout: checkMs,
    });
    let isEnded = false;
    const end = () => {
      if (isEnded) return;
      isEnded = true;
      client = null;
      fresh.connection.stream.destroy();
      if (!isStopped) repeat(() => void listen(), retryMs);
    };
    fresh.on('error', end);
    fresh.on('end', end);
    fresh.on('notification', ({ payload }) => payload && options.onNotification(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      if (unsupportedCodes.includes((error as { code?: string }).code ?? '')) {
        isStopped = true;
        options.onUnsupported(messageOf(error));
      }
      end();
      return;
    }
    if (isEnded) return;
    if (isStopped) return void fresh.end();
    client = fresh;
    options.onListening();
    const check = () => fresh.query('select 1').then(() => !isEnded && repeat(check, checkMs), end);
    repeat(check, checkMs);
  }

  function repeat(work: () => unknown, ms: number): void {
    if (timer) clearTimeout(timer);
    timer = setTimeout(work, ms);
    timer.unref();
  }

  void listen();
  return {
    isListening: () => client !== null,
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}
