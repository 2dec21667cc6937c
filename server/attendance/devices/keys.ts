import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Without letters that are read as digits, or as each other. */
const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 10;

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** A key of 256 random bits; it says whose it is (R-DOOR-2). */
export const newKey = (device: number): string =>
  `atd_${device}_${randomBytes(32).toString('base64url')}`;

/** What is stored of a key or code. */
export const hashOf = (secret: string): Buffer => sha256(secret);

/** The device that a key names; null for anything else. */
export function deviceOfKey(key: string): number | null {
  const [, id] = /^atd_(\d{1,15})_[\w-]{43}$/.exec(key) ?? [];
  return id === undefined ? null : Number(id);
}

/** Ten letters and digits, to be typed on a tablet: 50 bits for ten minutes. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('');

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** What a signed call says of itself. */
interface Signed {
  method: string;
  /** With the query. */
  path: string;
  /** By the device's clock, ISO 8601. */
  time: string;
  /** The number of the first tap; 0 without taps. */
  sequence: string;
  /** SHA-256 of the body, in hexadecimal digits. */
  bodyHash: string;
}

/** HMAC-SHA256 of a call, by the hash of the device's key. */
export const signatureOf = (
  { method, path, time, sequence, bodyHash }: Signed,
  keyHash: Buffer,
): Buffer =>
  createHmac('sha256', keyHash)
    .update([method, path, time, sequence, bodyHash].join('\n'))
    .digest();

/** HMAC-SHA256 of an answer, of the call with this signature. */
export const answerSignatureOf = (
  { call, status, body }: { call: string; status: number; body: string },
  keyHash: Buffer,
): string =>
  createHmac('sha256', keyHash)
    .update(['answer', call, status, bodyHashOf(Buffer.from(body))].join('\n'))
    .digest('hex');

export const bodyHashOf = (body: Buffer): string => sha256(body).toString('hex');
