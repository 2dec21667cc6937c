import { z } from 'zod';
import { actionFailure, conflictClass } from '../marks.ts';
import { date, id, idList, idParam, listQuery, reference } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../texts.ts';
import { operationId } from '../resource.ts';
import { listedStudent, studentReference } from '../student.ts';

/** One student, or several at once. */
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
   * The first day, within the semester. Defaults to today or, where a class of today was already
   * held, tomorrow.
   */
  from_date: date.optional(),
  /** Returns what would happen, and writes nothing. */
  preview: z.boolean('must be true or false').optional(),
  /** Confirms more students than the room has seats. */
  confirm_capacity: z.boolean('must be true or false').optional(),
};

/**
 * A student's membership of a class: the dates are the first and the last day, the last is null
 * while enrolled.
 */
export const enrolment = z.object({
  id: z.number(),
  student: listedStudent,
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

/** Ends several students' memberships of a class at once. */
export const removeStudents = z.strictObject({
  class_schedule: reference(messages.selectSchedule),
  student: studentOrStudents,
});

/** A class that would hold more students than its room has seats. */
const overCapacity = z.object({
  class_schedule: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  room_number: z.string(),
  /** Seats. */
  capacity: z.number(),
  /** Number of students, including the added ones. */
  enrolled: z.number(),
});

const result = z.object({ student_id: z.string(), name: z.string(), status: z.string() });

/** A roll that was taken and gains students without a mark. */
const takenRoll = z.object({
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
  /** Of a transfer: the classes that end for a student, and those that begin. */
  closes: z.array(conflictClass).optional(),
  opens: z.array(conflictClass).optional(),
  ...operationId,
});
export type EnrolResult = z.output<typeof enrolResult>;
export type OverCapacity = z.output<typeof overCapacity>;

/** The students of a class, then all others that the search finds. */
export const scheduleStudentsQuery = z.strictObject({
  ...listQuery,
  schedule_id: idParam,
  /** Only students who are, or are not, in the class today or from a later day on. */
  enrolled: z.enum(['true', 'false'], 'must be true or false').optional(),
});
export const scheduleStudent = listedStudent.extend({
  uuid: z.string(),
  student_mail: z.string().nullable(),
  profile_image: z.string().nullable(),
  /** In the class today or from a later day on. */
  enrolled: z.boolean(),
  /** The current or latest membership of the class; null for students who were never in it. */
  enrolled_from: z.string().nullable(),
  enrolled_to: z.string().nullable(),
});
export type ScheduleStudent = z.output<typeof scheduleStudent>;

const cohortShort = z.object({ id: z.number(), name: z.string(), year: z.number() });

/** A student's membership of a cohort, with the classes in which it enrols them. */
export const cohortAssignment = z.object({
  id: z.number(),
  student: listedStudent,
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

/** `schedules`: the cohort's classes to enrol in; all of them by default. */
export const assignCreate = z.strictObject({
  student: studentOrStudents,
  cohort: reference(),
  schedules,
  ...confirmation,
});
/** Moves to another cohort, or only to other classes of the same one. */
export const assignChange = z
  .strictObject({ cohort: reference().optional(), schedules, ...confirmation })
  .refine(({ cohort, schedules }) => cohort !== undefined || schedules !== undefined, {
    path: ['cohort'],
    message: messages.required,
  });

/** Moves students from one cohort to another from a day on. */
export const transferCreate = z.strictObject({
  student: studentOrStudents,
  from_cohort: reference(),
  to_cohort: reference(),
  ...confirmation,
});
export const transferRow = z.object({
  id: z.number(),
  student: listedStudent,
  from_cohort: cohortShort,
  to_cohort: cohortShort,
  /** The first day in the new cohort. */
  transfer_date: z.string(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** When it was undone; null while it is in force. */
  undone_at: z.string().nullable(),
});
export type Transfer = z.output<typeof transferRow>;
export const transferQuery = z.strictObject({
  ...listQuery,
  student: idList.optional(),
  cohort: idList.optional(),
});
