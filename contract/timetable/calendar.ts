import { z } from 'zod';
import { date, idParam } from '../fields.ts';

/** The reason why a day has no classes; `none` when the timetable has none although it could. */
export const dayKinds = ['class_day', 'weekend', 'holiday', 'semester_break', 'none'] as const;
export type DayKind = (typeof dayKinds)[number];

/** The kinds of days in a period; the requested day with the nearest days that have classes. */
export const classDaysQuery = z.strictObject({ from: date, to: date, teacher: idParam.optional() });
export const classDays = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      kind: z.enum(dayKinds),
      /** Names of the holidays. */
      holidays: z.array(z.string()),
    }),
  ),
  /** Nearest dates with classes before `from` and after `to` (of the teacher, if one is named). */
  previous: z.string().nullable(),
  next: z.string().nullable(),
  /** Whether a class of the institute has students; until then it is being set up (R-SETUP-2). */
  is_set_up: z.boolean(),
});
export type ClassDays = z.output<typeof classDays>;

/**
 * Rolls that a holiday or a semester's dates would exclude: those taken from `from` to `to`; with
 * `semester`, those of its classes on all other days.
 */
export const takenRollsQuery = z.strictObject({
  from: date,
  to: date,
  semester: idParam.optional(),
});
export const takenRolls = z.object({
  /** Classes on dates with at least one mark. */
  rolls: z.number(),
  /** The first and the last of these dates. */
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** With `semester`: how many of its classes name a week that lies outside of these dates (R-WEEK-2). */
  classes_losing_weeks: z.number(),
});
export type TakenRolls = z.output<typeof takenRolls>;
