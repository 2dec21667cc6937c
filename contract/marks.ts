import { z } from 'zod';
import { date, idOrUuid, idParam, listQuery } from './fields.ts';
import { rollStatuses, statuses } from './status.ts';
import { firstWeek } from './week-fields.ts';

/** The status of a mark in bodies, queries and answers. */
export const markStatus = z.enum(statuses, `must be ${statuses.join(' or ')}`);

/**
 * How a mark was made; `rest`: as everybody who had no mark; `closing`: the same when the roll was closed;
 * `qr`: the student scanned or typed a code; `door`: the card was read at a device of the room.
 */
export const ways = [
  'card',
  'typed',
  'manual',
  'bulk',
  'import',
  'rest',
  'closing',
  'qr',
  'door',
] as const;
export type Way = (typeof ways)[number];

/** Reasons by which an absence is excused by hand. */
export const excuses = ['sick', 'leave', 'school', 'other'] as const;
export type Excuse = (typeof excuses)[number];

/** Details of a mark beyond its status (R-ROLL-12, R-ROLL-13). */
const shownDetails = {
  /** Whole minutes after the start; null when on time. */
  late_minutes: z.number().nullable(),
  /** Whole minutes before the end; null when the student stayed until the end. */
  left_early_minutes: z.number().nullable(),
  /** The excuse of an absence: a reason, or an approved leave on the date. */
  excused: z.boolean(),
  /** ISO 8601 UTC; the arrival of a student who is absent because they came too late. */
  arrived_at: z.string().nullable(),
};

/** One student on the roll of a class (R-ROLL-1). */
export const rollRow = z.object({
  student: z.number(),
  student_uuid: z.string(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  student_mail: z.string().nullable(),
  phone_number: z.string(),
  rfid_number: z.string().nullable(),
  profile_image: z.string().nullable(),
  /** The record's id and uuid; null while the roll was not taken for the student. */
  id: z.number().nullable(),
  attendance_uuid: z.string().nullable(),
  status: z.enum(rollStatuses),
  /** ISO 8601 UTC. */
  marked_at: z.string().nullable(),
  how: z.enum(ways).nullable(),
  /** An approved leave includes the date. */
  on_leave: z.boolean(),
  /** Listed by hand, or by a rule and accepted, in any subject (R-RED-2). */
  in_red_list: z.boolean(),
  ...shownDetails,
});
export type RollRow = z.output<typeof rollRow>;

/** A record of attendance. */
export const attendanceRecord = z.object({
  id: z.number(),
  uuid: z.string(),
  student: z.number(),
  student_uuid: z.string(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.string().nullable(),
  class_schedule: z.number(),
  date: z.string(),
  status: markStatus,
  how: z.enum(ways),
  marked_at: z.string(),
  ...shownDetails,
});
export type AttendanceRecord = z.output<typeof attendanceRecord>;

/** The reason of the excuse, for users who may read leaves and for its author; null for others. */
export const attendanceRecordDetails = attendanceRecord.extend({
  excuse: z.enum(excuses).nullable(),
  excuse_note: z.string().nullable(),
});
export type AttendanceRecordDetails = z.output<typeof attendanceRecordDetails>;

/** Counts of a class and their rounded percentages (R-ROLL-8). */
export const summary = z.object({
  total: z.number(),
  present: z.number(),
  absent: z.number(),
  not_taken: z.number(),
  /** Whole percent: present of total, absent of total, taken of total. */
  present_rate: z.number(),
  absent_rate: z.number(),
  completion: z.number(),
});
export type Summary = z.output<typeof summary>;

/** Ids of the students whose marks a call has changed. */
export const changedMarks = z.object({ students: z.array(z.number()) });

/** The reason why a class does not take place on a date. */
export const noClass = z.enum([
  'archived',
  'weekday',
  'week',
  'semester',
  'holiday',
  'cancelled',
  'moved',
]);

/** With `class_schedule` and `date` (one each) the roll, otherwise records of attendance. */
export const attendanceQuery = z.strictObject({
  ...listQuery,
  class_schedule: idParam.optional(),
  date: date.optional(),
  student: idOrUuid.optional(),
});
export const roll = z.object({
  results: z.array(rollRow),
  total: z.number(),
  next: z.null(),
  previous: z.null(),
  /** The roll is empty because the class does not take place then. */
  no_class: noClass.nullable(),
  /** With `no_class`: the next date on which it does; null without one. */
  next_date: z.string().nullable(),
  /** The moment of reading, for `since` of the live stream. */
  as_of: z.string(),
});
export type Roll = z.output<typeof roll>;

/** A class of a student, as the conflict panel shows it (R-ROLL-5). */
export const conflictClass = z.object({
  id: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  classroom: z.object({ room_number: z.string() }),
  teacher: z.object({ first_name: z.string(), last_name: z.string() }),
  /** The other teachers; on a date those who are there. */
  co_teachers: z.array(z.object({ first_name: z.string(), last_name: z.string() })).optional(),
  day_of_week: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** The weeks of the semester in which it is held, `1-6,8`; null: every week, and on a date. */
  weeks: z.string().nullable(),
  first_week: firstWeek,
  /** In session now. */
  currentClass: z.boolean(),
});
export type ConflictClass = z.output<typeof conflictClass>;

/** The result of an action for each student that it named. */
export const actionResult = z.object({ student_id: z.string(), status: z.string() });
export const actionFailure = actionResult.extend({
  /** The student, where one is known. */
  name: z.string().optional(),
  profile_image: z.string().nullish(),
  /** The student's classes on the date, the current one first. */
  class_schedules: z.array(conflictClass).optional(),
});
export type ActionFailure = z.output<typeof actionFailure>;

/**
 * `held`: a closed roll has not taken some, and they wait for an administrator (R-ROLL-25). `fail`: the others
 * whose mark was not withdrawn, with the reason.
 */
export const withdrawnMarks = changedMarks.extend({
  held: z.literal(true).optional(),
  fail: z.array(actionFailure).optional(),
});
export type WithdrawnMarks = z.output<typeof withdrawnMarks>;
