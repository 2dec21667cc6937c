import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveHub } from './hub.ts';

const pingMs = 25_000;

/** Keeps the answer open and writes an event for every change on the topics (server-sent events). */
export function streamChanges(request: FastifyRequest, reply: FastifyReply, live: LiveHub, topics: string[]): void {
  reply.hijack();
  const out = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  out.write('retry: 1000\nevent: open\ndata: {}\n\n');
  const leave = live.subscribe(topics, (topic) => out.write(`event: changed\ndata: ${JSON.stringify({ topic })}\n\n`));
  const forget = live.whenStopping(() => out.end());
  const ping = setInterval(() => out.write(': ping\n\n'), pingMs);
  request.raw.on('close', () => {
    clearInterval(ping);
    forget();
    leave();
  });
}
