import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { storedCard } from '#contract/card-number.ts';
import type { AnsweredTap, TapOutcome } from '#contract/attendance/device.ts';
import { getOwnDevice, sendTaps } from '#contract/attendance/devices.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { publishMarks } from '#server/school/live-marks.ts';
import { pausedAnswer, shownFor } from './answers.ts';
import { enrolRoutes } from './enrol.ts';
import { bodyHashOf } from './keys.ts';
import { findDoorClasses, findPlace, recordTaps, type RecordedTap } from './queries.ts';
import { checkInByCard } from './teacher-check-in.ts';
import { doorTermsOf } from './terms.ts';

/** 500 taps of some 150 bytes. */
const maxBytes = 128 * 1024;

const notInUse = () =>
  new ApiError(
    401,
    { detail: 'This device takes no taps any more.' },
    { 'www-authenticate': 'Bearer' },
  );

/** The calls of devices themselves (R-DOOR-4). */
export function tapRoutes(api: Api, context: AppContext): void {
  const { database, clock } = context;
  enrolRoutes(api, context);

  // A signature covers the hash of the body, and this the body.
  api.addHook('preParsing', async (request, _reply, payload) => {
    const isSigned = /^device /i.test(request.headers.authorization ?? '');
    // Without a device nothing was signed, and nothing is read here.
    if (!isSigned || !request.device) return payload;
    const body = await bodyOf(payload);
    if (bodyHashOf(body) !== request.headers['content-sha256'])
      throw new ApiError(401, { detail: 'The body is not the one that was signed.' });
    const again = Readable.from(body.length ? [body] : []);
    return Object.assign(again, { receivedEncodedLength: body.length });
  });

  implement(api, getOwnDevice, async ({ device }) => {
    if (device.is_revoked) throw notInUse();
    const [date = '', time = ''] = localNow(clock).split('T');
    const place = await findPlace(database, device, clock.now().toString());
    const classes = await findDoorClasses(database, device.id, {
      date,
      time,
      names: device.shows_names,
      terms: doorTermsOf(context),
    });
    const shown = classes.map(({ is_open, room_number: _room, ...one }) => ({ is_open, one }));
    const current = shown.find(({ is_open }) => is_open)?.one ?? null;
    const next = shown.find(({ one }) => one !== current && one.start_time > time)?.one ?? null;
    const { id, name, kind, shows_names } = device;
    return {
      id,
      name,
      kind,
      shows_names,
      now: clock.now().toString(),
      time_zone: clock.timeZone,
      reader_gap_ms: context.config.readerGapMs,
      ...place,
      current,
      next,
    };
  });

  implement(
    api,
    sendTaps,
    async (request, reply) => {
      const { device, body } = request;
      assertSequenceSigned(request);
      // Only tablets have an attendant (R-DOOR-6).
      if (device.kind !== 'tablet' && body.taps.some(({ typed }) => typed))
        throw validationError('taps', 'typed IDs are for tablets');
      const now = clock.now();
      const cards = context.settings.current();
      const behindMs = body.now === undefined ? 0 : now.epochMilliseconds - Date.parse(body.now);
      const { version, battery, waiting } = body;
      const recorded = await recordTaps(database, {
        device: device.id,
        generation: device.generation,
        taps: body.taps.map(({ at, ...tap }) => ({
          ...tap,
          plain: storedCard(tap.card, cards),
          at: new Date(Date.parse(at) + behindMs).toISOString(),
        })),
        about: {
          ...(version !== undefined && { version }),
          ...(battery !== undefined && { battery }),
          ...(waiting !== undefined && { waiting }),
        },
        now: now.toString(),
        terms: { ...doorTermsOf(context), corrected: body.now !== undefined },
      });
      if (recorded.problem) throw notInUse();
      const answers = recorded.answers ?? [];
      publishTaps(context, answers);
      const taps: AnsweredTap[] = [];
      for (const tap of answers) taps.push(await answerOf(tap, request, recorded.paused ?? false));
      reply.header('cache-control', 'no-store');
      return { now: now.toString(), taps };
    },
    { bodyLimit: maxBytes },
  );

  /** A teacher's check-in is made here; sent again, it stands. */
  async function answerOf(
    tap: RecordedTap,
    { device, log }: Pick<FastifyRequest, 'device' | 'log'>,
    isPaused: boolean,
  ): Promise<AnsweredTap> {
    const { sequence, outcome, teacher, class_schedule, date, at, name = null } = tap;
    const shown = shownFor(tap);
    if (outcome === 'teacher' && teacher && class_schedule && date) {
      const made = { teacher, class_schedule, date, at, device: device.id };
      const problem = await checkInByCard(context, made, log);
      if (problem !== null)
        Object.assign(shown, { colour: 'amber', title: 'Not checked in', line: 'See your screen' });
    }
    if (isPaused || tap.silent) return { sequence, ...pausedAnswer, name: null };
    const mayName = isNamed(tap) && (device.kind === 'tablet' || device.shows_names);
    return { sequence, ...shown, name: mayName ? name : null };
  }
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

/** Who tapped is named where something was done for them: elsewhere a found card would tell its owner. */
const named = new Set<TapOutcome>([
  'present',
  'late',
  'absent',
  'already',
  'superseded',
  'teacher',
]);
const isNamed = ({ outcome, facts }: RecordedTap): boolean =>
  named.has(outcome) || (outcome === 'repeat' && facts?.of !== undefined);

/** Announces the marks of taps, once for each roll. */
export function publishTaps({ live }: Pick<AppContext, 'live'>, taps: RecordedTap[]): void {
  const changed = taps.filter((tap) => tap.changed);
  const rolls = Map.groupBy(changed, ({ class_schedule, date }) => `${class_schedule} ${date}`);
  for (const of of rolls.values()) {
    const [{ class_schedule, date } = {}] = of;
    const students = of.flatMap(({ student }) => student ?? []);
    if (class_schedule && date) publishMarks(live, { class_schedule, date }, students);
  }
}

/** The signature covers the number of the first tap: a batch cannot be cut at its beginning. */
function assertSequenceSigned({
  headers,
  body,
}: FastifyRequest<{ Body: { taps: { sequence: number }[] } }>): void {
  const signed = headers['device-sequence'];
  if (signed === undefined) return;
  const first = Math.min(...body.taps.map(({ sequence }) => sequence));
  if (body.taps.length > 0 && String(first) !== signed)
    throw validationError('taps', 'do not begin with the number that was signed');
}
