import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  cleanText,
  date,
  idList,
  idParam,
  oneOf,
  reference,
  several,
  time,
  whole,
} from '../fields.ts';
import { messages } from '../texts.ts';
import { clashesFound, confirmClashes } from '../clash.ts';
import { firstWeek, weeks } from '../week-fields.ts';
import { weekWords } from '../weeks.ts';
import { meeting } from './meeting.ts';
import {
  coTeacherIds,
  coTeacherPay,
  coTeachers,
  moreRoomIds,
  moreRooms,
  placeCheckIn,
} from './further.ts';
import { classTypes, weekdays } from '../weekdays.ts';
import { isAfter, resource, type FieldErrors } from '../resource.ts';

export { classTypes, weekdays, type Weekday } from '../weekdays.ts';

/** Another class that needs the same teacher or room at the same time. */
const classClash = z.object({
  kinds: z.array(z.enum(['teacher', 'classroom'])),
  /** The clash was confirmed (R-CLASH-3). */
  confirmed: z.boolean(),
  id: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  day_of_week: z.enum(weekdays),
  /** The weeks of the semester in which it is held, `1-6,8`; null: every week. */
  weeks: z.string().nullable(),
  first_week: firstWeek,
  /** `HH:mm`. */
  start_time: z.string(),
  end_time: z.string(),
  classroom: z.object({ room_number: z.string() }),
  teacher: z.object({ first_name: z.string(), last_name: z.string() }),
});
export type ClassClash = z.output<typeof classClash>;

/** A class as it would be; `id` names the changed class. */
export const clashesQuery = z.strictObject({
  id: idParam.optional(),
  day_of_week: z.enum(weekdays, 'must be a day of the week'),
  start_time: time,
  end_time: time,
  teacher_id: idParam,
  classroom_id: idParam,
  semester_id: idParam,
  weeks,
  /** Further teachers and rooms. */
  co_teachers: idList.optional(),
  more_rooms: idList.optional(),
});
export const clashesAnswer = z.object({
  clashes: z.array(classClash),
  all_clashes: clashesFound,
});

/** With `date` the class as it is held then; without a meeting on that date as in its week. */
export const classOnDateQuery = z.strictObject({ date: date.optional() });

/** A weekly class, as in lists and on the dashboard (R-CLASS-1). */
export const classSchedule = z.object({
  id: z.number(),
  class_type: z.enum(classTypes),
  /** The group that it is for, such as 12A; null without one. It need not be unique (R-CLASS-7). */
  group_name: z.string().nullable(),
  day_of_week: z.enum(weekdays),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  /** The weeks of the semester in which it is held, `1-6,8`; null: every week (R-WEEK-1). */
  weeks: z.string().nullable(),
  color_coding: z.string(),
  /** The institute's own number for sorting. */
  order: z.number(),
  /** The pay code's id; only for users who may read Payrolls. */
  payroll_id: z.number().nullable().optional(),
  subject: z.object({ id: z.number(), subject_name: z.string(), subject_code: z.string() }),
  /** `capacity` in seats; 0 is a place without seats. */
  classroom: z.object({ id: z.number(), room_number: z.string(), capacity: z.number() }),
  teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  /** Further teachers, in order; on a date those who are there (R-TEACH-1). */
  co_teachers: coTeachers,
  /** The pay codes of further teachers who have one of their own, by teacher; for users who may read Payrolls. */
  co_teacher_pay: z.record(z.string(), z.number()).optional(),
  /** Further rooms, in order (R-CLASS-8). */
  more_rooms: moreRooms,
  /** The seats of all its rooms; 0 where one of them is a place without seats, which is never full. */
  seats: z.number(),
  semester: z.object({
    id: z.number(),
    semester: z.number(),
    year: z.number(),
    semester_start_date: z.string(),
    semester_end_date: z.string(),
    /** Which name of weeks its first week has. */
    first_week: z.enum(weekWords),
  }),
  /** Number of students enrolled on the requested date, or today. */
  number_of_students: z.number(),
  /** Counts on the requested date, or today. */
  today_students_stats: z.object({
    total_students: z.number(),
    total_present: z.number(),
    total_absent: z.number(),
  }),
  /**
   * Only in the response for one class, when others need its teacher or room at the same time: the
   * first 20.
   */
  clashes: z.array(classClash).optional(),
  /**
   * Only in the response for one class, for users who may edit or add it: all its clashes from
   * today on.
   */
  all_clashes: clashesFound.optional(),
  /**
   * Only in the response for one class, for users who may edit it: its last change from a date,
   * while it can be undone.
   */
  last_change: z
    .object({ operation: z.number(), effective_from: z.string(), done_at: z.string() })
    .optional(),
  /** It takes place on the date, is in session now, and was not archived. */
  currentClass: z.boolean(),
  /** Only with `date`: its meeting. */
  meeting: meeting.optional(),
  /** Only with `date`: the planned teacher, where it is covered. */
  planned: z
    .object({
      teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
    })
    .optional(),
  /** Only with `date`. */
  period: z.enum(['passed', 'current_and_upcoming']).optional(),
  /**
   * Only with `date`: for a teacher of the class the check-in of their own place (R-PAY-1); for
   * others `pending` while one is, null while a place has none.
   */
  check_in: z.enum(['pending', 'completed']).nullable().optional(),
  /** Only with `date`: the checked-in teacher; a stand-in is not the class's teacher. */
  checked_in_by: z
    .object({ id: z.number(), first_name: z.string(), last_name: z.string() })
    .nullable()
    .optional(),
  /** Only with `date`: the check-ins of its places, by place. */
  check_ins: z.array(placeCheckIn).optional(),
});
export type ClassSchedule = z.output<typeof classSchedule>;

const days = several.pipe(z.array(z.enum(weekdays, 'must be a day of the week')).max(7));

/** The end must be later than the start; equal is an error (R-CLASS-3). */
export function timetableRule({ start_time, end_time }: Record<string, unknown>): FieldErrors {
  return (start_time && start_time === end_time) || isAfter(start_time, end_time)
    ? { end_time: messages.afterStartTime }
    : {};
}

/** The name of a group, such as `12A`; empty: none. */
export const groupName = cleanText(limits.groupName, { as: 'key' });

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
    weeks,
    group_name: groupName.nullish(),
    /** `#rrggbb`; #e59623 by default. */
    color_coding: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #e59623')
      .transform((color) => color.toLowerCase())
      .optional(),
    /** The pay code's id; only users who may edit Payrolls send it. */
    payroll_id: reference().nullish(),
    co_teachers: coTeacherIds,
    co_teacher_pay: coTeacherPay,
    more_rooms: moreRoomIds,
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
    /** Only classes that are held in this week of their semester. */
    week: z.coerce.number().pipe(whole(1, 999)).optional(),
    /** The classes that take place then, with the times, room and teacher of that date. */
    date: date.optional(),
    /** With `date`: includes classes that were cancelled or moved to another date. */
    include: z.enum(['changed']).optional(),
  },
  sortKeys: ['day_of_week', 'start_time', 'subject', 'classroom', 'teacher'],
  rule: timetableRule,
});

/** A change of a class takes effect on `effective_from`; by default today, or tomorrow (R-MEETING-2). */
const from = { effective_from: date.nullish() };
export const classChange = classSchedules.patch.extend({ ...from, ...confirmClashes });
export const newClass = classSchedules.body.extend(confirmClashes);
/** The values of the class form. */
export const classForm = classSchedules.body.extend(from);

/** A short description of a meeting. */
export const meetingThen = z.object({
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  room_number: z.string(),
  teacher: z.string(),
});

/** The effect of a change of a class on its meetings. */
export const classChangePreview = z.object({
  effective_from: z.string(),
  /** Numbers of meetings that would be added, removed and changed. */
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  /** The first meeting from then on, before and after the change; null without one. */
  before: meetingThen.nullable(),
  after: meetingThen.nullable(),
  /** Rolls, notes and check-ins from then on, whose meetings do not change. */
  unchanged: z.number(),
  /** Dates whose cover, room or times were changed by hand, and which would be removed. */
  dropped: z.array(z.string()),
  /**
   * Weeks in which the class would have no meeting or several, unlike before; without those that are no
   * longer among its own.
   */
  weeks: z.array(z.object({ monday: z.string(), meetings: z.number() })),
  /** The weeks in which it had a meeting and that are no longer among its own, `1-6,8`; null without any. */
  weeks_left: z.string().nullable(),
  first_week: firstWeek,
  /** A date without such weeks; null where none exists. */
  next_monday: z.string().nullable(),
  /** Number of students enrolled from then on. */
  students: z.number(),
  /** Clashes of the class, in words: the first five. */
  clashes: z.array(z.string()),
  all_clashes: clashesFound,
});
export type ClassChangePreview = z.output<typeof classChangePreview>;
