import { z } from 'zod';
import { date, idList, listQuery, several } from './fields.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof weekdays)[number];

export const classTypes = ['Lecture', 'Tutorial', 'Lecture + Tutorial'] as const;

/** A weekly class, as lists and the dashboard show it (spec §3). */
export const classSchedule = z.object({
  id: z.number(),
  class_type: z.enum(classTypes),
  day_of_week: z.enum(weekdays),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  color_coding: z.string(),
  order: z.number(),
  subject: z.object({ id: z.number(), subject_name: z.string(), subject_code: z.string() }),
  classroom: z.object({ id: z.number(), room_number: z.string() }),
  teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  semester: z.object({
    id: z.number(),
    semester: z.number(),
    year: z.number(),
    semester_start_date: z.string(),
    semester_end_date: z.string(),
  }),
  /** Enrolled on the asked date, or today. */
  number_of_students: z.number(),
  /** Counts of the asked date, or of today. */
  today_students_stats: z.object({ total_students: z.number(), total_present: z.number(), total_absent: z.number() }),
  /** Takes place on the date and is in session now. */
  currentClass: z.boolean(),
  /** Only with `date`. */
  period: z.enum(['passed', 'current_and_upcoming']).optional(),
});
export type ClassSchedule = z.output<typeof classSchedule>;

const days = several.pipe(z.array(z.enum(weekdays, 'must be a weekday from Monday to Saturday')).max(6));

/** `date` selects the classes that take place then: weekday, semester's class dates, no holiday. */
export const classScheduleQuery = z.strictObject({
  ...listQuery,
  id: idList.optional(),
  day_of_week: days.optional(),
  teacher: idList.optional(),
  subject: idList.optional(),
  classroom: idList.optional(),
  semester: idList.optional(),
  date: date.optional(),
  ordering: z.enum(['start_time', '-start_time', 'day_of_week', '-day_of_week'], 'cannot be ordered by this').default('day_of_week'),
});

export const teacherRow = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
});
export const teacherQuery = z.strictObject({ ...listQuery, id: idList.optional() });
export type Teacher = z.output<typeof teacherRow>;
