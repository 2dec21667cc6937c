import { z } from 'zod';
import { ways } from '../marks.ts';
import { statuses, rollStatuses } from '../status.ts';
import { date, id, idParam } from '../fields.ts';

/** Held marks that one call decides at most, and that one answer lists. */
export const mostHeldMarks = 500;

/** With `class_schedule` and `date` those of one roll, otherwise all; undecided ones, the oldest first. */
export const heldMarksQuery = z.strictObject({
  class_schedule: idParam.optional(),
  date: date.optional(),
});

/** A mark that waited for the network and met a closed roll or an archived class (R-ROLL-25). */
const heldMark = z.object({
  id: z.number(),
  class_schedule: z.number(),
  date: z.string(),
  student: z.object({
    id: z.number(),
    student_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
  }),
  /** N/A: a withdrawal, of a mark with `from_status`. */
  status: z.enum(rollStatuses),
  from_status: z.enum(statuses).nullable(),
  how: z.enum(ways),
  /** Minutes that were entered by hand; null for none. */
  late_minutes: z.number().nullable(),
  left_early_minutes: z.number().nullable(),
  /** Whether the mark excuses an absence. */
  excused: z.boolean(),
  /** When it was made by the sender's clock, and when it arrived; ISO 8601 UTC. */
  made_at: z.string(),
  received_at: z.string(),
  /** Who made it. */
  made_by: z.string().nullable(),
});
export type HeldMark = z.output<typeof heldMark>;

export const heldMarks = z.object({
  results: z.array(heldMark),
  /** Also those that the answer does not list. */
  total: z.number(),
});

export const decideHeldMarks = z.strictObject({
  ids: z
    .array(id, 'must be a list of ids')
    .min(1, 'must not be empty')
    .max(mostHeldMarks, `must be at most ${mostHeldMarks} marks`),
  /** Writes the marks as of when they were made; false dismisses them. */
  accept: z.boolean('must be true or false'),
});

/** `fail`: marks that cannot be written, and stay held. */
export const decidedHeldMarks = z.object({
  results: z.array(z.object({ id: z.number(), student_id: z.string(), status: z.string() })),
  fail: z.array(z.object({ id: z.number(), student_id: z.string(), status: z.string() })),
});
export type DecidedHeldMarks = z.output<typeof decidedHeldMarks>;
