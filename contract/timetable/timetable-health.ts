import { z } from 'zod';
import { clash, clashKinds } from '../clash.ts';
import { date, idParam, listOf, listQuery, oneOf, several, sortParam, time } from '../fields.ts';
import { weekdays } from '../weekdays.ts';

/** The checked period (R-HEALTH-1). */
const period = {
  /** By default the current semester, else the next one, else the last. */
  semester: idParam.optional(),
  /** By default today, or the first day of a semester that has not begun or is over. */
  from_date: date.optional(),
  /** By default the last day of the semester. */
  to_date: date.optional(),
  /** Checks the weekly plan instead of the actual dates: without changes and holidays. */
  week: oneOf(['usual']).optional(),
};
const healthPeriodQuery = z.strictObject(period);
export type HealthPeriodQuery = z.output<typeof healthPeriodQuery>;

/** The checked period; null without a semester. */
const checked = z
  .object({
    semester: z.object({
      id: z.number(),
      year: z.number(),
      semester: z.number(),
      batch: z.string(),
    }),
    from: z.string(),
    to: z.string(),
  })
  .nullable();

/** Minutes without a class that count as a break; shorter ones do not (R-HEALTH-3). */
const breakMinutes = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 240, 'must be from 1 to 240')
  .default(30);

const classOfClash = clash.shape.other.unwrap();

/** A clash of a class of the semester, listed once for both classes (R-HEALTH-2). */
const timetableClash = clash.omit({ class_schedule: true, subject: true }).extend({
  /** Its number in the list. */
  id: z.number(),
  /** The class, as it is held on the first date. */
  class: classOfClash,
});
export type TimetableClash = z.output<typeof timetableClash>;

export const timetableClashQuery = z.strictObject({
  ...period,
  ...listQuery,
  kind: several.pipe(z.array(z.enum(clashKinds, 'must be kinds of clashes'))).optional(),
  confirmed: oneOf(['yes', 'no']).optional(),
  /** `missing`: the number of missing seats. */
  ordering: sortParam(['date', 'dates', 'kind', 'missing'], 'date'),
});
export type TimetableClashQuery = z.output<typeof timetableClashQuery>;

export const timetableClashes = listOf(timetableClash).extend({
  period: checked,
  /** Numbers of each kind on all pages. */
  counts: z.array(
    z.object({ kind: z.enum(clashKinds), confirmed: z.boolean(), count: z.number() }),
  ),
});
export type TimetableClashes = z.output<typeof timetableClashes>;

/** A teacher's days (R-HEALTH-3). */
const teacherLoad = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  /** Minutes without a break on the worst day, and that day. */
  longest_stretch: z.number(),
  longest_on: z.string(),
  /** Minutes of classes, and of gaps between them, in an average week with classes. */
  minutes_in_week: z.number(),
  gap_in_week: z.number(),
  days: z.number(),
  classes: z.number(),
});
export type TeacherLoad = z.output<typeof teacherLoad>;

export const teacherLoadQuery = z.strictObject({
  ...period,
  ...listQuery,
  break: breakMinutes,
  ordering: sortParam(
    ['name', 'longest_stretch', 'minutes_in_week', 'gap_in_week'],
    '-longest_stretch',
  ),
});
export type TeacherLoadQuery = z.output<typeof teacherLoadQuery>;
export const teacherLoads = listOf(teacherLoad).extend({ period: checked });

/** A student with gaps between the classes of a day (R-HEALTH-4). */
const studentGaps = z.object({
  id: z.number(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Minutes of the week. */
  gap: z.number(),
  gaps: z.number(),
  longest_gap: z.number(),
  /** Days of the week with classes. */
  days: z.number(),
  minutes: z.number(),
  /** The examined week: the one of the period with the most classes. */
  monday: z.string(),
});
export type StudentGaps = z.output<typeof studentGaps>;

export const studentGapsQuery = z.strictObject({
  ...period,
  ...listQuery,
  break: breakMinutes,
  ordering: sortParam(['student_id', 'gap', 'longest_gap', 'days'], '-gap'),
});
export type StudentGapsQuery = z.output<typeof studentGapsQuery>;
export const studentsWithGaps = listOf(studentGaps).extend({ period: checked });

/** The opening hours of rooms; minutes used outside of them do not count (R-HEALTH-5). */
const opening = {
  open_from: time.default('08:00'),
  open_to: time.default('18:00'),
};

const roomUse = z.object({
  id: z.number(),
  room_number: z.string(),
  capacity: z.number(),
  classes: z.number(),
  used_minutes: z.number(),
  opening_minutes: z.number(),
  /** Whole percent, rounded down; null for a room that is never open. */
  utilisation: z.number().nullable(),
});
export type RoomUse = z.output<typeof roomUse>;

export const roomUseQuery = z.strictObject({
  ...period,
  ...listQuery,
  ...opening,
  /** `unused`: only rooms without any class. */
  use: oneOf(['unused', 'used']).optional(),
  ordering: sortParam(['room_number', 'capacity', 'utilisation', 'classes'], 'utilisation'),
});
export type RoomUseQuery = z.output<typeof roomUseQuery>;
export const roomUses = listOf(roomUse).extend({ period: checked });

export const roomHoursQuery = z.strictObject({ ...period, ...opening });

/** The use of all rooms, by day of the week and hour. */
export const roomHours = z.object({
  period: checked,
  rooms: z.number(),
  hours: z.array(
    z.object({
      day_of_week: z.enum(weekdays),
      /** The start of the hour: 8 is 08:00–09:00. */
      hour: z.number(),
      used_minutes: z.number(),
      opening_minutes: z.number(),
      /** Whole percent, rounded down. */
      utilisation: z.number(),
    }),
  ),
});
export type RoomHours = z.output<typeof roomHours>;
