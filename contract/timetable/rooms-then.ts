import { z } from 'zod';
import { judgedClass } from '../clash.ts';
import { date, idList, idParam, listOf, listQuery } from '../fields.ts';
import { classrooms } from './classroom.ts';

const { day_of_week, start_time, end_time, semester_id, weeks, effective_from } = judgedClass.shape;

/** The time of a weekly class that needs a room, as in its form, or a room whose classes need another. */
export const roomsThenQuery = z.strictObject({
  ...listQuery,
  /** Only these rooms. */
  id: idList.optional(),
  /** All classes of this room from `effective_from` (today) to `effective_to` instead of a weekly class. */
  of_classroom: idParam.optional(),
  effective_to: date.optional(),
  /** The class itself, which does not take its own room; omitted for a new one. */
  class_schedule: judgedClass.shape.id,
  /** Without all four of these fields, all rooms are free. */
  semester_id: semester_id.optional(),
  day_of_week: day_of_week.optional(),
  start_time: start_time.optional(),
  end_time: end_time.optional(),
  weeks,
  /** The first date; by default that of the class's change (R-MEETING-2). */
  effective_from,
});
export type RoomsThenQuery = z.output<typeof roomsThenQuery>;
/** When a class is held, as parameters of the call. */
export type ClassTime = Record<string, string | number>;

const roomThen = z.object({
  ...classrooms.row.shape,
  /** On how many dates the room is taken at the time of the class, or of one of them; 0 for a place without seats. */
  taken_dates: z.number(),
  /** On how many of the dates the room is closed. */
  closed_dates: z.number(),
});
export type RoomThen = z.output<typeof roomThen>;
export const roomsThen = listOf(roomThen);
