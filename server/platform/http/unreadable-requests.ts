import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

const answers: Record<string, readonly [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
};
const unreadable = ['400 Bad Request', 'The request cannot be read.'] as const;

/**
 * The answer to bytes that are no request, which run no hooks: Node's own would have no headers.
 * @param headers those of each answer of the API.
 */
export const answerUnreadable =
  (headers: Record<string, string>) =>
  ({ code = '' }: { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const [status, detail] = answers[code] ?? unreadable;
    const body = JSON.stringify({ detail });
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    if (socket.writable) socket.write(`HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n${body}`);
    socket.destroy();
  };

/** Refuses requests of HTTP/1.1 without Host (RFC 9112, 3.2), in Node's place, which would send no headers. */
export function needHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    const isMissing = httpVersion === '1.1' && headers.host === undefined;
    done(isMissing ? new ApiError(400, { detail: 'The request names no host.' }) : undefined);
  });
}
