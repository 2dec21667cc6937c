import { z } from 'zod';
import { date, idList, listOf, listQuery, sortParam, whole } from '../fields.ts';

/**
 * How a student attended a subject between two dates: the recorded meetings (R-RATE-1), and how many
 * of them count with the rate of these dates alone (R-RATE-2).
 */
const absence = z.object({
  /** The student's. */
  id: z.number(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Listed by hand, or by a rule and accepted, in any subject (R-RED-2). */
  in_red_list: z.boolean(),
  subject: z.object({ id: z.number(), subject_name: z.string(), subject_code: z.string() }),
  present: z.number(),
  /** Of those, how often late. */
  late: z.number(),
  absent: z.number(),
  /** Of those, how many are excused. */
  excused: z.number(),
  /** The meetings that the rate is of: those that count. */
  counted: z.number(),
  /** Whole percent; null when no meeting counts. */
  rate: z.number().nullable(),
  /** The latest absence: its roll; null without one. */
  last: z
    .object({
      class_schedule: z.number(),
      date: z.string(),
      /** `HH:mm` in the institute's time zone. */
      start_time: z.string(),
    })
    .nullable(),
});
export type Absence = z.output<typeof absence>;

export const absences = listOf(absence).extend({
  /** The dates that are counted. */
  from_date: z.string(),
  to_date: z.string(),
});

export const absenceQuery = z.strictObject({
  ...listQuery,
  /** `to_date` when left out; at most 366 days before it. */
  from_date: date.optional(),
  /** Today when left out. */
  to_date: date.optional(),
  subject: idList.optional(),
  class_schedule: idList.optional(),
  /** Who taught the meeting: who covered, or else who was planned. */
  teacher: idList.optional(),
  /** Students of these cohorts, now. */
  cohort: idList.optional(),
  /** Percent: students whose rate is lower, also without an absence; without it those with one. */
  below: z.coerce.number().pipe(whole(1, 100)).optional(),
  ordering: sortParam(['absent', 'rate', 'last_name', 'student_id', 'subject', 'last'], '-absent'),
});
