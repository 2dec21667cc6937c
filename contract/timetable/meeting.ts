import { z } from 'zod';
import { place } from './further.ts';

/** `holiday`: not held because of one; `moved`: held on another date instead. */
export const meetingStatuses = ['scheduled', 'holiday', 'cancelled', 'moved'] as const;

/** `weekly`: from the class's weekly pattern; `migrated`: held before meetings were recorded. */
const meetingOrigins = ['weekly', 'moved', 'extra', 'migrated'] as const;

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** A class on a date (R-MEETING-1). */
export const meeting = z.object({
  id: z.number(),
  status: z.enum(meetingStatuses),
  /** The reason why it was cancelled, moved, covered or added; null without one. */
  reason: z.string().nullable(),
  origin: z.enum(meetingOrigins),
  /** The original date of a meeting with the origin `moved`. */
  moved_from: z.string().nullable(),
  /** The new date of a meeting with the status `moved`. */
  moved_to: z
    .object({
      date: z.string(),
      /** `HH:mm` in the institute's time zone. */
      start_time: z.string(),
      end_time: z.string(),
      room_number: z.string(),
    })
    .nullable(),
  /** The covering teacher; `payroll_id`: as `payroll_id` of the class. */
  cover: person.extend({ payroll_id: z.number().nullable().optional() }).nullable(),
  /** Its places in order, where it has several teachers or one is away. */
  places: z.array(place).optional(),
  /** ISO 8601 UTC; null while the roll is open. */
  closed_at: z.string().nullable(),
  /** The roll is read-only: closed, of an archived class, or the days for editing it have passed (R-ROLL-11). */
  roll_closed: z.boolean(),
  /** The class was archived after its roll was begun, which stays on its date (R-MEETING-2). */
  archived: z.boolean(),
  /** Incremented with each change; a change that sends an older value is refused. */
  sequence: z.number(),
});
export type Meeting = z.output<typeof meeting>;
