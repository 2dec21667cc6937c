import type { FastifyReply, FastifyRequest } from 'fastify';
import { newDevice } from './codes.ts';

const name = 'attendance_browser';
/** Half a year: a term. */
const maxAge = 180 * 86_400;

/** The random number of the browser, which distinguishes two browsers and says nothing else (R-QR-5). */
export const deviceOf = (request: FastifyRequest): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ??
  null;

/** The browser's number, or a new one. @param secure the institute is served by https. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): string {
  const device = deviceOf(request) ?? newDevice();
  reply.header(
    'set-cookie',
    `${name}=${device}; Path=/api/v2/attendance/qr; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  );
  return device;
}
