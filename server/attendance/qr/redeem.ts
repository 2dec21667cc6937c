import type { FastifyRequest } from 'fastify';
import { qrShortCode, qrTimes } from '#contract/attendance/qr.ts';
import type { AppContext } from '#server/app-context.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { stepAt, type Codes } from './codes.ts';
import { deviceOf } from './device.ts';
import {
  assertStillHere,
  countTry,
  findSession,
  noneOpen,
  openSessionsOf,
  type Used,
} from './queries.ts';

export const expired = 'This code is over: scan the one that is shown now';

/** The session and the arrival that a claim or digits stand for; digits name no device. */
type Redeemed = Omit<Used, 'student' | 'device'> & { device: string | null };

/** Redeems a claim, which the browser that scanned the code has. */
export async function fromClaim(
  { database, clock }: AppContext,
  codes: Codes,
  text: string,
  request: FastifyRequest,
): Promise<Redeemed> {
  const claim = codes.readClaim(text, clock.now().epochMilliseconds);
  if (!claim) throw validationError('claim', expired);
  const device = deviceOf(request);
  if (device === null || codes.deviceHash(device) !== claim.device)
    throw validationError(
      'claim',
      'This code was scanned with another browser: scan it with this one',
    );
  const arrived_at = new Date(claim.arrived).toISOString();
  const session = await findSession(database, claim.session, arrived_at);
  if (!session) throw validationError('claim', expired);
  return { session, step: claim.step, device: claim.device, arrived_at };
}

/** The digits name no class: they are compared with those of the student's own classes (R-QR-4). */
export async function fromDigits(
  { database, clock }: AppContext,
  codes: Codes,
  student: number,
  digits: string,
): Promise<Redeemed> {
  const now = clock.now().epochMilliseconds;
  if ((await countTry(database, student, stepAt(now))) > qrShortCode.tries)
    throw new ApiError(
      429,
      { detail: 'Too many tries: wait for the next code.' },
      { 'retry-after': String(qrTimes.stepMs / 1000) },
    );
  const arrived_at = new Date(now).toISOString();
  const sessions = await openSessionsOf(database, student, {
    date: clock.today(),
    now: arrived_at,
  });
  const shown = [stepAt(now), stepAt(now) - 1];
  for (const session of sessions)
    for (const step of shown)
      if (codes.shortCodeOf({ session: session.id, step }) === digits)
        return { session, step, device: null, arrived_at };
  // Who was merged or erased since the sign-in was read is in no class, either.
  if (sessions.length === 0) await assertStillHere(database, student);
  throw validationError(
    'code',
    sessions.length === 0
      ? noneOpen
      : 'These digits are not shown in one of your classes now: type the ones that are',
  );
}
