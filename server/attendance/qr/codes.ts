import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { qrShortCode, qrTimes } from '#contract/attendance/qr.ts';
import { asJson } from '#server/platform/as-json.ts';

/**
 * How far a process's clock may be ahead of another's, in milliseconds: a code that the one shows is
 * taken by the other.
 */
const skewMs = 1000;

/** The number of the code that is shown at an instant (R-QR-1). */
export const stepAt = (ms: number): number => Math.floor(ms / qrTimes.stepMs);

/**
 * The codes that are taken at an instant: the shown one and the one before, so that who lifts their
 * phone in the last moment is in time.
 */
export const isCurrent = (step: number, ms: number): boolean =>
  step >= stepAt(ms) - 1 && step <= stepAt(ms + skewMs);

/** The session and the step of a scanned code. */
interface Scanned {
  session: number;
  step: number;
}

/** What a browser has claimed, before anybody has signed in (R-QR-3). */
interface Claim extends Scanned {
  /** When the code arrived, epoch milliseconds. */
  arrived: number;
  /** The hash of the browser's random number. */
  device: string;
}

/** Codes and claims of one secret, which all processes share; nothing of them is stored. */
export function createCodes(secret: string) {
  const mac = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const isSame = (one: Buffer, other: Buffer): boolean =>
    one.length === other.length && timingSafeEqual(one, other);
  const short = (text: string) => mac(text).subarray(0, 16).toString('base64url');

  const tokenOf = ({ session, step }: Scanned): string =>
    [session.toString(36), step.toString(36), short(`code ${session} ${step}`)].join('.');

  return {
    /** The text after the `#`. */
    tokenOf,

    /** Null for a text that this institute has not shown. */
    readToken(token: string): Scanned | null {
      const [session = '', step = ''] = token.split('.');
      const scanned = { session: Number.parseInt(session, 36), step: Number.parseInt(step, 36) };
      if (!Number.isSafeInteger(scanned.session) || !Number.isSafeInteger(scanned.step))
        return null;
      // As a whole: the same numbers can be written in several ways.
      return isSame(Buffer.from(tokenOf(scanned)), Buffer.from(token)) ? scanned : null;
    },

    /** The digits below the code. */
    shortCodeOf: ({ session, step }: Scanned): string =>
      (mac(`digits ${session} ${step}`).readUIntBE(0, 6) % 10 ** qrShortCode.digits)
        .toString()
        .padStart(qrShortCode.digits, '0'),

    /** Stateless: the browser keeps it until its user has signed in. */
    claimOf({ session, step, arrived, device }: Claim): string {
      const text = Buffer.from(JSON.stringify([session, step, arrived, device])).toString(
        'base64url',
      );
      return `${text}.${short(`claim ${text}`)}`;
    },

    /** Null for a claim that is not ours, or has expired. */
    readClaim(given: string, now: number): Claim | null {
      const [text = '', signature = '', ...more] = given.split('.');
      if (more.length > 0) return null;
      if (!isSame(Buffer.from(short(`claim ${text}`)), Buffer.from(signature))) return null;
      const parts = asJson(Buffer.from(text, 'base64url').toString());
      const [session, step, arrived, device]: unknown[] = Array.isArray(parts) ? parts : [];
      if (typeof session !== 'number' || typeof step !== 'number') return null;
      if (typeof arrived !== 'number' || typeof device !== 'string') return null;
      if (now - arrived > qrTimes.claimMs) return null;
      return { session, step, arrived, device };
    },

    /** The hash of a browser's random number, as it is stored. */
    deviceHash: (device: string): string => short(`device ${device}`),
  };
}
export type Codes = ReturnType<typeof createCodes>;

/** A browser's random number. */
export const newDevice = (): string => randomBytes(16).toString('base64url');
