import type { FastifyRequest } from 'fastify';
import { storedCard } from '#contract/card-number.ts';
import type { AnsweredTap, SentTaps } from '#contract/attendance/device.ts';
import { doneOutcomes, type TapOutcome } from '#contract/attendance/tap-outcomes.ts';
import type { AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { pausedAnswer, shownFor } from './answers.ts';
import { publishTaps } from './publish-taps.ts';
import {
  findDoorClasses,
  findPlace,
  noteNotCheckedIn,
  recordTaps,
  type RecordedTap,
} from './queries.ts';
import { checkInByCard } from './teacher-check-in.ts';
import { doorTermsOf } from './terms.ts';
import { dropOldUnknownCards } from './unknown-cards.ts';

const notInUse = () =>
  new ApiError(
    401,
    { detail: 'This device takes no taps any more.' },
    { 'www-authenticate': 'Bearer' },
  );

type Sender = Pick<FastifyRequest, 'device' | 'log'>;

/** The room of a device, the class that is open there, and the next one. */
export async function ownDevice(context: AppContext, device: FastifyRequest['device']) {
  const { database, clock } = context;
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
}

/** Records the taps of a device, and answers each. */
export async function recordSentTaps(context: AppContext, body: SentTaps, sender: Sender) {
  const { database, clock, settings } = context;
  const { device } = sender;
  // Only tablets have an attendant (R-DOOR-6).
  if (device.kind !== 'tablet' && body.taps.some(({ typed }) => typed))
    throw validationError('taps', 'typed IDs are for tablets');
  const now = clock.now();
  const cards = settings.current();
  const behindMs =
    body.clock_offset_ms ??
    (body.now === undefined ? 0 : now.epochMilliseconds - Date.parse(body.now));
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
    terms: {
      ...doorTermsOf(context),
      corrected: body.now !== undefined || body.clock_offset_ms !== undefined,
    },
  });
  if (recorded.problem) throw notInUse();
  const answers = recorded.answers ?? [];
  publishTaps(context, answers);
  if (answers.some(({ outcome }) => outcome === 'unknown'))
    await dropOldUnknownCards(database, device.id);
  const taps: AnsweredTap[] = [];
  for (const tap of answers)
    taps.push(await answerOf(context, tap, sender, recorded.paused ?? false));
  return { now: now.toString(), taps };
}

/** A teacher's check-in is made here; sent again, it stands. */
async function answerOf(
  context: AppContext,
  tap: RecordedTap,
  { device, log }: Sender,
  isPaused: boolean,
): Promise<AnsweredTap> {
  const { sequence, outcome, teacher, class_schedule, date, at, name = null } = tap;
  const isMade =
    outcome !== 'teacher' ||
    !teacher ||
    !class_schedule ||
    !date ||
    (await checkInByCard(context, { teacher, class_schedule, date, at, device: device.id }, log));
  if (!isMade) await noteNotCheckedIn(context.database, { ...device, sequence });
  const shown = shownFor(isMade ? tap : { ...tap, outcome: 'not_checked_in' });
  if (isPaused || tap.silent) return { sequence, ...pausedAnswer, name: null };
  const mayName = isNamed(tap) && (device.kind === 'tablet' || device.shows_names);
  return { sequence, ...shown, name: mayName ? name : null };
}

/** Answers name the holder of a card where something was done for them: elsewhere a found card would tell its owner. */
const named = new Set<TapOutcome>([...doneOutcomes, 'not_checked_in']);
const isNamed = ({ outcome, facts }: RecordedTap): boolean =>
  named.has(outcome) || (outcome === 'repeat' && facts?.of !== undefined);
