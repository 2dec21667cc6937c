import { z } from 'zod';
import { clashesFound, confirmClashes } from '../clash.ts';
import { date, oneOf, reference } from '../fields.ts';
import { limits } from '../limits.ts';
import { weekdays } from '../weekdays.ts';
import { firstWeek } from '../week-fields.ts';
import { classTypes } from './timetable.ts';

/** The cohorts that a copy takes along: none, those of each class, or those with their students. */
const copiedCohorts = ['none', 'classes', 'students'] as const;
export type CopiedCohorts = (typeof copiedCohorts)[number];

/** Who or what comes instead of archived ones; null leaves out the classes that need them. */
const replacements = z
  .array(z.strictObject({ id: reference(), instead: reference().nullable() }))
  .max(limits.copyAnswers, `must be at most ${limits.copyAnswers}`)
  .refine((given) => new Set(given.map(({ id }) => id)).size === given.length, {
    message: 'name one of them twice',
  })
  .optional();

/** Copies the classes of a semester into another one (R-COPY-1). */
export const semesterCopyBody = z.strictObject({
  /** The semester that receives the classes. */
  semester_id: reference(),
  /**
   * The day whose weekly times, teachers and rooms are copied, with the changes that begin later in the
   * semester; by default the last day of classes.
   */
  as_of: date.optional(),
  cohorts: oneOf(copiedCohorts).default('none'),
  /** The answer for each archived teacher of a copied class; a further teacher with null is left out alone. */
  teachers: replacements,
  /** The answer for each archived room; a further room with null is left out alone. */
  classrooms: replacements,
  ...confirmClashes,
});

const namedClass = z.object({
  /** The class of the former semester. */
  id: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  class_type: z.enum(classTypes),
  day_of_week: z.enum(weekdays),
  /** `HH:mm`. */
  start_time: z.string(),
  end_time: z.string(),
  /** In the former semester: `1-6,8`; null: every week. */
  weeks: z.string().nullable(),
});

/** How many classes, and the first of them by day and time. */
const namedClasses = z.object({ count: z.number(), first: z.array(namedClass) });
export type NamedClasses = z.output<typeof namedClasses>;

/**
 * Why a class is not copied: the new semester has it already (subject, type, group, weekday and time), its
 * teacher or room is archived (and not replaced), its subject is, it is held in weeks alone that the new
 * semester does not have, or it had ended on the day.
 */
export const leftOutReasons = [
  'already',
  'teacher',
  'classroom',
  'subject',
  'weeks',
  'ended',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const question = z.object({
  id: z.number(),
  /** The archived teacher or room. */
  name: z.string(),
  /** Number of classes that have it first, and as a further one. */
  classes: z.number(),
  further: z.number(),
  /** Whether the call answers it. */
  answered: z.boolean(),
});
export type CopyQuestion = z.output<typeof question>;

/** The result of a copy; a preview answers the result that the copy would have. */
export const semesterCopy = z.object({
  /** The operation that undoes the copy; null in a preview. */
  operation: z.number().nullable(),
  as_of: z.string(),
  /** Number of copied classes. */
  classes: z.number(),
  /** Number of their dates, how many of these are holidays, and how many lie in the past. */
  dates: z.number(),
  holidays: z.number(),
  past: z.number(),
  /** The number of the last week of each semester. */
  last_week: z.object({ from: z.number(), to: z.number() }),
  /** The name of weeks that the first week of the former semester has. */
  first_week: firstWeek,
  left_out: z.array(z.object({ reason: z.enum(leftOutReasons), ...namedClasses.shape })),
  /** Copied classes that lose weeks beyond the end of the new semester, and which these are; null for none. */
  lost_weeks: z.object({ weeks: z.string(), ...namedClasses.shape }).nullable(),
  /** Copied classes whose later changes would begin after the end of the new semester. */
  lost_changes: namedClasses,
  teachers: z.array(question),
  classrooms: z.array(question),
  /** The cohorts of the copies, and the students of each that are enrolled; empty without cohorts. */
  cohorts: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      year: z.number(),
      classes: z.number(),
      students: z.number(),
    }),
  ),
  /** Number of enrolled students. */
  students: z.number(),
  /** Students who are not enrolled in some classes that overlap with others of theirs: how many, and the first. */
  in_two_places: z.object({
    count: z.number(),
    first: z.array(z.object({ student_id: z.string(), name: z.string(), classes: z.number() })),
  }),
  /** Number of clashes, and the first; those that were confirmed in the former semester stay so. */
  clash_count: z.number(),
  clashes: clashesFound,
});
export type SemesterCopy = z.output<typeof semesterCopy>;
