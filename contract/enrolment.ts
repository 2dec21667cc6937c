import { z } from 'zod';
import { actionFailure, conflictClass } from './attendance.ts';
import { date, id, idList, idParam, listQuery, reference } from './fields.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { studentReference, studentShort } from './student.ts';

/** One student, or several in one go. */
const studentOrStudents = z.union(
  [
    studentReference,
    z
      .array(studentReference)
      .min(1, messages.selectStudent)
      .max(limits.bulkStudents, `must be at most ${limits.bulkStudents} students`),
  ],
  {
    error: (issue) =>
      issue.input === undefined || issue.input === null
        ? messages.required
        : messages.selectStudent,
  },
);

const confirmation = {
  /**
   * The first day, within the semester. When left out: today or, where a class of today was held already, tomorrow.
   */
  from_date: date.optional(),
  /** Says what would happen, and writes nothing. */
  preview: z.boolean('must be true or false').optional(),
  /** More students than the room has seats are meant. */
  confirm_capacity: z.boolean('must be true or false').optional(),
};

/** A student's time in a class: the dates are the first and the last day, the last is null while enrolled. */
export const enrolment = z.object({
  id: z.number(),
  student: studentShort,
  class_schedule: z.number(),
  enrolled_from: z.string(),
  enrolled_to: z.string().nullable(),
});
export const enrolmentQuery = z.strictObject({
  ...listQuery,
  class_schedule: idList.optional(),
  student: idList.optional(),
});

export const enrolCreate = z.strictObject({
  class_schedule_id: reference(messages.selectSchedule),
  student_id: studentOrStudents,
  ...confirmation,
});
export const enrolChange = z.strictObject({
  student: studentReference.optional(),
  class_schedule: reference(messages.selectScheduleToChange),
  from_date: date.optional(),
  confirm_capacity: confirmation.confirm_capacity,
});

/** Ends several students' time in a class at once. */
export const removeStudents = z.strictObject({
  class_schedule: reference(messages.selectSchedule),
  student: studentOrStudents,
});

/** A class that would hold more students than its room has seats. */
export const overCapacity = z.object({
  class_schedule: z.number(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  room_number: z.string(),
  /** Seats. */
  capacity: z.number(),
  /** Students with those who are added. */
  enrolled: z.number(),
});

const result = z.object({ student_id: z.string(), name: z.string(), status: z.string() });

/** A roll that was taken and now has more students, without a mark. */
export const takenRoll = z.object({
  class_schedule: z.number(),
  subject_code: z.string(),
  date: z.string(),
  students: z.number(),
});
export const enrolResult = z.object({
  /** `enrolled_from`: the first day, where it is later than the requested one. */
  results: z.array(result.extend({ enrolled_from: z.string().optional() })),
  fail: z.array(actionFailure.required({ name: true })),
  over_capacity: z.array(overCapacity),
  /** Rolls that were taken on days of these enrolments: the latest 50. */
  incomplete_rolls: z.array(takenRoll),
  /** Of a transfer: the classes that end for somebody, and those that begin. */
  closes: z.array(conflictClass).optional(),
  opens: z.array(conflictClass).optional(),
});
export type EnrolResult = z.output<typeof enrolResult>;
export type OverCapacity = z.output<typeof overCapacity>;

/** The students of a class, and everybody else whom a search finds. */
export const scheduleStudentsQuery = z.strictObject({
  ...listQuery,
  schedule_id: idParam,
  /** Only those who are, or are not, in the class today. */
  enrolled: z.enum(['true', 'false'], 'must be true or false').optional(),
});
export const scheduleStudent = studentShort.extend({
  uuid: z.string(),
  student_mail: z.string().nullable(),
  profile_image: z.string().nullable(),
  enrolled: z.boolean(),
  /** The present or the latest time in the class; null for who was never in it. */
  enrolled_from: z.string().nullable(),
  enrolled_to: z.string().nullable(),
});
export type ScheduleStudent = z.output<typeof scheduleStudent>;

const cohortShort = z.object({ id: z.number(), name: z.string(), year: z.number() });

/** A student's time in a cohort, with the classes that it has them enrolled in. */
export const cohortAssignment = z.object({
  id: z.number(),
  student: studentShort,
  cohort: cohortShort,
  schedules: z.array(z.number()),
  assigned_from: z.string(),
  assigned_to: z.string().nullable(),
});
export type CohortAssignment = z.output<typeof cohortAssignment>;
export const cohortAssignmentQuery = z.strictObject({
  ...listQuery,
  id: idList.optional(),
  cohort: idList.optional(),
  student: idList.optional(),
});

const schedules = z
  .array(id, messages.addSchedule)
  .min(1, messages.addSchedule)
  .max(200, 'must be at most 200 classes')
  .optional();

/** `schedules`: those of the cohort's classes that are meant; all of them when left out. */
export const assignCreate = z.strictObject({
  student: studentOrStudents,
  cohort: reference(),
  schedules,
  ...confirmation,
});
export const assignChange = z.strictObject({ cohort: reference(), schedules, ...confirmation });

/** Students of one cohort move to another from a day on. */
export const transferCreate = z.strictObject({
  student: studentOrStudents,
  from_cohort: reference(),
  to_cohort: reference(),
  ...confirmation,
});
export const transferRow = z.object({
  id: z.number(),
  student: studentShort,
  from_cohort: cohortShort,
  to_cohort: cohortShort,
  /** The first day in the new cohort. */
  transfer_date: z.string(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** When it was taken back; null while it holds. */
  undone_at: z.string().nullable(),
});
export type Transfer = z.output<typeof transferRow>;
export const transferQuery = z.strictObject({
  ...listQuery,
  student: idList.optional(),
  cohort: idList.optional(),
});
