import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import type { LiveHub } from './hub.ts';

/** Silence on a stream lasts no longer; at each ping the right to listen is checked again. */
const defaultPingMs = 25_000;
/** What may wait for a reader that does not read, in bytes; then the stream is cut, and the screen connects again. */
const maxWaitingBytes = 64 * 1024;

/**
 * Keeps the answer open and writes an event for every change on the topics (server-sent events), until the token ends or
 * the right to listen is gone.
 * @throws ApiError 429 when the user has too many streams open.
 */
export function streamChanges(request: FastifyRequest, reply: FastifyReply, live: LiveHub, topics: string[], pingMs = defaultPingMs): void {
  const out = reply.raw;
  const unregister = live.register(request.who.id, () => out.end());
  if (!unregister) throw new ApiError(429, { detail: 'Too many screens of yours are open here.' }, { 'retry-after': '30' });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const write = (event: string) => {
    if (out.writableLength > maxWaitingBytes) request.raw.destroy();
    else out.write(event);
  };
  const end = () => out.end();
  write('retry: 1000\nevent: open\ndata: {}\n\n');
  const unsubscribe = live.subscribe(topics, (topic) => write(`event: changed\ndata: ${JSON.stringify({ topic })}\n\n`));
  const ping = setInterval(() => void request.server.authorize(request).then(() => write(': ping\n\n'), end), pingMs);
  const expiry = setTimeout(end, Math.min(Math.max(0, request.server.tokenExpiry(request) - Date.now()), maxTimerMs));
  request.raw.on('close', () => {
    clearInterval(ping);
    clearTimeout(expiry);
    unregister();
    unsubscribe();
  });
}

/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;
