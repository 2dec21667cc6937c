import { z } from 'zod';
import { ways } from '../marks.ts';
import { statuses } from '../status.ts';
import { date, id, idParam, oneOf } from '../fields.ts';
import { studentFieldNames, type StudentField } from '../student-fields.ts';

/** Two rows of one person: the one that stays, and the one that goes (R-MERGE-1). */
const sides = ['keep', 'remove'] as const;
export type Side = (typeof sides)[number];

/** Fields of which either value may stay; the student ID stays with its row. */
export type MergedField = Exclude<StudentField, 'student_id'>;
export const mergedFields = studentFieldNames.filter((name) => name !== 'student_id');

export const mergeQuery = z.strictObject({ keep: idParam, remove: idParam });

const chosenSide = oneOf(sides);
const ids = z.array(id).max(1000);

/** What is decided by hand (R-MERGE-3); whatever the preview names as a conflict has to be there. */
export const mergeBody = z.strictObject({
  keep: id,
  remove: id,
  /** The version of the preview; 409 when something that it shows was changed since. */
  version: z.string().max(100),
  /** Fields whose value is exchanged: the student who stays has that of the one who goes. */
  exchange: z.array(oneOf(mergedFields)).max(mergedFields.length).default([]),
  /** Whose mark counts, for each class and date where both have one and they differ. */
  marks: z
    .array(z.strictObject({ class_schedule: id, date, counts: chosenSide }))
    .max(10_000)
    .default([]),
  /** Assignments to cohorts that end yesterday. */
  end_cohorts: ids.default([]),
  /** Approved leaves that are archived. */
  archive_leaves: ids.default([]),
  /** Of two open follow-ups of one subject the one that is closed. */
  close_follow_ups: ids.default([]),
});
export type MergeBody = z.output<typeof mergeBody>;

const student = z.object({
  id: z.number(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  archived: z.boolean(),
});
const mark = z.object({
  status: z.enum(statuses),
  late_minutes: z.number().nullable(),
  left_early_minutes: z.number().nullable(),
  excused: z.boolean(),
  how: z.enum(ways),
  marked_by: z.string().nullable(),
  marked_at: z.string(),
});
const subject = z.object({ subject_code: z.string(), subject_name: z.string() });
const period = z.object({ from: z.string(), to: z.string().nullable() });
const leave = period.extend({
  id: z.number(),
  /** Absences that no other leave and no excuse by hand covers: unexcused once it alone is archived. */
  unexcused: z.number(),
});
const followUp = z.object({ id: z.number(), owner: z.string(), due_on: z.string() });

/** The number of rows that come to the student who stays. */
const movedCounts = z.object({
  marks: z.number(),
  enrolments: z.number(),
  cohorts: z.number(),
  leaves: z.number(),
  notes: z.number(),
  red_list: z.number(),
  follow_ups: z.number(),
  letters: z.number(),
  /** Not counted by merges of earlier versions. */
  guardians: z.number().optional(),
  messages: z.number().optional(),
});
export type MovedCounts = z.output<typeof movedCounts>;

export const mergePreview = z.object({
  version: z.string(),
  keep: student,
  remove: student,
  /** Fields that differ; photos as signed links. */
  fields: z.array(
    z.object({
      name: z.enum(mergedFields),
      keep: z.string().nullable(),
      remove: z.string().nullable(),
      /** Whose value stays unless somebody decides otherwise: the other one where one has none. */
      proposed: z.enum(sides),
    }),
  ),
  moved: movedCounts,
  /** Marks of one class and date that differ; proposed is the later one. */
  marks: z.array(
    z.object({
      class_schedule: z.number(),
      ...subject.shape,
      date: z.string(),
      keep: mark,
      remove: mark,
      proposed: z.enum(sides),
    }),
  ),
  /** Classes where both are or were enrolled, and the days that come of it. */
  enrolments: z.array(
    z.object({
      class_schedule: z.number(),
      ...subject.shape,
      keep: z.array(period),
      remove: z.array(period),
      united: z.array(period),
    }),
  ),
  /** Approved leaves with days in common. */
  leaves: z.array(z.object({ keep: leave, remove: leave })),
  /** Present cohorts, where the two are in different ones. */
  cohorts: z.array(z.object({ id: z.number(), name: z.string(), of: z.enum(sides) })),
  /** Open follow-ups of the same subject and semester: one is closed. */
  follow_ups: z.array(
    z.object({ subject_code: z.string().nullable(), keep: followUp, remove: followUp }),
  ),
  /** Classes that overlap and that the student will be in from today on; they are clashes (R-CLASH-1). */
  overlaps: z.array(
    z.object({ subject_code: z.string(), day_of_week: z.string(), start_time: z.string() }),
  ),
});
export type MergePreview = z.output<typeof mergePreview>;

export const merged = z.object({ operation: z.number(), moved: movedCounts });

/** Merges of a student, as its page names them. */
export const studentMerges = z.object({
  /** The student with whom this one was merged, for one who went. */
  into: student.omit({ archived: true }).nullable(),
  /** Those who were merged into this one, the latest first. */
  from: z.array(
    student.omit({ archived: true }).extend({
      done_by: z.string(),
      done_at: z.string(),
      moved: movedCounts,
    }),
  ),
});
export type StudentMerges = z.output<typeof studentMerges>;
