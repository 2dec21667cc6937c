import { z } from 'zod';
import { cleanText, date, idParam, reference } from '../fields.ts';
import { limits } from '../limits.ts';
import { isAfter } from '../resource.ts';

/** A class that takes place in a room while it is closed, on all of these dates. */
const classInClosedRoom = z.object({
  id: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  /** The first date and its times, `HH:mm`; how many dates. */
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  dates: z.number(),
});

/** The classes that a closing affects: those from today on, which keep their room (R-ROOM-1). */
const closingEffect = {
  /** Number of meetings. */
  meetings: z.number(),
  /** The first twenty classes. */
  classes: z.array(classInClosedRoom),
};

/** The change that closed a room, while it can be undone (R-ROOM-1). */
export const closedWith = z
  .object({
    operation: z.number(),
    /** How many meetings were moved or cancelled with it. */
    meetings: z.number(),
  })
  .nullable();

/** Days on which a room is closed, both included. */
const roomClosing = z.object({
  id: z.number(),
  classroom: z.object({ id: z.number(), room_number: z.string() }),
  closed_from: z.string(),
  closed_to: z.string(),
  reason: z.string(),
  /** The user who closed it. */
  by: z.string(),
  /** The change by which it was closed together with its classes; null for a closing alone. */
  with: closedWith,
  ...closingEffect,
});
export type RoomClosing = z.output<typeof roomClosing>;

/** Current and future closings, the first hundred. */
export const roomClosingsQuery = z.strictObject({ classroom: idParam.optional() });
export const roomClosingsAnswer = z.object({ results: z.array(roomClosing) });

export const newRoomClosing = z
  .strictObject({
    classroom_id: reference(),
    closed_from: date,
    closed_to: date,
    reason: cleanText(limits.reasonLength, { as: 'line' }),
    /** Returns the affected classes, and writes nothing. */
    preview: z.boolean('must be true or false').optional(),
  })
  .refine(({ closed_from, closed_to }) => !isAfter(closed_from, closed_to), {
    path: ['closed_to'],
    message: 'must not be before the first day',
  });
export const roomClosed = z.object({
  /** Null in a preview. */
  id: z.number().nullable(),
  ...closingEffect,
});
export type RoomClosed = z.output<typeof roomClosed>;
