import { z } from 'zod';
import { reference, whole } from '../fields.ts';
import { classTypes } from '../weekdays.ts';

/**
 * The parts of a rule (R-RED-1); at least one. A student is listed while one of them holds.
 */
const parts = {
  /** Percent, with at most two decimals: the rate is below it, as an exact fraction (R-RATE-2). */
  below: z.number().nullable(),
  /** The least number of counted meetings before the rate is compared. */
  least_meetings: z.number(),
  /** Absences in a row up to the latest mark; excused ones neither count nor interrupt. */
  consecutive: z.number().nullable(),
  /** So many absences that are not excused, within so many weeks up to today. */
  absences: z.number().nullable(),
  weeks: z.number().nullable(),
};
export const rulePartsAnswer = z.object(parts);
export type RuleParts = z.output<typeof rulePartsAnswer>;

const redListRule = z.object({
  id: z.number(),
  /** Of a subject, of the subjects of a course, or (both null) of the institute. */
  subject: z
    .object({ id: z.number(), subject_name: z.string(), subject_code: z.string() })
    .nullable(),
  course: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Compares what all subjects of a student add up to, beside the rules of each subject. */
  overall: z.boolean(),
  /** Counts the classes of this type alone; null: all classes of a subject. */
  class_type: z.enum(classTypes).nullable(),
  ...parts,
  /** Number of students and subjects that are listed by it, without dismissed ones. */
  listed: z.number(),
});
export type RedListRule = z.output<typeof redListRule>;

export const redListRules = z.object({
  /** The institute's first, then by course and subject; at most 500. */
  results: z.array(redListRule),
  /** What was marked until then is counted, ISO 8601; null before the first computation. */
  counted_until: z.string().nullable(),
});
/** Maximum rules of an institute. */
export const maxRules = 500;

const optional = (from: number, to: number) => whole(from, to).nullish();

const percentage = z
  .number('must be a number')
  .gt(0, 'must be greater than 0 and at most 100')
  .lte(100, 'must be greater than 0 and at most 100')
  .refine((percent) => Math.round(percent * 100) / 100 === percent, 'has at most two decimals');

/**
 * A rule to be saved; the rule of a subject goes before its course's, and that before the institute's; of
 * each one that names a class type before the one that does not.
 */
export const newRedListRule = z
  .strictObject({
    subject_id: reference().nullish(),
    course_id: reference().nullish(),
    overall: z.boolean('must be true or false').optional(),
    class_type: z.enum(classTypes, `must be one of ${classTypes.join(', ')}`).nullish(),
    below: percentage.nullish(),
    /** 5 when left out. */
    least_meetings: whole(1, 200).optional(),
    consecutive: optional(2, 100),
    absences: optional(1, 100),
    weeks: optional(1, 52),
    /** Answers how many would be listed, and writes nothing. */
    preview: z.boolean('must be true or false').optional(),
  })
  .superRefine((rule, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (rule.subject_id && rule.course_id) refuse('course_id', 'must not be sent with a subject');
    if (rule.overall && (rule.subject_id || rule.course_id))
      refuse('overall', 'is of the whole institute: without a subject and a course');
    if (rule.overall && rule.class_type)
      refuse('class_type', 'must not be sent with all subjects together');
    if (rule.overall && rule.consecutive)
      refuse('consecutive', 'absences in a row are counted by subject');
    if (rule.absences && !rule.weeks) refuse('weeks', 'is required with absences');
    if (rule.weeks && !rule.absences) refuse('absences', 'is required with weeks');
    if (!rule.below && !rule.consecutive && !rule.absences)
      refuse('below', 'a percentage, absences in a row or absences in some weeks are required');
  });
export type NewRedListRule = z.output<typeof newRedListRule>;

export const savedRule = z.object({
  /** Null in a preview. */
  id: z.number().nullable(),
  /**
   * Students and subjects for which the rule holds, as of the last seconds; null for a class type of
   * too many students: counted in the background once the rule is saved (R-RED-4).
   */
  listed: z.number().nullable(),
  /** Students among them; null likewise. */
  students: z.number().nullable(),
});
export type SavedRule = z.output<typeof savedRule>;
