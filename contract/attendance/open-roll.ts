import { z } from 'zod';
import type { RollState } from '../roll-state.ts';
import { date, idList, listOf, listQuery, oneOf, sortParam } from '../fields.ts';

/** Whether the roll of a past class has no mark, or some are missing (R-ROLL-16). */
export const openRollStates = ['not_taken', 'in_progress'] as const satisfies RollState[];

/** The roll of a past class with students that is neither closed nor complete. */
const openRoll = z.object({
  /** The meeting's id. */
  id: z.number(),
  class_schedule: z.number(),
  date: z.string(),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  class_type: z.string(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  room_number: z.string(),
  /** The covering teacher, or the planned one. */
  teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  /** Further teachers who were there. */
  co_teachers: z.array(z.object({ id: z.number(), first_name: z.string(), last_name: z.string() })),
  number_of_students: z.number(),
  /** Number of students who are Present or Absent. */
  marked: z.number(),
  state: z.enum(openRollStates),
});
export type OpenRoll = z.output<typeof openRoll>;

export const openRolls = listOf(openRoll).extend({
  /**
   * Classes before this date are not listed: the day of the upgrade, or of the institute's first start.
   * Null when all are listed.
   */
  begins_on: z.string().nullable(),
  /** The dates that are listed. */
  from_date: z.string(),
  to_date: z.string(),
});

export const openRollQuery = z.strictObject({
  ...listQuery,
  /** 14 days before `to_date` when left out; at most 366 days. */
  from_date: date.optional(),
  /** Today when left out. */
  to_date: date.optional(),
  teacher: idList.optional(),
  subject: idList.optional(),
  state: oneOf(openRollStates).optional(),
  ordering: sortParam(['date', 'teacher'], '-date'),
});
