import { z } from 'zod';
import { date, idList, idParam, oneOf, reference, several, time, whole } from './fields.ts';
import { messages } from './messages.ts';
import { clashesFound, confirmClashes } from './clash.ts';
import { meeting } from './meeting.ts';
import { classTypes, weekdays } from './weekdays.ts';
import { isAfter, resource, type FieldErrors } from './resource.ts';

export { classTypes, daysOfWeek, weekdays, type DayOfWeek, type Weekday } from './weekdays.ts';

/** Another class whose teacher or room is needed at the same time. */
export const classClash = z.object({
  kinds: z.array(z.enum(['teacher', 'classroom'])),
  /** Somebody confirmed it (R-CLASH-3). */
  confirmed: z.boolean(),
  id: z.number(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  day_of_week: z.enum(weekdays),
  /** `HH:mm`. */
  start_time: z.string(),
  end_time: z.string(),
  classroom: z.object({ room_number: z.string() }),
  teacher: z.object({ first_name: z.string(), last_name: z.string() }),
});
export type ClassClash = z.output<typeof classClash>;

/** A class as it would be; `id` names the one that is changed. */
export const clashesQuery = z.strictObject({
  id: idParam.optional(),
  day_of_week: z.enum(weekdays, 'must be a weekday from Monday to Saturday'),
  start_time: time,
  end_time: time,
  teacher_id: idParam,
  classroom_id: idParam,
  semester_id: idParam,
});
export const clashesAnswer = z.object({
  clashes: z.array(classClash),
  all_clashes: clashesFound,
});

/** With `date` a class as it is held then; without a meeting on that date as the week shows it. */
export const classOnDateQuery = z.strictObject({ date: date.optional() });

/** A weekly class, as lists and the dashboard show it (R-CLASS-1). */
export const classSchedule = z.object({
  id: z.number(),
  class_type: z.enum(classTypes),
  day_of_week: z.enum(weekdays),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  color_coding: z.string(),
  /** A number of the institute's own to sort by. */
  order: z.number(),
  /** The pay code's id; only for who may read Payrolls. */
  payroll_id: z.number().nullable().optional(),
  subject: z.object({ id: z.number(), subject_name: z.string(), subject_code: z.string() }),
  /** `capacity` in seats; 0 is a place without seats. */
  classroom: z.object({ id: z.number(), room_number: z.string(), capacity: z.number() }),
  teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  semester: z.object({
    id: z.number(),
    semester: z.number(),
    year: z.number(),
    semester_start_date: z.string(),
    semester_end_date: z.string(),
  }),
  /** Enrolled on the requested date, or today. */
  number_of_students: z.number(),
  /** Counts of the requested date, or of today. */
  today_students_stats: z.object({
    total_students: z.number(),
    total_present: z.number(),
    total_absent: z.number(),
  }),
  /** Only where one class is answered, and others need its teacher or room at the same time: the first 20. */
  clashes: z.array(classClash).optional(),
  /** Only where one class is answered to who may edit or add it: everything that it clashes with from today on. */
  all_clashes: clashesFound.optional(),
  /** Only where one class is answered to who may edit it: its last change from a date, while it can be undone. */
  last_change: z
    .object({ operation: z.number(), effective_from: z.string(), done_at: z.string() })
    .optional(),
  /** Takes place on the date and is in session now. */
  currentClass: z.boolean(),
  /** Only with `date`: what happens on it. */
  meeting: meeting.optional(),
  /** Only with `date`: who was planned, where somebody covers. */
  planned: z
    .object({
      teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
    })
    .optional(),
  /** Only with `date`. */
  period: z.enum(['passed', 'current_and_upcoming']).optional(),
  /** Only with `date`: whether there is a check-in for it (R-PAY-1); null without one. */
  check_in: z.enum(['pending', 'completed']).nullable().optional(),
  /** Only with `date`: who has checked in; a stand-in is somebody else than the teacher. */
  checked_in_by: z
    .object({ id: z.number(), first_name: z.string(), last_name: z.string() })
    .nullable()
    .optional(),
});
export type ClassSchedule = z.output<typeof classSchedule>;

const days = several.pipe(
  z.array(z.enum(weekdays, 'must be a weekday from Monday to Saturday')).max(6),
);

/** The end must be later than the start; equal is an error (R-CLASS-3). */
export function timetableRule({ start_time, end_time }: Record<string, unknown>): FieldErrors {
  return (start_time && start_time === end_time) || isAfter(start_time, end_time)
    ? { end_time: messages.afterStartTime }
    : {};
}

export const classSchedules = resource({
  permission: 'Timetables',
  singular: 'class',
  fields: {
    class_type: oneOf(classTypes),
    day_of_week: oneOf(weekdays),
    start_time: time,
    end_time: time,
    subject_id: reference(),
    semester_id: reference(),
    teacher_id: reference(),
    classroom_id: reference(),
    /** `#rrggbb`; #e59623 when left out. */
    color_coding: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #e59623')
      .transform((color) => color.toLowerCase())
      .optional(),
    /** The pay code's id; only who may edit Payrolls sends it. */
    payroll_id: reference().nullish(),
    order: whole(0, 9999).optional(),
  },
  row: classSchedule,
  filters: {
    id: idList.optional(),
    day_of_week: days.optional(),
    class_type: several.pipe(z.array(z.enum(classTypes, 'must be a class type'))).optional(),
    teacher: idList.optional(),
    subject: idList.optional(),
    classroom: idList.optional(),
    semester: idList.optional(),
    cohort: idList.optional(),
    /** The classes that take place then, with the times, room and teacher of that date. */
    date: date.optional(),
    /** With `date`: also those that were cancelled or moved to another date. */
    include: z.enum(['changed']).optional(),
  },
  sortKeys: ['day_of_week', 'start_time', 'subject', 'classroom', 'teacher'],
  rule: timetableRule,
});

/** A change of a class holds from `effective_from`; without it from today, or tomorrow (R-MEETING-2). */
const from = { effective_from: date.nullish() };
export const classChange = classSchedules.patch.extend({ ...from, ...confirmClashes });
export const newClass = classSchedules.body.extend(confirmClashes);
/** What the form of a class holds. */
export const classForm = classSchedules.body.extend(from);

/** A meeting in one line. */
export const meetingThen = z.object({
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  room_number: z.string(),
  teacher: z.string(),
});

/** What a change of a class would do to its meetings. */
export const classChangePreview = z.object({
  effective_from: z.string(),
  /** How many meetings would be added, removed and changed. */
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  /** The first meeting from then on, as it is and as it would be; null without one. */
  before: meetingThen.nullable(),
  after: meetingThen.nullable(),
  /** Rolls, notes and check-ins from then on, whose meetings stay as they are. */
  unchanged: z.number(),
  /** Dates whose cover, room or times were changed by hand, and which would go. */
  dropped: z.array(z.string()),
  /** Weeks in which the class would have no meeting or several, unlike before. */
  weeks: z.array(z.object({ monday: z.string(), meetings: z.number() })),
  /** A date from which there would be no such week; null where none is. */
  next_monday: z.string().nullable(),
  /** Enrolled from then on. */
  students: z.number(),
  /** What the class would clash with, in words: the first five. */
  clashes: z.array(z.string()),
  all_clashes: clashesFound,
});
export type ClassChangePreview = z.output<typeof classChangePreview>;
