import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { bodyHashOf } from './keys.ts';

/** 500 taps of some 150 bytes. */
export const maxBytes = 128 * 1024;

/** A signature covers the hash of the body, and this the body. */
export async function checkSignedBody(
  request: FastifyRequest,
  payload: AsyncIterable<unknown>,
): Promise<Readable> {
  const body = await bodyOf(payload);
  if (bodyHashOf(body) !== request.headers['content-sha256'])
    throw new ApiError(401, { detail: 'The body is not the one that was signed.' });
  const again = Readable.from(body.length ? [body] : []);
  return Object.assign(again, { receivedEncodedLength: body.length });
}

/** @throws ApiError 413 for more than a call may have: it is not read to its end. */
async function bodyOf(payload: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of payload) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > maxBytes) throw new ApiError(413, { detail: 'This is more than a call may have.' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The signature covers the number of the first tap: a batch cannot be cut at its beginning. */
export function assertSequenceSigned({
  headers,
  body,
}: FastifyRequest<{ Body: { taps: { sequence: number }[] } }>): void {
  const signed = headers['device-sequence'];
  if (signed === undefined) return;
  const first = Math.min(...body.taps.map(({ sequence }) => sequence));
  if (body.taps.length > 0 && String(first) !== signed)
    throw validationError('taps', 'do not begin with the number that was signed');
}

/** Between reading the clock for `now` and for the signature. */
const sameMomentMs = 5000;

/** The time of the signature corrects the times of the taps, not one that was written before. */
export function assertTimeSigned({
  device,
  headers,
  body,
}: FastifyRequest<{ Body: { now?: string | undefined } }>): void {
  const signed = headers['device-time'];
  if (!device.signAnswer || typeof signed !== 'string' || body.now === undefined) return;
  if (Math.abs(Date.parse(signed) - Date.parse(body.now)) > sameMomentMs)
    throw validationError('now', 'is not the time that was signed');
}
