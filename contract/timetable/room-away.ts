import { z } from 'zod';
import { idParam, reference } from '../fields.ts';
import { closedWith } from './room-closing.ts';
import { awayPeriod, becauseOf, chosenMeetings, meetingOfAway, requireReason } from './away.ts';

export const roomAwayQuery = z.strictObject({ classroom: idParam, ...awayPeriod });

/** A room that is open and free at the time of a meeting. */
const roomProposal = z.object({
  id: z.number(),
  room_number: z.string(),
  /** Seats; 0 is a place without seats, which holds any number. */
  capacity: z.number(),
  /** Students without a seat; 0 where the room is large enough. */
  missing_seats: z.number(),
  /** Features of the closed room that this one lacks. */
  missing_features: z.array(z.string()),
});
export type RoomProposal = z.output<typeof roomProposal>;

/** A meeting in a room that cannot be used: held there, or moved from there to another room. */
const meetingOfRoom = z.object({
  ...meetingOfAway,
  /** It is planned in the room and takes place in another one. */
  moved: z.boolean(),
  /** The names of its teachers. */
  teachers: z.string(),
  /** Free rooms, those that are large enough and have the features first, then the smallest: the first ones. */
  proposals: z.array(roomProposal),
});
export type MeetingOfRoom = z.output<typeof meetingOfRoom>;

const closingOfRoom = z.object({
  id: z.number(),
  closed_from: z.string(),
  closed_to: z.string(),
  reason: z.string(),
  /** The change that closed it and moved or cancelled classes; null for a closing alone. */
  with: closedWith,
});
export type ClosingOfRoom = z.output<typeof closingOfRoom>;

export const roomAwayAnswer = z.object({
  meetings: z.array(meetingOfRoom),
  /** There are more than one step can change. */
  more: z.boolean(),
  /** The closings of the room that include a day of the period. */
  closings: z.array(closingOfRoom),
});

/** Moves and cancels meetings of a room in one step, and closes it for new ones: all or none. */
export const roomAwayChange = z
  .strictObject({
    classroom: reference(),
    meetings: chosenMeetings({
      /** The room in place of the closed one; null cancels. */
      room: reference().nullable(),
    }),
    /** The days on which the room is closed; without it the room stays open. Needs Classroom edit. */
    close: z
      .strictObject({ from: awayPeriod.from, to: awayPeriod.to })
      .refine(({ from, to }) => from <= to, {
        path: ['to'],
        message: 'must not be before the first day',
      })
      .optional(),
    /**
     * `reason` is required when a meeting is cancelled or the room is closed; `confirm` when a room is taken,
     * closed or too small.
     */
    ...becauseOf,
  })
  .superRefine(({ meetings, close, reason }, context) => {
    if (meetings.length === 0 && !close)
      context.addIssue({
        code: 'custom',
        path: ['meetings'],
        message: 'must name at least one',
      });
    requireReason(
      context,
      reason,
      close !== undefined || meetings.some(({ room }) => room === null),
    );
  });
