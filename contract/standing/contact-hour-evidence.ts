import { z } from 'zod';
import { ways } from '../marks.ts';
import { statuses } from '../status.ts';
import { date, idList } from '../fields.ts';
import { outcomes, stepKinds } from './follow-up-terms.ts';
import { letterRow } from '../messages/letters.ts';
import { studentShort } from '../student.ts';

const fraction = z.object({ part: z.number(), of: z.number() });

/** Minutes of a student in a period, and the rates they make (R-HOURS-1, R-HOURS-2). */
export const hourLine = {
  /** Minutes of the meetings that count. */
  scheduled_minutes: z.number(),
  attended_minutes: z.number(),
  /** Of the scheduled ones, those in excused absences. */
  excused_minutes: z.number(),
  /** Minutes of meetings to come. */
  left_minutes: z.number(),
  /** Attended ÷ scheduled minutes; excused ones are left out unless `excused_counts`. Null without any. */
  rate: fraction.nullable(),
  /** Over the whole period, if everything left is attended in time, and if nothing is. */
  best: fraction.nullable(),
  worst: fraction.nullable(),
  /** The highest band that the rate reaches; null below all, and without a rate. */
  band: z.number().nullable(),
  /** For each band, the highest first. */
  reach: z.array(
    z.object({
      percent: z.number(),
      /** `certain`: whatever is missed; `lost`: whatever is attended. */
      state: z.enum(['certain', 'open', 'lost']),
      /** Of the minutes left; null when it is lost. */
      may_miss_minutes: z.number().nullable(),
    }),
  ),
};

const evidenceLine = z.object({
  ...hourLine,
  /** Minutes of meetings that are over without a mark of the student: not counted. */
  not_recorded_minutes: z.number(),
});
export type EvidenceLine = z.output<typeof evidenceLine>;

/** A change of a mark; the first one is the mark itself. */
const evidenceChange = z.object({
  from: z.enum(statuses).nullable(),
  /** Null when the mark was withdrawn. */
  to: z.enum(statuses).nullable(),
  late_minutes: z.number().nullable(),
  left_early_minutes: z.number().nullable(),
  excused: z.boolean(),
  how: z.enum(ways),
  by: z.string().nullable(),
  /** ISO 8601. */
  at: z.string(),
});
export type EvidenceChange = z.output<typeof evidenceChange>;

/** A meeting that took place or will, on a date of the student's enrolment. */
const evidenceMeeting = z.object({
  class_schedule: z.number(),
  date: z.string(),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  subject_code: z.string(),
  class_type: z.string(),
  /** Its length. */
  minutes: z.number(),
  /** `none`: over, and no mark: not counted. `to_come`: not over, and no mark. */
  status: z.enum([...statuses, 'none', 'to_come']),
  attended_minutes: z.number(),
  late_minutes: z.number().nullable(),
  left_early_minutes: z.number().nullable(),
  /** How the absence is excused: by an approved leave, or with the mark. */
  excused: z.enum(['leave', 'mark']).nullable(),
  /** The reason's words; null for who may not read leaves. */
  reason: z.string().nullable(),
  /** All changes of the mark, the oldest first. */
  changes: z.array(evidenceChange),
});
export type EvidenceMeeting = z.output<typeof evidenceMeeting>;

const evidenceFollowUp = z.object({
  id: z.number(),
  /** Null: over all subjects. */
  subject_code: z.string().nullable(),
  owner: z.string(),
  begun_by: z.string(),
  begun_at: z.string(),
  closed_by: z.string().nullable(),
  closed_at: z.string().nullable(),
  outcome: z.enum(outcomes).nullable(),
  /** By day, without removed ones. */
  steps: z.array(
    z.object({
      kind: z.enum([...stepKinds, 'closed']),
      done_on: z.string(),
      note: z.string().nullable(),
      by: z.string(),
    }),
  ),
});
export type EvidenceFollowUp = z.output<typeof evidenceFollowUp>;

const evidenceSemester = z.object({
  id: z.number(),
  semester: z.number(),
  year: z.number(),
  batch: z.string(),
});

/** Evidence of a student's contact hours in a period (R-HOURS-4). */
export const evidence = z.object({
  student: studentShort,
  /** Semesters with a class of the student, the latest first. */
  semesters: z.array(evidenceSemester),
  /** The chosen semesters; empty for dates. */
  chosen: z.array(z.number()),
  /** First and last day of the period. */
  from_date: z.string(),
  to_date: z.string(),
  /** The moment that divides what took place from what is to come, ISO 8601. */
  as_of: z.string(),
  terms: z.object({ contact_hour_bands: z.array(z.number()), excused_counts: z.boolean() }),
  totals: evidenceLine,
  subjects: z.array(
    evidenceLine.extend({
      subject_name: z.string(),
      subject_code: z.string(),
      meetings: z.number(),
    }),
  ),
  meetings: z.array(evidenceMeeting),
  follow_ups: z.array(evidenceFollowUp),
  /** Made since the first day of the period, of the kinds that the caller makes. */
  letters: z.array(letterRow),
});
export type Evidence = z.output<typeof evidence>;

/**
 * A period: semesters, or two dates at most 366 days apart. Without either: the student's latest
 * semester that has begun.
 */
export const evidenceQuery = z.strictObject({
  semester: idList.refine((ids) => ids.length <= 12, 'must be at most 12').optional(),
  from_date: date.optional(),
  to_date: date.optional(),
});
