import type { FastifyRequest } from 'fastify';
import { hasAttended } from '#contract/status.ts';
import { BlockList, isIPv6 } from 'node:net';
import { checkInByQr, claimQr } from '#contract/attendance/qr.endpoints.ts';
import { notOurCode, qrShortCode, qrTimes, type QrCheckedIn } from '#contract/attendance/qr.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement, type HandlerOf } from '#server/platform/http/implement.ts';
import { publishMarks } from '#server/school/live-marks.ts';
import { refusalOf } from '../rolls/marking.ts';
import type { RecordedMarks } from '../rolls/queries.ts';
import { termsOf } from '../rolls/terms.ts';
import { ownStudent } from '#server/school/own-student.ts';
import { classesOfStudents, presentConflicts } from '#server/timetable/index.ts';
import { isCurrent, stepAt, type Codes } from './codes.ts';
import { deviceOf, rememberDevice } from './device.ts';
import {
  countTry,
  findSession,
  markOf,
  openSessionsOf,
  useCode,
  type Session,
  type Used,
} from './queries.ts';
import { opensAt } from './opening.ts';
import { codesOf } from './secret.ts';

/** Of a claim's body: there is no user yet who would limit what is sent. */
const maxClaimBytes = 1024;
/** Claims of one session in a minute: a lecture of a thousand, each three times. */
const maxClaims = 3000;
const claimWindowMs = 60_000;

const expired = 'This code is over: scan the one that is shown now';
const used = 'You have used this code before: scan the one that is shown now';

/** Claims without sign-in, and check-ins (R-QR-3). */
export function checkInRoutes(api: Api, context: AppContext): void {
  const { database, clock, config, live } = context;
  const isNear = networkCheck(config.qrNetworks);
  const counts = new Map<number, { since: number; claims: number }>();
  const secure = config.publicUrl.startsWith('https:');

  /** Only who has scanned a code counts: others cannot use up a session's claims. */
  function assertNotTooMany(session: number, now: number): void {
    const known = counts.get(session);
    const count = known && now - known.since < claimWindowMs ? known : { since: now, claims: 0 };
    count.claims++;
    if (counts.size > 10_000) counts.clear();
    counts.set(session, count);
    if (count.claims > maxClaims)
      throw new ApiError(
        429,
        { detail: 'Too many phones check in to this class at once: scan again in a minute.' },
        { 'retry-after': '60' },
      );
  }

  const claim: HandlerOf<typeof claimQr> = async (request, reply) => {
    const field = 'token';
    if (!isNear(request)) throw validationError(field, outside);
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
    const student = ownStudent(request.user);
    const codes = await codesOf(database);
    const redeemed =
      'claim' in request.body
        ? await fromClaim(codes, request.body.claim, request)
        : await fromDigits(codes, student, request.body.code, request);
    const device = redeemed.device ?? codes.deviceHash(rememberDevice(request, reply, secure));
    return checkIn(request.user, { ...redeemed, student, device });
  });

  type Redeemed = Omit<Used, 'student' | 'device'> & { device: string | null };

  async function fromClaim(codes: Codes, text: string, request: FastifyRequest): Promise<Redeemed> {
    if (!isNear(request)) throw validationError('claim', outside);
    const claim = codes.readClaim(text, clock.now().epochMilliseconds);
    if (!claim) throw validationError('claim', expired);
    const device = deviceOf(request);
    if (device === null || codes.deviceHash(device) !== claim.device)
      throw validationError(
        'claim',
        'This code was scanned with another browser: scan it with this one',
      );
    const session = await findSession(database, claim.session);
    if (!session) throw validationError('claim', expired);
    const arrived_at = new Date(claim.arrived).toISOString();
    return { session, step: claim.step, device: claim.device, arrived_at };
  }

  /** The digits name no class: they are compared with those of the student's own classes (R-QR-4). */
  async function fromDigits(
    codes: Codes,
    student: number,
    digits: string,
    request: FastifyRequest,
  ): Promise<Redeemed> {
    if (!isNear(request)) throw validationError('code', outside);
    const now = clock.now().epochMilliseconds;
    if ((await countTry(database, student, stepAt(now))) > qrShortCode.tries)
      throw new ApiError(
        429,
        { detail: 'Too many tries: wait for the next code.' },
        { 'retry-after': String(qrTimes.stepMs / 1000) },
      );
    const sessions = await openSessionsOf(database, student, clock.today());
    const shown = [stepAt(now), stepAt(now) - 1];
    for (const session of sessions)
      for (const step of shown)
        if (codes.shortCodeOf({ session: session.id, step }) === digits)
          return { session, step, device: null, arrived_at: new Date(now).toISOString() };
    throw validationError(
      'code',
      sessions.length === 0
        ? 'None of your classes takes check-ins now'
        : 'These digits are not shown in one of your classes now: type the ones that are',
    );
  }

  async function checkIn(user: CurrentUser, use: Used): Promise<QrCheckedIn> {
    const { session, student, arrived_at } = use;
    assertOpen(session, arrived_at);
    const roll = { class_schedule: session.class_schedule, date: session.date };
    const terms = termsOf(context, user);
    const recorded = await inTransaction(database, async (trx) => {
      const done = await useCode(trx, use, {
        request: null,
        keys: [student],
        classSchedule: roll.class_schedule,
        date: roll.date,
        status: 'Present',
        how: 'qr',
        user: user.id,
        now: clock.now().toString(),
        // Here the student's own mark is meant: by the code of the room, not by their word.
        terms: { ...terms, mail: '', made_at: arrived_at },
      });
      if (done) await assertTaken(done, use);
      return done;
    });
    const [mark] = recorded?.marks ?? [];
    if (mark && (mark.outcome === 'marked' || mark.outcome === 'changed'))
      publishMarks(live, roll, [student]);
    const stands = await markOf(database, student, roll);
    // Sent again after the answer was lost: the same answer. Taken back meanwhile: not again.
    if (!stands || (recorded === null && !hasAttended(stands.status)))
      throw new ApiError(409, { detail: used });
    return {
      status: stands.status,
      arrived_at: new Date(stands.marked_at).toISOString(),
      late_minutes: stands.late_minutes,
      already: recorded === null || mark?.outcome === 'already',
      subject_name: session.subject_name,
      subject_code: session.subject_code,
      start_time: session.starts_at.slice(11),
      end_time: session.ends_at.slice(11),
      room_number: session.room_number,
    };
  }

  /** The session was open when the code arrived, and the class was not over. */
  function assertOpen(session: Session, arrived_at: string): void {
    const arrived = Temporal.Instant.from(arrived_at);
    const local = arrived.toZonedDateTimeISO(clock.timeZone).toPlainDateTime().toString();
    const { opens_before_minutes } = context.settings.current();
    const isShut =
      session.closed_at !== null &&
      Temporal.Instant.compare(arrived, Temporal.Instant.from(session.closed_at)) >= 0;
    if (isShut)
      throw new ApiError(409, { detail: 'Check-in by QR code was closed for this class.' });
    if (local >= session.ends_at) throw new ApiError(409, { detail: 'This class is over.' });
    const opens = opensAt(session.starts_at, opens_before_minutes);
    if (local < opens)
      throw new ApiError(409, { detail: `Check-in opens at ${opens.slice(11, 16)}.` });
  }

  /** @throws ApiError which undoes the transaction; for who is in another class it names that. */
  async function assertTaken({ problem, marks }: RecordedMarks, use: Used): Promise<void> {
    const { session, student } = use;
    if (problem === 'closed')
      throw new ApiError(409, {
        detail: 'The roll of this class is closed: speak to the teacher.',
      });
    if (problem) throw await refusalOf(context, problem, session.class_schedule, session.date);
    const [mark] = marks;
    if (mark?.outcome !== 'not_enrolled') return;
    const classes = presentConflicts(
      clock,
      await classesOfStudents(database, [student], session.date),
      session.date,
    );
    throw new ApiError(409, { detail: notHere(classes) });
  }
}

const outside = 'Check-in by QR code works only in the network of the institute';

/** Which class a student who is not enrolled here has now, in words for the student. */
function notHere(classes: ReturnType<typeof presentConflicts>): string {
  const mine = classes.find(({ currentClass }) => currentClass);
  if (!mine) return 'You are not enrolled in this class. You have no class now.';
  const { subject, classroom, start_time, end_time } = mine;
  const named = `${subject.subject_code} ${subject.subject_name}`;
  const times = `${start_time} to ${end_time}`;
  return `You are not enrolled in this class. Now you have ${named}, ${times}, room ${classroom.room_number}.`;
}

/** Whether a request comes from one of the networks; without networks each does. */
function networkCheck(networks: readonly string[]): (request: FastifyRequest) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return ({ ip }) => {
    const plain = ip.replace(/^::ffff:/, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
