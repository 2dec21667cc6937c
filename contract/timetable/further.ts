import { z } from 'zod';
import { id, reference } from '../fields.ts';
import { limits } from '../limits.ts';

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** Ids in their order, each once; null and an empty list are none. */
const orderedIds = (of: string) =>
  z
    .array(id, { error: `must be a list of ${of}` })
    .max(limits.furtherOfClass, `must name at most ${limits.furtherOfClass}`)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each one once')
    .nullish();

/** Teachers of a class besides its first one, in order (R-TEACH-1). */
export const coTeacherIds = orderedIds('teachers');
/** Rooms of a class besides its first one, in order (R-CLASS-8). */
export const moreRoomIds = orderedIds('rooms');

/**
 * Pay codes of further teachers, by the teacher's id: null is the class's. Teachers who are not named keep theirs. Only
 * users who may edit Payrolls send it.
 */
export const coTeacherPay = z
  .record(
    z.string().regex(/^[1-9]\d{0,14}$/, 'must name teachers by their ids'),
    reference().nullable(),
    'must name pay codes by teacher',
  )
  .refine(
    (codes) => Object.keys(codes).length <= limits.furtherOfClass,
    `must name at most ${limits.furtherOfClass}`,
  )
  .nullish();

/**
 * The further teachers of a class in an answer: on a date those who are there, with a cover instead
 * of whom it replaces.
 */
export const coTeachers = z.array(person);
/** The further rooms of a class in an answer; `capacity` as that of its first room. */
export const moreRooms = z.array(
  z.object({ id: z.number(), room_number: z.string(), capacity: z.number() }),
);

/** A place of a teacher at a meeting (R-TEACH-2). */
export const place = z.object({
  /** The planned teacher. */
  teacher: person,
  /** Who covers them. */
  cover: person.extend({ payroll_id: z.number().nullable().optional() }).nullable(),
  /** The others teach without them: no check-in is expected. */
  away: z.boolean(),
});
export type Place = z.output<typeof place>;

/** The check-in of a place. */
export const placeCheckIn = z.object({
  /** Who checked in, and is paid. */
  teacher: person,
  /** The id of the teacher of the class whose place it is. */
  place: z.number(),
  status: z.enum(['pending', 'completed']),
});
export type PlaceCheckIn = z.output<typeof placeCheckIn>;
