import { z } from 'zod';
import { date, idList, listOf, listQuery, oneOf, several, sortParam } from '../fields.ts';
import { rollStates } from '../roll-state.ts';
import {
  dayOfWeekdayHour,
  hourOfWeekdayHour,
  reportComparisons,
  reportGroupings,
  reportPeriods,
  rollsHaving,
} from './report-terms.ts';

/** Counts of a group or of the whole report (R-REPORT-1); marks are those that are recorded (R-RATE-1). */
const figures = z.object({
  /**
   * Meetings until today that take place; of a student, those on dates of the enrolment; of a
   * cohort, those that somebody of it was enrolled in.
   */
  meetings: z.number(),
  /**
   * Rolls among these in which no student is N/A or that are closed (R-ROLL-11); of a student, with a mark
   * of this student.
   */
  taken: z.number(),
  /** Rolls among these whose class is over, which are not closed and have some marks (R-ROLL-16). */
  in_progress: z.number(),
  /** Rolls among these whose class is over, which are not closed and have students but no mark (R-ROLL-16). */
  not_taken: z.number(),
  present: z.number(),
  /** Of those, how often late. */
  late: z.number(),
  absent: z.number(),
  /** Of those, how many are excused. */
  excused: z.number(),
  /** Minutes of the meetings of all marks, and the attended part of them. */
  scheduled_minutes: z.number(),
  attended_minutes: z.number(),
  /** Whole percent (R-RATE-2); null when no mark counts. */
  rate: z.number().nullable(),
});
export type ReportFigures = z.output<typeof figures>;

/** The same counts of the period that is compared with, and the change. */
const compared = {
  /** Null without a comparison, or where the group has no meeting in the other period. */
  before: figures.nullable(),
  /** The rate minus the rate before, in percentage points with one decimal; null without both. */
  difference: z.number().nullable(),
};

/** The first and the last date. */
const dates = z.object({ from: z.string(), to: z.string() });

const reportRow = figures.extend({
  /**
   * Of the class schedule, subject, teacher, student, cohort, course or classroom; the day of the
   * week (Monday is 1) × 100 + the hour; the number of the week in the period.
   */
  id: z.number(),
  name: z.string(),
  /** Student ID, subject code, or when, where and with whom a class is held. */
  detail: z.string().nullable(),
  /** Whether the student is on the red list; false for other groupings. */
  in_red_list: z.boolean(),
  /** The dates of the week within the period, and of the week that it is compared with. */
  week: dates.nullable(),
  week_before: dates.nullable(),
  ...compared,
});
export type ReportRow = z.output<typeof reportRow>;

export const report = listOf(reportRow).extend({
  /** The counted dates. */
  from_date: z.string(),
  to_date: z.string(),
  /** The dates that are compared with; null without a comparison. */
  compared: dates.nullable(),
  /** Of all groups, whatever the search: each meeting and each mark counts once. */
  totals: figures.extend(compared),
  /**
   * Meetings before this date are never listed as not taken (R-ROLL-16); null when all may be.
   */
  begins_on: z.string().nullable(),
});
export type Report = z.output<typeof report>;

/** What a report and the rolls behind it count; without a period the current semester. */
const scope = {
  period: oneOf(reportPeriods).optional(),
  /** Instead of a period; at most 366 days. */
  from_date: date.optional(),
  /** Today when left out. */
  to_date: date.optional(),
  subject: idList.optional(),
  class_schedule: idList.optional(),
  /** Who taught the meeting: who covered, or else who was planned. */
  teacher: idList.optional(),
  /** Students who were in one of these cohorts on the date. */
  cohort: idList.optional(),
  course: idList.optional(),
  classroom: idList.optional(),
  semester: idList.optional(),
  student: idList.optional(),
  /** Days of the week (Monday is 1) × 100 + hours: 109 is Monday from 9:00 to 9:59. */
  weekday_hour: several
    .refine((all) => all.every(isWeekdayHour), 'must be a day and an hour, such as 109')
    .transform((all) => all.map(Number))
    .optional(),
};

function isWeekdayHour(text: string): boolean {
  const [day, hour] = [dayOfWeekdayHour(Number(text)), hourOfWeekdayHour(Number(text))];
  return /^[1-7]\d\d$/.test(text) && day >= 1 && day <= 7 && hour < 24;
}

const reportSortKeys = [
  'name',
  'meetings',
  'taken',
  'in_progress',
  'not_taken',
  'present',
  'late',
  'absent',
  'excused',
  'rate',
  'difference',
] as const;

export const reportQuery = z.strictObject({
  ...listQuery,
  by: oneOf(reportGroupings).default('subject'),
  ...scope,
  compare: oneOf(reportComparisons).optional(),
  /** Instead of `compare`: the dates to compare with; at most 366 days. */
  compare_from: date.optional(),
  compare_to: date.optional(),
  ordering: sortParam(reportSortKeys, 'name'),
});
export type ReportQuery = z.output<typeof reportQuery>;

export const reportFileQuery = reportQuery.omit({ limit: true, page: true }).extend({
  format: z.enum(['csv', 'xlsx'], 'must be csv or xlsx').default('csv'),
});

/** A roll behind the numbers of a report, with the counts of the students that it is about. */
const reportRoll = z.object({
  /** The meeting's id. */
  id: z.number(),
  class_schedule: z.number(),
  date: z.string(),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  class_type: z.string(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  room_number: z.string(),
  /** The covering teacher, or the planned one. */
  teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  /** Further teachers who were there. */
  co_teachers: z.array(z.object({ id: z.number(), first_name: z.string(), last_name: z.string() })),
  /** `none`: without students of the report, or not over yet. */
  state: z.enum([...rollStates, 'none']),
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
  rate: z.number().nullable(),
});
export type ReportRoll = z.output<typeof reportRoll>;

/** The marks of all rolls of a list; null on a page without rolls. */
const marksOfRolls = z.object({
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
});
export type MarksOfRolls = z.output<typeof marksOfRolls>;

export const reportRolls = listOf(reportRoll).extend({
  marks: marksOfRolls.nullable(),
  from_date: z.string(),
  to_date: z.string(),
});

export const reportRollsQuery = z.strictObject({
  ...listQuery,
  ...scope,
  having: oneOf(rollsHaving).optional(),
  ordering: sortParam(['date', 'subject', 'rate', 'present', 'late', 'absent', 'excused'], '-date'),
});
export type ReportRollsQuery = z.output<typeof reportRollsQuery>;
export type ReportScope = Pick<ReportRollsQuery, keyof typeof scope>;
