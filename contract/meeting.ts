import { z } from 'zod';

/** `holiday`: not held because of one; `moved`: held on another date instead. */
export const meetingStatuses = ['scheduled', 'holiday', 'cancelled', 'moved'] as const;
export type MeetingStatus = (typeof meetingStatuses)[number];

/** `weekly`: as the class is planned; `migrated`: held before meetings were recorded. */
export const meetingOrigins = ['weekly', 'moved', 'extra', 'migrated'] as const;

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** What happens with a class on a date (R-MEETING-1). */
export const meeting = z.object({
  id: z.number(),
  status: z.enum(meetingStatuses),
  /** Why it was cancelled, moved, covered or added; null without a reason. */
  reason: z.string().nullable(),
  origin: z.enum(meetingOrigins),
  /** The date that it was moved from, of one with the origin `moved`. */
  moved_from: z.string().nullable(),
  /** Where it is held instead, of one with the status `moved`. */
  moved_to: z
    .object({
      date: z.string(),
      /** `HH:mm` in the institute's time zone. */
      start_time: z.string(),
      end_time: z.string(),
      room_number: z.string(),
    })
    .nullable(),
  /** Who covers for the planned teacher; `payroll_id`: as `payroll_id` of the class. */
  cover: person.extend({ payroll_id: z.number().nullable().optional() }).nullable(),
  /** ISO 8601 UTC; null until somebody closes the roll. */
  closed_at: z.string().nullable(),
  /** It was closed, or the days for editing it have passed (R-ROLL-11). */
  roll_closed: z.boolean(),
  /** Grows with each change: sent back with one, it is refused when somebody was faster. */
  sequence: z.number(),
});
export type Meeting = z.output<typeof meeting>;
