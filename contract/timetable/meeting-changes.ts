import { z } from 'zod';
import { cleanText, date, id, optionalText, reference, time, whole } from '../fields.ts';
import { limits } from '../limits.ts';
import { meetingStatuses } from './meeting.ts';
import { coTeacherIds, moreRoomIds } from './further.ts';
import { timetableRule } from './timetable.ts';

const ids = z
  .array(id, 'must be a list of ids')
  .min(1, 'must name at least one')
  .max(limits.meetingsAtOnce, `must name at most ${limits.meetingsAtOnce}`);
/** The `sequence` of the meeting as it was read; only with one id. */
const sequence = whole(0, 2_147_483_647).optional();
const chosen = { ids, sequence };
const reason = optionalText(limits.reasonLength);
/**
 * Confirms the change although the teacher or the room has another class then, or the date is a
 * holiday.
 */
const confirm = z.boolean('must be true or false').optional();

/** Cancels meetings; their rolls become read-only, and their marks no longer count in rates. */
export const cancellation = z.strictObject({ ...chosen, reason: cleanText(limits.reasonLength) });
/** Restores meetings that were cancelled, or that a holiday removed. */
export const restoration = z.strictObject(chosen);
/** Without a teacher the cover ends. */
export const cover = z.strictObject({
  ...chosen,
  teacher_id: reference().nullable(),
  /** The planned teacher whose place it is, of several; the first one by default. */
  place: reference().optional(),
  /** The pay code of the cover; null for the class's own. Only users who may edit Payrolls send it. */
  payroll_id: reference().nullish(),
  reason,
  confirm,
});
/** `reason`: required where the roll is closed, or was taken on a past date (R-MEETING-12). */
export const roomChange = z.strictObject({
  ...chosen,
  /** The first room; further ones stay. */
  classroom_id: reference(),
  /** Replaces the further rooms. */
  more_rooms: moreRoomIds,
  reason,
  confirm,
});
/** Moves a meeting to another date, or to other times on the same date. */
export const move = z
  .strictObject({
    sequence,
    date,
    start_time: time,
    end_time: time,
    classroom_id: reference().optional(),
    /** Replaces the further rooms. */
    more_rooms: moreRoomIds,
    reason,
    confirm,
  })
  .superRefine(checkTimes);
/** Adds a meeting of a class, on a date that has none. */
export const extraMeeting = z
  .strictObject({
    class_schedule: reference(),
    date,
    start_time: time,
    end_time: time,
    classroom_id: reference().optional(),
    /** Its further rooms and teachers; by default those of the class then. */
    more_rooms: moreRoomIds,
    co_teachers: coTeacherIds,
    teacher_id: reference().optional(),
    reason,
    confirm,
  })
  .superRefine(checkTimes);

function checkTimes(values: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const [field, message] of Object.entries(timetableRule(values)))
    context.addIssue({ code: 'custom', path: [field], message });
}

/** The operation, which can be undone by its id while nothing else has changed these meetings. */
export const operationDone = z.object({
  /** Null when nothing had to be changed. */
  operation: z.number().nullable(),
  meetings: z.array(
    z.object({
      id: z.number(),
      class_schedule: z.number(),
      date: z.string(),
      status: z.enum(meetingStatuses),
    }),
  ),
});
export type OperationDone = z.output<typeof operationDone>;
