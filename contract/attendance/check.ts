import { z } from 'zod';
import { listOf, listQuery, oneOf } from '../fields.ts';

/** What the institute's data are checked for (R-CHECK-1). */
export const checkKinds = [
  'rolls_not_taken',
  'held_marks',
  'marks_after_closing',
  'marks_of_changed_class',
  'check_ins_without_marks',
  'classes_without_students',
  'students_without_classes',
  'enrolments_outside_semester',
  'duplicate_students',
  'unused_cards',
  'same_names',
  'same_cards',
  'same_pay_codes',
  'failed_mails',
  'classes_without_pay_code',
  'classes_like_weeks',
  'rooms_like_several',
] as const;
export type CheckKind = (typeof checkKinds)[number];

/** Resources whose names or numbers are compared by their key form (R-KEY-2). */
const sameNamed = [
  'classroom',
  'subject',
  'course',
  'specialization',
  'cohort',
  'holiday',
  'semester',
  'pay_code',
] as const;
export type SameNamed = (typeof sameNamed)[number];

/** Counting stops here: larger numbers are not shown exactly. */
export const maxFindings = 1000;

const student = z.object({ id: z.number(), student_id: z.string(), name: z.string() });

/** Who has a number, of a card or, a student, as the ID. */
const holder = z.object({
  kind: z.enum(['student', 'teacher']),
  id: z.number(),
  name: z.string(),
  /** As it is stored. */
  number: z.string(),
});

/** A finding; its fields depend on its kind. */
const finding = z.object({
  /** Unique within its kind. */
  key: z.string(),
  class_schedule: z
    .object({
      id: z.number(),
      subject_code: z.string(),
      /** The group of the class, such as 12A; null without one. */
      group_name: z.string().nullable(),
      subject_name: z.string(),
      day_of_week: z.string(),
      start_time: z.string(),
      teacher: z.string(),
    })
    .nullable(),
  /** Of a class on a date. */
  date: z.string().nullable(),
  student: student.nullable(),
  /** Probably the same person as `student`. */
  other: student.nullable(),
  /** A mail that could not be sent. */
  mail: z
    .object({
      id: z.number(),
      recipient: z.string(),
      subject: z.string(),
      /** What the mail server answered. */
      reason: z.string().nullable(),
      /** ISO 8601. */
      failed_at: z.string(),
    })
    .nullable(),
  /** The number of marks concerned. */
  count: z.number().nullable(),
  /** Two rows whose names differ in capital letters and spaces alone. */
  same: z
    .object({
      what: z.enum(sameNamed),
      id: z.number(),
      name: z.string(),
      other_id: z.number(),
      other_name: z.string(),
    })
    .optional(),
  /** A room whose number names several rooms that are here, and these, the first one first (R-CLASS-8). */
  room: z
    .object({
      id: z.number(),
      number: z.string(),
      parts: z.array(z.object({ id: z.number(), number: z.string() })),
    })
    .optional(),
  /** Two people whose cards are one in the institute's form of numbers (R-CARD-2). */
  cards: z.object({ holder, other: holder }).optional(),
});
export type Finding = z.output<typeof finding>;

/** The kinds that the caller may see, with their numbers of findings: 1000 stands for 1000 or more. */
export const checks = z.object({
  results: z.array(
    z.object({
      kind: z.enum(checkKinds),
      count: z.number(),
      /** The number of the latest night before today; null where there is none (R-CHECK-2). */
      before: z.number().nullable(),
    }),
  ),
  /** When they were counted, ISO 8601. */
  as_of: z.string(),
  /** The day of that night. */
  compared_with: z.string().nullable(),
});
export type CheckCount = z.output<typeof checks>['results'][number];

export const findings = listOf(finding);
const { search: _search, ...page } = listQuery;
export const findingsQuery = z.strictObject({ ...page, kind: oneOf(checkKinds) });
