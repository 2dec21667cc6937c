import { z } from 'zod';
import { cleanText, date, id, idOrUuid, idParam, listQuery } from './fields.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

/** Status of a student on the roll; N/A means not taken (spec §3). */
export const statuses = ['Present', 'Absent'] as const;
export const status = z.enum(statuses, 'must be Present or Absent');
export type Status = z.output<typeof status>;
export type RollStatus = Status | 'N/A';

/** How a mark came to be. */
export const ways = ['card', 'typed', 'manual', 'bulk', 'import'] as const;
export type Way = (typeof ways)[number];

/** One student on the roll of a class (spec §3, attendance row). */
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
  /** The record's id and uuid; null while not taken. */
  id: z.number().nullable(),
  attendance_uuid: z.string().nullable(),
  status: z.enum(['Present', 'Absent', 'N/A']),
  /** ISO 8601 UTC. */
  marked_at: z.string().nullable(),
  how: z.enum(ways).nullable(),
  /** An approved leave covers the date. */
  on_leave: z.boolean(),
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
  status,
  how: z.enum(ways),
  marked_at: z.string(),
});
export type AttendanceRecord = z.output<typeof attendanceRecord>;

/** Counts of a class and their rounded percentages (spec §4). */
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

/** A student as a body names them: number = id, text = card number, student id or uuid. */
export const studentKey = z.union([id, cleanText(36)], { error: messages.required });
export type StudentKey = z.output<typeof studentKey>;

/** Several students: all as ids or all as text. */
const studentKeys = z
  .union([z.array(id), z.array(cleanText(36))], {
    error: (issue) => (Array.isArray(issue.input) ? 'must be all ids or all student ids' : messages.selectStudent),
  })
  .refine((keys) => keys.length > 0, messages.selectStudent)
  .refine((keys) => keys.length <= limits.bulkStudents, `must be at most ${limits.bulkStudents} students`);

const keyOrKeys = z.union([studentKey, studentKeys], { error: messages.required });

const classSchedule = z
  .number({ error: messages.selectSchedule })
  .int(messages.selectSchedule)
  .positive(messages.selectSchedule)
  .max(Number.MAX_SAFE_INTEGER);

/** `date` is today when left out. `student` is another name of `rfid_number`; a list marks several. */
export const attendanceCreate = z
  .strictObject({
    rfid_number: keyOrKeys.optional(),
    student: keyOrKeys.optional(),
    class_schedule: classSchedule,
    date: date.optional(),
    status: status.default('Present'),
  })
  .refine((body) => body.rfid_number !== undefined || body.student !== undefined, { path: ['rfid_number'], message: messages.required });

export const attendancePatch = z.strictObject({ status });

export const markStudents = z.strictObject({
  student: studentKeys,
  class_schedule: classSchedule,
  date: date.optional(),
});

/** Why a class does not take place on a date. */
export const noClass = z.enum(['archived', 'weekday', 'semester', 'holiday']);

/** With `class_schedule` and `date` (one each) the roll, else records of attendance. */
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
  /** The roll is empty because there is no class then. */
  no_class: noClass.nullable(),
});
export type Roll = z.output<typeof roll>;

export const rollRequest = z.strictObject({ class_schedule: classSchedule, date: date.optional() });

/** A class that a student is in, as the conflict panel shows it (spec §2). */
export const conflictClass = z.object({
  id: z.number(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  classroom: z.object({ room_number: z.string() }),
  teacher: z.object({ first_name: z.string(), last_name: z.string() }),
  day_of_week: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** In session now. */
  currentClass: z.boolean(),
});
export type ConflictClass = z.output<typeof conflictClass>;

/** What became of each student that an action named. */
export const actionResult = z.object({ student_id: z.string(), status: z.string() });
export const actionFailure = actionResult.extend({
  /** Who it is, where a student is known. */
  name: z.string().optional(),
  profile_image: z.string().nullish(),
  /** The student's classes on the date, the one in session first. */
  class_schedules: z.array(conflictClass).optional(),
});
export type ActionFailure = z.output<typeof actionFailure>;

export const historyRow = z.object({
  id: z.number(),
  from: z.enum(statuses).nullable(),
  /** null when the mark was withdrawn. */
  to: z.enum(statuses).nullable(),
  how: z.enum(ways),
  changed_by: z.string().nullable(),
  changed_at: z.string(),
});
