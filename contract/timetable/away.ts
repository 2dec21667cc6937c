import { z } from 'zod';
import { date, id, optionalText, time, whole } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../texts.ts';
import { meetingStatuses } from './meeting.ts';

/** From `from_time` on the first day until `to_time` on the last; whole days without times. */
export const awayPeriod = {
  from: date,
  to: date,
  from_time: time.optional(),
  to_time: time.optional(),
};

/** The columns of a meeting whose teacher is away, or whose room is closed. */
export const meetingOfAway = {
  id: z.number(),
  /** Sent back with a change, which is refused if somebody else changed it first. */
  sequence: z.number(),
  class_schedule: z.number(),
  date: z.string(),
  /** `HH:mm`. */
  start_time: z.string(),
  end_time: z.string(),
  /** It has ended; its roll was not begun. */
  over: z.boolean(),
  status: z.enum(meetingStatuses),
  reason: z.string().nullable(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  /** All of its rooms, as one text. */
  room_number: z.string(),
  number_of_students: z.number(),
};

/** Who or what has a meeting's place instead; null cancels it. */
type Choice = Record<string, unknown> & { id: number };

/** A list of meetings, each once, with what happens with it. */
export const chosenMeetings = <Shape extends z.ZodRawShape>(choice: Shape) =>
  z
    .array(
      z.strictObject({ id, sequence: whole(0, 2_147_483_647).optional(), ...choice }),
      'must be a list of meetings',
    )
    .max(limits.meetingsAtOnce, `must name at most ${limits.meetingsAtOnce}`)
    .refine(
      (meetings) => new Set((meetings as Choice[]).map((it) => it.id)).size === meetings.length,
      'must name each meeting once',
    );

/** The reason of a change, and its confirmation where it causes clashes. */
export const becauseOf = {
  reason: optionalText(limits.reasonLength),
  confirm: z.boolean('must be true or false').optional(),
};

/** Adds the error of a missing reason. */
export const requireReason = (
  context: z.RefinementCtx,
  reason: string | null | undefined,
  isRequired: boolean,
): void => {
  if (isRequired && !reason)
    context.addIssue({ code: 'custom', path: ['reason'], message: messages.required });
};
