import { z } from 'zod';
import { tapOutcomes } from './tap-outcomes.ts';
import { cleanText, id, idParam, listQuery } from '../fields.ts';

export const deviceLimits = {
  /** Characters of a name, and of a version that a device reports. */
  name: 60,
  /** Taps of one call. */
  taps: 500,
  /** Characters of a card as a reader sends it. */
  card: 64,
  /** How long a tablet can use its code, in minutes. */
  codeMinutes: 10,
  /** How far the time of a signed call may be from the server's, in milliseconds. */
  skewMs: 300_000,
  /** Unknown cards of a minute, after which answers say nothing about cards. */
  unknownCards: 10,
  /** Unknown cards of a device that are stored: the newest. */
  storedUnknownCards: 5000,
  /** Taps of a device that are held at most. */
  heldTaps: 5000,
} as const;

/** A reader has its own program; a tablet opens the page `/door`. */
const deviceKinds = ['reader', 'tablet'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Green: welcome; amber: go on, or elsewhere; red: not taken. */
const tapColours = ['green', 'amber', 'red'] as const;

/** A device as administrators see it. */
export const device = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(deviceKinds),
  classroom: z.object({ id: z.number(), room_number: z.string() }),
  /** Calls are signed, and the key alone is refused. */
  signs: z.boolean(),
  /** The page at the door shows who is still missing. */
  shows_names: z.boolean(),
  /** It has a key. */
  has_key: z.boolean(),
  /** ISO 8601 UTC; null when never. */
  seen_at: z.string().nullable(),
  /** It was seen, but not in the last 15 minutes. */
  is_silent: z.boolean(),
  revoked_at: z.string().nullable(),
  /** As it reports them. */
  version: z.string().nullable(),
  /** Percent. */
  battery: z.number().nullable(),
  /** Taps that it has not sent yet. */
  waiting: z.number().nullable(),
  taps_today: z.number(),
  /** Taps that wait for a decision: made before it was revoked, sent afterwards. */
  held: z.number(),
});
export type Device = z.output<typeof device>;

export const devices = z.object({ results: z.array(device), total: z.number() });

const flag = z.boolean('must be true or false');
const fields = {
  name: cleanText(deviceLimits.name, { as: 'line' }),
  classroom: id,
  shows_names: flag,
};
export const newDevice = z
  .strictObject({
    ...fields,
    kind: z.enum(deviceKinds, `must be one of ${deviceKinds.join(', ')}`),
    signs: flag.default(false),
    shows_names: flag.default(false),
  })
  .refine(({ kind, signs }) => kind === 'reader' || !signs, {
    path: ['signs'],
    message: 'is for readers',
  });
/** Another room holds from now on: earlier taps, also those still to come, count where it was. */
export const devicePatch = z.strictObject(fields).partial();

/** A key, shown once. */
export const deviceKey = z.object({ key: z.string() });
/** A code that a tablet exchanges for its key, once. */
export const deviceCode = z.object({
  code: z.string(),
  /** The page that takes it, for a QR code. */
  address: z.string(),
  /** ISO 8601 UTC. */
  expires_at: z.string(),
});
export type DeviceCode = z.output<typeof deviceCode>;

export const deviceParams = z.object({ id: idParam });
export const deviceTapsQuery = z.strictObject({
  limit: listQuery.limit,
  page: listQuery.page,
  held: z.enum(['true', 'false'], 'must be true or false').optional(),
});
/** A tap as administrators see it. */
const deviceTap = z.object({
  /** The number of the key, and of the tap: together they name it. */
  generation: z.number(),
  sequence: z.number(),
  /** As it was read; null after an erasure. */
  card: z.string().nullable(),
  /** It is a student ID, which the attendant typed. */
  typed: z.boolean(),
  /** ISO 8601 UTC. */
  tapped_at: z.string(),
  received_at: z.string(),
  outcome: z.enum(tapOutcomes),
  /** Who it was, or whose card a held one is now; null for unknown cards. */
  name: z.string().nullable(),
  student: z.number().nullable(),
  class_schedule: z.number().nullable(),
  date: z.string().nullable(),
});
export type DeviceTap = z.output<typeof deviceTap>;
export const deviceTaps = z.object({ results: z.array(deviceTap), total: z.number() });
/** Taps made before the device was revoked: marks now, or never. */
export const decideTaps = z.strictObject({
  accept: flag,
  /** Those to decide, by their numbers; without it, all that are held. */
  taps: z
    .array(
      z.strictObject({
        generation: z
          .number('must be a number')
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(2 ** 31 - 1, 'does not exist'),
        sequence: z.number('must be a number').int('must be a whole number'),
      }),
      'must be a list',
    )
    .min(1, 'must not be empty')
    .max(deviceLimits.taps, `must be at most ${deviceLimits.taps} taps`)
    .optional(),
});
export type HeldTaps = z.output<typeof decideTaps>['taps'];
/**
 * `held`: taps that were accepted and stay held, since they could mark no one: the card is unknown,
 * no class of the student was open then, or its roll is closed.
 */
export const decidedTaps = z.object({ decided: z.number(), held: z.number() });

/** By a clock that was set, or begins at 1970: ISO 8601 with an offset. */
const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant' })
  .refine((text) => /^(19[7-9]|20)\d/.test(text), 'must be from 1970 to 2099');

/** What a device sends: its own number and time of each tap. */
const tap = z.strictObject({
  /** Counts the taps of a key from 1; the same number again is the same tap. */
  sequence: z
    .number('must be a number')
    .int('must be a whole number')
    .positive('must be at least 1')
    .max(Number.MAX_SAFE_INTEGER),
  /** As the reader gives it. */
  card: z
    .string('must be text')
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must be plain text')
    .trim()
    .min(1, 'is required')
    .max(deviceLimits.card, `must be at most ${deviceLimits.card} characters`),
  /** By the device's clock: ISO 8601 with an offset. */
  at: instant,
  /** The attendant of a tablet, who knows its PIN, typed a student ID (R-DOOR-6). */
  typed: z.literal(true, 'must be true').optional(),
});
export const sentTaps = z.strictObject({
  /** The device's clock when it sends: the difference to the server's corrects each `at`. */
  now: instant.optional(),
  /**
   * How far the server's clock is ahead of the device's, in milliseconds, as measured by signed answers. It then
   * corrects each `at` instead of `now`: a call that somebody holds back does not move its taps.
   */
  clock_offset_ms: z
    .number('must be a number')
    .int('must be a whole number')
    .min(-deviceLimits.skewMs, 'must be at most 5 minutes')
    .max(deviceLimits.skewMs, 'must be at most 5 minutes')
    .optional(),
  version: cleanText(deviceLimits.name, { as: 'line' }).optional(),
  /** Percent. */
  battery: z.number('must be 0 to 100').int().min(0).max(100).optional(),
  /** Taps that it keeps besides these. */
  waiting: z.number('must be a number').int().min(0).max(1_000_000).optional(),
  taps: z
    .array(tap, 'must be a list')
    .max(deviceLimits.taps, `must be at most ${deviceLimits.taps} taps`)
    .refine(
      (taps) => new Set(taps.map(({ sequence }) => sequence)).size === taps.length,
      'must not contain a number twice',
    ),
});
export type SentTaps = z.output<typeof sentTaps>;

/** What to show for a tap. */
const answeredTap = z.object({
  sequence: z.number(),
  outcome: z.enum([...tapOutcomes, 'saved']),
  colour: z.enum(tapColours),
  /** At most 16 characters. */
  title: z.string(),
  /** At most 40 characters; may be empty. */
  line: z.string(),
  /** The first name of who tapped; null for unknown cards and on readers. */
  name: z.string().nullable(),
});
export type AnsweredTap = z.output<typeof answeredTap>;
export const answeredTaps = z.object({
  /** The server's clock, ISO 8601 UTC. */
  now: z.string(),
  /** In the order of their numbers. */
  taps: z.array(answeredTap),
});

/** A class at the door of a room. */
const doorClass = z.object({
  class_schedule: z.number(),
  date: z.string(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject_name: z.string(),
  subject_code: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  enrolled: z.number(),
  present: z.number(),
  /** First names and initials of who has no mark; empty unless the device shows names. */
  missing: z.array(z.string()),
});
export type DoorClass = z.output<typeof doorClass>;

/** What a device reads of itself. */
export const ownDevice = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(deviceKinds),
  /** The server's clock, ISO 8601 UTC. */
  now: z.string(),
  time_zone: z.string(),
  room_number: z.string(),
  shows_names: z.boolean(),
  /** The longest pause between two keys of a card reader, in milliseconds. */
  reader_gap_ms: z.number(),
  /** The class that takes taps or is held now, and the next one of the day. */
  current: doorClass.nullable(),
  next: doorClass.nullable(),
  /** The largest number that was received with this key; 0 for none. */
  last_sequence: z.number(),
});
export type OwnDevice = z.output<typeof ownDevice>;

const tenSigns = 'The code has 10 letters and digits';
export const enrolDevice = z.strictObject({
  code: z
    .string(tenSigns)
    .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
    .refine((text) => /^[0-9A-Z]{10}$/.test(text), tenSigns),
});
export const enrolledDevice = z.object({ id: z.number(), name: z.string(), key: z.string() });
