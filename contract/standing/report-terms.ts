/** What a report is grouped by; without zod, for the screens. */
export const reportGroupings = [
  'class',
  'subject',
  'teacher',
  'student',
  'cohort',
  'course',
  'room',
  'weekday_hour',
  'week',
] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

/** Periods that move with the date: a link or a saved report stays up to date. */
export const reportPeriods = [
  'this_week',
  'last_4_weeks',
  'this_semester',
  'last_semester',
] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** Periods to compare with: as many days before, or the same weeks of the semester before. */
export const reportComparisons = ['before', 'last_semester'] as const;
export type ReportComparison = (typeof reportComparisons)[number];

/**
 * Which rolls stand behind a number of a report; `marked`: those with a mark;
 * `none_expected`: classes that are neither taken, nor in progress, nor not taken.
 */
export const rollsHaving = [
  'taken',
  'in_progress',
  'not_taken',
  'none_expected',
  'marked',
  'present',
  'late',
  'absent',
  'excused',
] as const;
export type RollsHaving = (typeof rollsHaving)[number];

/** Monday at 9 is 109: the day of the week (Monday is 1) and the hour in which a class starts. */
export const weekdayHour = (day: number, hour: number): number => day * 100 + hour;
export const dayOfWeekdayHour = (id: number): number => Math.floor(id / 100);
export const hourOfWeekdayHour = (id: number): number => id % 100;

/** Parameters that a saved report leaves out: which rows of it are shown. */
export const unsavedParams: readonly string[] = ['page', 'limit', 'view', 'search'];
