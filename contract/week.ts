import { z } from 'zod';
import { dayKinds } from './calendar.ts';
import { date, idList } from './fields.ts';
import { classSchedule } from './timetable.ts';

/** Classes of more in a week are not drawn, and not answered. */
export const maxWeekClasses = 300;

/** Whose week: classes that fit all of what is named. */
export const weekQuery = z.strictObject({
  /** Any date of the week; today when left out. */
  date: date.optional(),
  /** Who is planned or covers. */
  teacher: idList.optional(),
  classroom: idList.optional(),
  cohort: idList.optional(),
  /** Enrolled on the date of the class. */
  student: idList.optional(),
  subject: idList.optional(),
  semester: idList.optional(),
});

/** A class on its date, also one that was cancelled or moved to another. */
export const weekClass = classSchedule
  .pick({
    id: true,
    class_type: true,
    start_time: true,
    end_time: true,
    color_coding: true,
    subject: true,
    classroom: true,
    teacher: true,
    planned: true,
  })
  .extend({
    date: z.string(),
    meeting: classSchedule.shape.meeting.unwrap(),
    /** What the week plans, where times or room were changed by hand on this date; else null. */
    usual: z
      .object({ start_time: z.string(), end_time: z.string(), room_number: z.string() })
      .nullable(),
  });
export type WeekClass = z.output<typeof weekClass>;

export const week = z.object({
  /** From Monday to Sunday. */
  days: z.array(
    z.object({
      date: z.string(),
      kind: z.enum(dayKinds),
      /** The holidays' names. */
      holidays: z.array(z.string()),
    }),
  ),
  /** By date and start; empty where there are more than 300. */
  results: z.array(weekClass),
  total: z.number(),
});
export type Week = z.output<typeof week>;
