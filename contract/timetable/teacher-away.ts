import { z } from 'zod';
import { date, id, idParam, optionalText, reference, time, whole } from '../fields.ts';
import { limits } from '../limits.ts';
import { meetingStatuses } from './meeting.ts';
import { messages } from '../texts.ts';

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** From `from_time` on the first day until `to_time` on the last; whole days without times. */
export const awayQuery = z.strictObject({
  teacher: idParam,
  from: date,
  to: date,
  from_time: time.optional(),
  to_time: time.optional(),
});

/** A teacher who is free at the time of a meeting. */
const coverProposal = person.extend({
  teaches_subject: z.boolean(),
  /** Their classes in that week, from Monday. */
  minutes_in_week: z.number(),
});
export type CoverProposal = z.output<typeof coverProposal>;

/** A meeting of an absent teacher: planned with them, or covered by them. */
const awayMeeting = z.object({
  id: z.number(),
  /** Sent back with a change, which is refused if somebody else changed it first. */
  sequence: z.number(),
  class_schedule: z.number(),
  date: z.string(),
  /** `HH:mm`. */
  start_time: z.string(),
  end_time: z.string(),
  status: z.enum(meetingStatuses),
  reason: z.string().nullable(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  room_number: z.string(),
  number_of_students: z.number(),
  planned: person,
  /** The covering teacher; the absent teacher, where they cover. */
  cover: person.nullable(),
  /** Other teachers who are there: they can teach without the absent one. */
  others: z.array(person),
  /** The others teach without the absent teacher. */
  away: z.boolean(),
  /** The absent teacher's place has a check-in: it can be cancelled, but no longer covered. */
  checked_in: z.boolean(),
  /** Free teachers, those who teach the subject first, then by their hours: the first ones. */
  proposals: z.array(coverProposal),
});
export type AwayMeeting = z.output<typeof awayMeeting>;
export const awayAnswer = z.object({
  meetings: z.array(awayMeeting),
  /** There are more than one step can change. */
  more: z.boolean(),
});

/** Cancels and covers meetings of a teacher in one step, all or none. */
export const awayChange = z
  .strictObject({
    teacher: reference(),
    meetings: z
      .array(
        z.strictObject({
          id,
          sequence: whole(0, 2_147_483_647).optional(),
          /** The covering teacher; null cancels, `others` leaves it to the other teachers of the class. */
          cover: z.union([reference(), z.literal('others')]).nullable(),
        }),
        'must be a list of meetings',
      )
      .min(1, 'must name at least one')
      .max(limits.meetingsAtOnce, `must name at most ${limits.meetingsAtOnce}`),
    /** Required when a meeting is cancelled. */
    reason: optionalText(limits.reasonLength),
    /** Confirms that a covering teacher has another class then. */
    confirm: z.boolean('must be true or false').optional(),
  })
  .superRefine(({ meetings, reason }, context) => {
    if (!reason && meetings.some(({ cover }) => cover === null))
      context.addIssue({ code: 'custom', path: ['reason'], message: messages.required });
    if (new Set(meetings.map((meeting) => meeting.id)).size < meetings.length)
      context.addIssue({
        code: 'custom',
        path: ['meetings'],
        message: 'must name each meeting once',
      });
  });
