import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import type { LiveHub } from './hub.ts';
import type { Change } from './wire.ts';

/** Maximum silence on a stream; at each ping the permission is checked again. */
const defaultPingMs = 25_000;
/** How often `isAllowed` is looked at. */
const allowedMs = 2000;
/**
 * Maximum buffered bytes for a reader that does not read; then the stream is closed, and the screen
 * connects again.
 */
const maxWaitingBytes = 64 * 1024;

interface StreamOptions {
  topics: string[];
  /** The position of the client's data. */
  since?: string;
  /** The data of an event besides its topic, null for no event; results are sent in order. */
  describe: (change: Change) => Promise<object | null>;
  /** Whether the reader may still read, without a query; without the right the stream ends within seconds. */
  isAllowed?: () => boolean;
  pingMs?: number;
}

/**
 * Streams an event for every change of the topics (server-sent events), until the token expires or
 * the permission is revoked. The first event, `open`, reports whether something `changed` since the
 * given time. An event `changed` with nothing but a topic means that anything may have changed.
 * @throws ApiError 429 when the user has too many streams open.
 */
export function streamChanges(
  request: FastifyRequest,
  reply: FastifyReply,
  live: LiveHub,
  { topics, since, describe, isAllowed = () => true, pingMs = defaultPingMs }: StreamOptions,
): void {
  const out = reply.raw;
  const unregister = live.register(request.user.id, end);
  if (!unregister)
    throw new ApiError(
      429,
      { detail: 'Too many screens of yours are open here.' },
      { 'retry-after': '30' },
    );
  reply.hijack();
  // The client disconnected while its token was checked.
  if (out.destroyed) return unregister();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const changed = since === undefined || !live.isUnchanged(topics, since);
  write(`retry: 1000\nevent: open\ndata: ${JSON.stringify({ changed })}\n\n`);
  let last = Promise.resolve();
  const unsubscribe = live.subscribe(topics, (change) => {
    const topic = change?.topic ?? null;
    const described: Promise<object | null> = change
      ? describe(change).catch(() => ({}))
      : Promise.resolve({});
    // In the order of the changes, whichever is described first.
    last = Promise.all([described, last]).then(([data]) => {
      if (!isAllowed()) end();
      else if (data) write(`event: changed\ndata: ${JSON.stringify({ topic, ...data })}\n\n`);
    });
  });
  const ping = setInterval(
    () => void request.server.authorize(request).then(() => write(': ping\n\n'), end),
    pingMs,
  );
  const allowed = setInterval(() => !isAllowed() && end(), allowedMs);
  const expiry = setTimeout(
    end,
    Math.min(Math.max(0, request.server.tokenExpiry(request) - Date.now()), maxTimerMs),
  );
  let cutOff: NodeJS.Timeout | undefined;
  out.once('close', () => {
    clearInterval(ping);
    clearInterval(allowed);
    clearTimeout(expiry);
    clearTimeout(cutOff);
    unregister();
    unsubscribe();
  });

  function write(event: string): void {
    // After the end a write is an unhandled error, which would stop the process.
    if (out.writableEnded) return;
    if (out.writableLength > maxWaitingBytes) out.destroy();
    else out.write(event);
  }

  /** A client that has not read the rest by the next ping is disconnected. */
  function end(): void {
    if (out.writableEnded) return;
    out.end();
    cutOff = setTimeout(() => out.destroy(), pingMs);
  }
}

/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;
