import type { FastifyRequest } from 'fastify';
import { checkInByQr, claimQr } from '#contract/attendance/qr.endpoints.ts';
import { notOurCode, qrTimes } from '#contract/attendance/qr.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement, type HandlerOf } from '#server/platform/http/implement.ts';
import { ownStudent } from '#server/school/own-student.ts';
import { checkIn } from './check-in.ts';
import { createClaimLimit } from './claim-limit.ts';
import { isCurrent } from './codes.ts';
import { rememberDevice } from './device.ts';
import { networkCheck } from './network.ts';
import { expired, fromClaim, fromDigits } from './redeem.ts';
import { codesOf } from './secret.ts';

/** Limits the body of a claim: there is no user yet who would limit what is sent. */
const maxClaimBytes = 1024;

const outside = 'Check-in by QR code works only in the network of the institute';

/** Claims without sign-in, and check-ins (R-QR-3). */
export function checkInRoutes(api: Api, context: AppContext): void {
  const { database, clock, config } = context;
  const isNear = networkCheck(config.qrNetworks);
  const assertNear = (request: FastifyRequest, field: string) => {
    if (!isNear(request)) throw validationError(field, outside);
  };
  const assertNotTooMany = createClaimLimit();
  const secure = config.publicUrl.startsWith('https:');

  const claim: HandlerOf<typeof claimQr> = async (request, reply) => {
    const field = 'token';
    assertNear(request, field);
    const codes = await codesOf(database);
    const scanned = codes.readToken(request.body.token);
    if (!scanned) throw validationError(field, notOurCode);
    const now = clock.now().epochMilliseconds;
    if (!isCurrent(scanned.step, now)) throw validationError(field, expired);
    assertNotTooMany(scanned.session, now);
    const device = codes.deviceHash(rememberDevice(request, reply, secure));
    reply.header('cache-control', 'no-store');
    return {
      claim: codes.claimOf({ ...scanned, arrived: now, device }),
      expires_at: new Date(now + qrTimes.claimMs).toISOString(),
    };
  };
  implement(api, claimQr, claim, { bodyLimit: maxClaimBytes });

  implement(api, checkInByQr, async (request, reply) => {
    const { body, user } = request;
    const student = ownStudent(user);
    const codes = await codesOf(database);
    assertNear(request, 'claim' in body ? 'claim' : 'code');
    const redeemed =
      'claim' in body
        ? await fromClaim(context, codes, body.claim, request)
        : await fromDigits(context, codes, student, body.code);
    const device = redeemed.device ?? codes.deviceHash(rememberDevice(request, reply, secure));
    return checkIn(context, user, { ...redeemed, student, device });
  });
}
