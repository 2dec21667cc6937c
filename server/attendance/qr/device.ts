import type { FastifyReply, FastifyRequest } from 'fastify';
import { newDevice } from './codes.ts';

const name = 'attendance_browser';
/** With it browsers take the cookie by https alone. */
const securePrefix = '__Secure-';
/** Half a year: a term. */
const maxAge = 180 * 86_400;

/** The browser's number in a `Cookie` header, under either name. */
export const deviceIn = (cookies: string | undefined): string | null =>
  new RegExp(`(?:^|;\\s*)(?:${securePrefix})?${name}=([\\w-]{22})(?:;|$)`).exec(
    cookies ?? '',
  )?.[1] ?? null;

/** The `Set-Cookie` header of a number. @param secure the institute is served by https. */
export const deviceCookie = (device: string, secure: boolean): string =>
  `${secure ? securePrefix : ''}${name}=${device}; Path=/api/v2/attendance/qr; Max-Age=${maxAge}` +
  `; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The random number of the browser, which distinguishes two browsers and says nothing else (R-QR-5). */
export const deviceOf = (request: FastifyRequest): string | null =>
  deviceIn(request.headers.cookie);

/** The browser's number, or a new one. @param secure the institute is served by https. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): string {
  const device = deviceOf(request) ?? newDevice();
  reply.header('set-cookie', deviceCookie(device, secure));
  return device;
}
