import { z } from 'zod';
import { idParam, reference } from '../fields.ts';
import { awayPeriod, becauseOf, chosenMeetings, meetingOfAway, requireReason } from './away.ts';

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

export const awayQuery = z.strictObject({ teacher: idParam, ...awayPeriod });

/** A teacher who is free at the time of a meeting. */
const coverProposal = person.extend({
  teaches_subject: z.boolean(),
  /** Their classes in that week, from Monday. */
  minutes_in_week: z.number(),
});
export type CoverProposal = z.output<typeof coverProposal>;

/** A meeting of an absent teacher: planned with them, or covered by them. */
const awayMeeting = z.object({
  ...meetingOfAway,
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
    meetings: chosenMeetings({
      /** The covering teacher; null cancels, `others` leaves it to the other teachers of the class. */
      cover: z.union([reference(), z.literal('others')]).nullable(),
    }).min(1, 'must name at least one'),
    /** `reason` is required when a meeting is cancelled; `confirm` when a covering teacher has another class then. */
    ...becauseOf,
  })
  .superRefine(({ meetings, reason }, context) =>
    requireReason(
      context,
      reason,
      meetings.some(({ cover }) => cover === null),
    ),
  );
