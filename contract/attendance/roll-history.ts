import { z } from 'zod';
import { actionFailure, changedMarks, ways } from '../marks.ts';
import { classSchedule } from '../mark-bodies.ts';
import { statuses, rollStatuses } from '../status.ts';
import { date, id, idParam } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../texts.ts';

/**
 * A closing or reopening of a roll, or a later correction of its teacher or room; `by` is null when it was closed
 * automatically.
 */
const rollEvent = z.object({
  kind: z.enum(['closed', 'reopened', 'undone', 'covered', 'other_room']),
  by: z.string().nullable(),
  at: z.string(),
  reason: z.string().nullable(),
  /** Number of students whom closing marked absent, or who became N/A again. */
  students: z.number(),
});
export type RollEvent = z.output<typeof rollEvent>;
export const rollEvents = z.object({
  results: z.array(rollEvent),
  /** Whether the roll is closed and the user may reopen it (R-ROLL-11), with a reason once `edit_days` have passed. */
  may_reopen: z.boolean(),
});
export type RollEvents = z.output<typeof rollEvents>;
export const rollEventsQuery = z.strictObject({ class_schedule: idParam, date });

/** One change of a mark. */
export const historyRow = z.object({
  id: z.number(),
  from: z.enum(statuses).nullable(),
  /** null when the mark was withdrawn. */
  to: z.enum(statuses).nullable(),
  how: z.enum(ways),
  /** How the mark was made that an undo, or a merge, brought back; null where it was made as `how` says. */
  mark_how: z.enum(ways).nullable(),
  changed_by: z.string().nullable(),
  /** When the server received it. */
  changed_at: z.string(),
  /** The time of a mark that waited for the network. */
  made_at: z.string().nullable(),
  late_minutes: z.number().nullable(),
  left_early_minutes: z.number().nullable(),
  excused: z.boolean(),
});

/** One change of a mark, with the student. */
const rollChange = historyRow.extend({
  student: z.number(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});
export type RollChange = z.output<typeof rollChange>;
/** Oldest first; a roll with more than 9,999 changes lists the newest. */
export const rollHistory = z.object({ results: z.array(rollChange) });
export const rollHistoryQuery = rollEventsQuery;

const ids = (what: string) =>
  z
    .array(id, messages.required)
    .min(1, messages.required)
    .max(limits.bulkStudents, `must be at most ${limits.bulkStudents} ${what}`);

/**
 * Undoes changes of marks: each student gets the status and the details from before the change
 * again (R-ROLL-19). `changes` are ids of the roll's history. With `student` instead it is the latest
 * change of each, if the caller made it and it gave the student this `status`. `date` defaults to today.
 */
export const undoMarks = z
  .strictObject({
    class_schedule: classSchedule,
    date: date.optional(),
    changes: ids('changes').optional(),
    student: ids('students').optional(),
    status: z.enum(rollStatuses).optional(),
  })
  .refine(({ changes, student }) => (changes === undefined) !== (student === undefined), {
    path: ['changes'],
    message: messages.required,
  })
  .refine(({ student, status }) => (student === undefined) === (status === undefined), {
    path: ['status'],
    message: messages.required,
  });

/** Students whose marks were restored, and reasons for the others. */
export const undoneMarks = changedMarks.extend({ fail: z.array(actionFailure) });
export type UndoneMarks = z.output<typeof undoneMarks>;
