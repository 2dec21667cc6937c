import { z } from 'zod';
import { date, idParam, oneOf } from '../fields.ts';
import { minimumSeats, wantedFeatures } from './room-feature.ts';
import { firstWeek, weeks } from '../week-fields.ts';
import { weekdays } from '../weekdays.ts';

/** Maximum rooms of a response. */
export const maxRooms = 500;

/** Rooms on a date or, with `day_of_week`, on that day of a usual week; today without either. */
export const freeRoomsQuery = z.strictObject({
  date: date.optional(),
  day_of_week: oneOf(weekdays).optional(),
  /** Of a usual week: only the classes of this semester; by default of all that have not ended. */
  semester: idParam.optional(),
  /** Only classes that are held in one of these weeks of their semester; for a usual week. */
  weeks,
  seats: minimumSeats.optional(),
  /** Excludes rooms without one of these features. */
  features: wantedFeatures.optional(),
});

/** A period in which a room is taken, and the class that takes it. */
const takenTime = z.object({
  class_schedule: z.number(),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  /** The weeks in which it is, `1-6,8`; null: every week, and on a date. */
  weeks: z.string().nullable(),
  first_week: firstWeek,
  subject_code: z.string(),
});

export const freeRooms = z.object({
  /** Null for a usual week. */
  date: z.string().nullable(),
  /** A holiday on the date: no classes take place. */
  holidays: z.array(z.string()),
  /** By their numbers; at most 500. */
  rooms: z.array(
    z.object({
      id: z.number(),
      room_number: z.string(),
      /** 0 is a place without seats. */
      capacity: z.number(),
      /** The reason why it is closed on the date; null when it is open, and of a usual week. */
      closed: z.string().nullable(),
      /** By start. */
      taken: z.array(takenTime),
    }),
  ),
  total: z.number(),
});
export type FreeRooms = z.output<typeof freeRooms>;
export type RoomOfDay = FreeRooms['rooms'][number];
