import { z } from 'zod';
import { date, idParam } from '../fields.ts';

export const emptyRollQuery = z.strictObject({ class_schedule: idParam, date });

/** Why the roll of a class has no students on a date (R-ROLL-20). */
export const emptyRoll = z.object({
  /** Students who are enrolled from a later date on, and the first of these dates. */
  later: z.number(),
  first_day: z.string().nullable(),
  /** Students whose enrolment ended earlier, and the last of these dates. */
  earlier: z.number(),
  last_day: z.string().nullable(),
});
export type EmptyRoll = z.output<typeof emptyRoll>;
