import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { createHeld } from './held.ts';
import { rateGroupOf } from './rate-limits.ts';

/**
 * Maximum memory for the bodies of one user or device in one process: 32 of the largest, also
 * while they are sent and while they wait for their turn.
 */
const maxHeldBytes = 16 * 1024 * 1024;
/** A longer body takes milliseconds to parse and validate. */
const shortLength = 32 * 1024;

export const nothingHere = () => new ApiError(404, { detail: 'There is nothing at this address.' });

/**
 * Limits the cost of bodies before their call reads them. For unknown routes the sender is
 * unknown: the body is not read. Those of public calls are short (`implement`). A body counts until
 * its response has ended. Long bodies are parsed and validated one per turn of the event loop, so that a dozen at
 * once leave room for taps.
 * @param maxBytes the assumed length of a body without one.
 */
export function limitBodies(app: FastifyInstance, maxBytes: number): void {
  const held = createHeld();
  const releases = new WeakMap<FastifyReply, () => void>();
  /** Otherwise the rest of a rejected body would be read and discarded. */
  const closeAfter = (reply: FastifyReply, bytes: number) => {
    if (bytes > shortLength) reply.header('connection', 'close');
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    closeAfter(reply, lengthOf(request, maxBytes));
    throw nothingHere();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { user, device } = request as Partial<typeof request>;
    const bytes = lengthOf(request, maxBytes);
    const sender = user ? `user ${user.id}` : device && `device ${device.id}`;
    // Forms are limited by number.
    if (!sender || bytes === 0 || rateGroupOf(request.routeOptions) === 'uploads') {
      done(null, payload);
      return;
    }
    const release = held.add(sender, bytes, maxHeldBytes);
    if (!release) {
      closeAfter(reply, bytes);
      throw new ApiError(
        429,
        { detail: 'Too much is being sent by you at once: try again.' },
        { 'retry-after': '5' },
      );
    }
    // A client that has disconnected causes no onResponse.
    const { socket } = request.raw;
    socket.once('close', release);
    releases.set(reply, () => {
      socket.off('close', release);
      release();
    });
    done(null, payload);
  });
  app.addHook('onResponse', (_request, reply, done) => {
    releases.get(reply)?.();
    done();
  });

  const parse = app.getDefaultJsonParser('error', 'error');
  let last: Promise<unknown> = Promise.resolve();
  const ownTurn = () => (last = last.then(() => setImmediate()));
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.length <= shortLength) void parse(request, body, done);
      else void ownTurn().then(() => parse(request, body, done));
    },
  );
}

/** As announced: the parser rejects a longer body. */
function lengthOf({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  return headers['transfer-encoding'] === undefined ? 0 : maxBytes;
}
