import { z } from 'zod';
import {
  cleanText,
  id,
  idParam,
  instant,
  isUuid,
  listOf,
  listQuery,
  oneOf,
  optionalText,
  sortParam,
  whole,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { buildingLimits, rollCallKinds } from './building-counts.ts';

/**
 * The state of a person follows from the marks of today (R-HERE-1): they are marked in the class now, arrived at a
 * door, have no mark, are absent, are absent with an excuse or on leave, or left before the end.
 */
const presenceStates = [
  'present',
  'arrived',
  'not_seen',
  'absent',
  'excused',
  'left_early',
] as const;

/**
 * Where a person is listed: in the room of a class that is held now; marked today and without a class now; a teacher
 * without a class now.
 */
const placeKinds = ['class', 'may_have_left', 'no_class'] as const;

/** A class now with its room, or people who have none; people name it by its position in the list. */
const placeOfPeople = z.object({
  kind: z.enum(placeKinds),
  /** The number of the room, with further rooms; null without one. */
  room: z.string().nullable(),
  /** The class: subject and group; null without one. */
  class_name: z.string().nullable(),
  /** `HH:mm`. */
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
});
export type PlaceOfPeople = z.output<typeof placeOfPeople>;

/** Ticks and marks change these fields of a person. */
const changing = {
  state: z.enum(presenceStates),
  /** When the state began, ISO 8601 UTC; null where nothing says so. */
  since: z.string().nullable(),
  /** Whether they are expected to be here: missing until they are accounted for. */
  expected: z.boolean(),
  /** By the tick that was made last. */
  accounted: z.boolean(),
  /** When that was made, ISO 8601 UTC, and by whom; null without a tick. */
  ticked_at: z.string().nullable(),
  ticked_by: z.string().nullable(),
  /** The version of the roll call at which the person changed last; 0 without a roll call. */
  version: z.number(),
};

/** A person who is here, or is expected to be. */
const personHere = z.object({
  /** The number in the list; of a running roll call it stays the same. */
  number: z.number(),
  /** Either of them. */
  student: z.number().nullable(),
  teacher: z.number().nullable(),
  /** The number that the institute has given a student. */
  student_id: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.string().nullable(),
  /** The position in `places`. */
  place: z.number(),
  ...changing,
});
export type PersonHere = z.output<typeof personHere>;

/** How many people a roll call has. */
const counts = {
  /** Everybody on the list. */
  listed: z.number(),
  /** The number of people who are expected to be here. */
  expected: z.number(),
  /** The number of expected people who are accounted for. */
  accounted: z.number(),
};

const runningRollCall = z.object({
  id: z.number(),
  kind: z.enum(rollCallKinds),
  note: z.string().nullable(),
  /** ISO 8601 UTC. */
  started_at: z.string(),
  started_by: z.string(),
});
export type RunningRollCall = z.output<typeof runningRollCall>;

/** The roll call that is running, without its people: every page asks for it, to announce it. */
export const rollCallNow = z.object({
  /** Null while none is running. */
  roll_call: runningRollCall.nullable(),
});

/** Who is here now, or the people of the roll call that is running (R-HERE-1). */
export const whoIsHere = z.object({
  /** Null while none is running. */
  roll_call: runningRollCall.nullable(),
  /** The version of the roll call that the list has; 0 without one. */
  version: z.number(),
  /** When the list was read, ISO 8601 UTC. */
  at: z.string(),
  /** The position in the live updates. */
  as_of: z.string(),
  places: z.array(placeOfPeople),
  people: z.array(personHere),
});
export type WhoIsHere = z.output<typeof whoIsHere>;

/** A roll call, and the version that the caller has. */
export const changesQuery = z.strictObject({
  roll_call: idParam,
  since: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number),
});

/** The end of a roll call, for pages on which it was running. */
const rollCallEnd = z.object({
  id: z.number(),
  kind: z.enum(rollCallKinds),
  /** ISO 8601 UTC. */
  ended_at: z.string(),
  /** Null where it ended by itself after a day. */
  ended_by: z.string().nullable(),
  expected: z.number(),
  accounted: z.number(),
});
export type RollCallEnd = z.output<typeof rollCallEnd>;

/** The people who have changed since a version are answered whole, so that new ones are among them. */
export const changesSince = z.object({
  /** Whether the roll call is over. */
  ended: z.boolean(),
  /** By whom and with which figures; null while it is running. */
  end: rollCallEnd.nullable(),
  version: z.number(),
  as_of: z.string(),
  places: z.array(placeOfPeople),
  people: z.array(personHere),
});
export type ChangesSince = z.output<typeof changesSince>;

/** The data of an event: what `changesSince` has, or nothing where it is to be read. */
export type BuildingChange = { topic: string | null } & Partial<
  Omit<ChangesSince, 'as_of' | 'end'>
>;

export const buildingLiveQuery = z.strictObject({ since: cleanText(60).optional() });

export const newRollCall = z.strictObject({
  kind: oneOf(rollCallKinds),
  note: optionalText(limits.reasonLength),
});
export const rollCallStarted = z.object({ id: z.number() });

const tickNumber = whole(1, 2_000_000_000);

const tick = z
  .strictObject({
    /** The tick's number on its device: the same is taken once. */
    number: tickNumber,
    /** The number of the person on the list. */
    person: whole(1, buildingLimits.people),
    accounted: z.boolean('must be true or false'),
    /** When it was made, ISO 8601; one of the future counts as now, one from before the start as the start. */
    made_at: instant,
    /**
     * The number of an earlier tick of this device about this person, which then does not count: the ticks of others
     * stand. `accounted` is false then.
     */
    takes_back: tickNumber.optional(),
  })
  .refine(({ number, takes_back = 0 }) => takes_back < number, {
    path: ['takes_back'],
    message: 'must be an earlier tick',
  })
  .refine(({ accounted, takes_back }) => takes_back === undefined || !accounted, {
    path: ['accounted'],
    message: 'must be false',
  });

/** Ticks that one page has made, in one call. */
export const ticksBody = z.strictObject({
  roll_call: id,
  /** A random uuid of the page that made them: of two ticks made at one instant the greater one counts. */
  device: z.string('must be text').refine(isUuid, 'must be a uuid'),
  ticks: z
    .array(tick, 'must be a list')
    .min(1, 'must not be empty')
    .max(buildingLimits.ticks, `must have at most ${buildingLimits.ticks} entries`)
    .refine(
      (ticks) => new Set(ticks.map(({ number }) => number)).size === ticks.length,
      'names a number twice',
    ),
});
export type TicksBody = z.output<typeof ticksBody>;
export const ticksTaken = z.object({
  /** The roll call was over: they are stored as late, and change nothing. */
  late: z.boolean(),
  /** The version after them. */
  version: z.number(),
});

/** A roll call with its figures. */
const rollCall = z.object({
  ...runningRollCall.shape,
  /** ISO 8601 UTC; null while it is running. */
  ended_at: z.string().nullable(),
  ended_by: z.string().nullable(),
  ...counts,
  /** The number of expected people who are not accounted for. */
  missing: z.number(),
  /** Ticks that came after its end. */
  late: z.number(),
  /** Its people were deleted (`KEEP_DRILLS_DAYS`); the figures stay. */
  forgotten: z.boolean(),
});
export type RollCall = z.output<typeof rollCall>;

export const rollCallsQuery = z.strictObject({
  ...listQuery,
  kind: oneOf(rollCallKinds).optional(),
  ordering: sortParam(['started_at'], '-started_at'),
});
export const rollCalls = listOf(rollCall);

const lateTick = z.object({
  first_name: z.string(),
  last_name: z.string(),
  accounted: z.boolean(),
  made_at: z.string(),
  received_at: z.string(),
  made_by: z.string(),
});

/** The record of a roll call: everybody on its list, and what came too late. */
export const rollCallRecord = rollCall.extend({
  /** How many ticks it has, the late ones included. */
  ticks: z.number(),
  /** The first five hundred. */
  late_ticks: z.array(lateTick),
  places: z.array(placeOfPeople),
  people: z.array(personHere),
});
export type RollCallRecord = z.output<typeof rollCallRecord>;
