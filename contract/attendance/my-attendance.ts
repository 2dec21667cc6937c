import { z } from 'zod';
import { ways } from '../marks.ts';
import { statuses, rollStatuses } from '../status.ts';
import { date, listQuery } from '../fields.ts';
import { classTypes } from '../weekdays.ts';

/** A class of the student in the week, as it is held on its date (R-ME-2). */
const myMeeting = z.object({
  date: z.string(),
  /** `HH:mm`. */
  start_time: z.string(),
  end_time: z.string(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject_name: z.string(),
  subject_code: z.string(),
  class_type: z.string(),
  room_number: z.string(),
  /** First and last name of who teaches it that day. */
  teacher: z.string(),
  /** `moved`: no longer on this date; `moved_to` says when it is. */
  status: z.enum(['scheduled', 'cancelled', 'moved']),
  /** What differs from the weekly time. */
  changed: z.array(z.enum(['time', 'room', 'teacher', 'extra', 'moved'])),
  moved_to: z.string().nullable(),
  moved_from: z.string().nullable(),
  mark: z.enum(statuses).nullable(),
  late_minutes: z.number().nullable(),
  excused: z.boolean(),
});
export type MyMeeting = z.output<typeof myMeeting>;

/** A subject of a semester that goes on, with the rate so far and the absences left (R-RATE-2). */
const mySubject = z.object({
  subject_name: z.string(),
  subject_code: z.string(),
  /** Its classes of one type, which a rule of the red list names (R-RED-1); null: all of them. */
  class_type: z.enum(classTypes).nullable(),
  semester: z.number(),
  year: z.number(),
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
  /** "85%", or "–" before anything counts. */
  rate: z.string(),
  /** Percent that the institute expects. */
  threshold: z.number(),
  meetings_left: z.number(),
  /** Of the meetings left; null when the percentage can no longer be reached. */
  absences_left: z.number().nullable(),
});
export type MySubject = z.output<typeof mySubject>;

/** A student's own page (R-ME-2): nothing of anybody else, and no forecast. */
export const myAttendance = z.object({
  student: z.object({
    student_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
  }),
  /** The institute's date. */
  today: z.string(),
  /** Monday of the week that is shown. */
  monday: z.string(),
  week: z.array(myMeeting),
  subjects: z.array(mySubject),
  /** When the link to the calendar was made. */
  calendar_link: z.string().nullable(),
  /** Check-in by QR code is open for one of the student's classes. */
  check_in_open: z.boolean(),
});
export type MyAttendance = z.output<typeof myAttendance>;

/** A date of the week to show; within a year of today. */
export const myAttendanceQuery = z.strictObject({ date: date.optional() });

/** A class that was held during the enrolment, with its mark. */
export const myHistoryRow = z.object({
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject_name: z.string(),
  subject_code: z.string(),
  status: z.enum(rollStatuses),
  how: z.enum(ways).nullable(),
  late_minutes: z.number().nullable(),
  left_early_minutes: z.number().nullable(),
  excused: z.boolean(),
});
export type MyHistoryRow = z.output<typeof myHistoryRow>;

export const myHistoryQuery = z.strictObject({ limit: listQuery.limit, page: listQuery.page });
