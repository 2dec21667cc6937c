import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Secret scanners and people recognize a token by it. */
const prefix = 'att_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits in base 62 of 256 and of 32 bits. */
const secretDigits = 43;
const checksumDigits = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`);

function inBase62(given: bigint, digits: number): string {
  let text = '';
  for (let rest = given; text.length < digits; rest /= 62n)
    text = (alphabet[Number(rest % 62n)] ?? '') + text;
  return text;
}

const checksumOf = (secret: string): string =>
  inBase62(BigInt(crc32(prefix + secret)), checksumDigits);

/** A token of 256 random bits, with a checksum of what precedes it (R-TOKEN-3). */
export function newAccessToken(): string {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretDigits);
  return prefix + secret + checksumOf(secret);
}

/** Whether a bearer is meant to be an access token, and no token of the sign-in service. */
export const looksLikeAccessToken = (bearer: string): boolean => bearer.startsWith(prefix);

/** Whether form and checksum are right: anything else is refused without a look-up. */
export const isWellFormed = (token: string): boolean =>
  pattern.test(token) &&
  checksumOf(token.slice(prefix.length, -checksumDigits)) === token.slice(-checksumDigits);

/**
 * What is stored of a token, and what it is found by. A plain SHA-256: what slow hashes protect is a
 * secret that can be guessed, and 256 random bits cannot. It is compared by the look-up in a map, whose
 * time says something about hashes only, which a caller cannot choose.
 */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
