import { z } from 'zod';
import { date, idParam } from './fields.ts';

/** Why a day has no classes; `none` when nothing is on the timetable although it could be. */
export const dayKinds = ['class_day', 'weekend', 'holiday', 'semester_break', 'none'] as const;
export type DayKind = (typeof dayKinds)[number];

/** What kind of days a span holds; the day asked for with the nearest days that have classes. */
export const classDaysQuery = z.strictObject({ from: date, to: date, teacher: idParam.optional() });
export const classDays = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      kind: z.enum(dayKinds),
      /** The holidays' names. */
      holidays: z.array(z.string()),
    }),
  ),
  /** Nearest dates with classes before `from` and after `to` (of the teacher, if one is named). */
  previous: z.string().nullable(),
  next: z.string().nullable(),
});
export type ClassDays = z.output<typeof classDays>;
