import type { ReportRow } from '#contract/standing/reports.ts';
import {
  reportGroupings,
  type ReportGrouping,
  type RollsHaving,
} from '#contract/standing/report-terms.ts';

/** The search parameters of the page: those of the call. */
export type ReportSearch = Record<string, string | undefined>;

/** Filters that choose what is counted; a number's rolls have the same. */
const filterNames = [
  'subject',
  'class_schedule',
  'teacher',
  'cohort',
  'course',
  'classroom',
  'semester',
  'student',
  'weekday_hour',
] as const;
const periodNames = ['period', 'from_date', 'to_date'] as const;

/** Filters with a control above the list. */
export const barNames = [
  'by',
  ...periodNames,
  'compare',
  'compare_from',
  'compare_to',
  'weekday_hour',
] as const;

export const groupingOf = ({ by }: ReportSearch): ReportGrouping =>
  reportGroupings.find((one) => one === by) ?? 'subject';

const picked = (search: ReportSearch, names: readonly string[]): ReportSearch =>
  Object.fromEntries(names.map((name) => [name, search[name]]));

/** The filter that a row of a grouping is for; a week is for its dates. */
const filterOf: Record<Exclude<ReportGrouping, 'week'>, (typeof filterNames)[number]> = {
  class: 'class_schedule',
  subject: 'subject',
  teacher: 'teacher',
  student: 'student',
  cohort: 'cohort',
  course: 'course',
  room: 'classroom',
  weekday_hour: 'weekday_hour',
};

interface Dates {
  from: string;
  to: string;
}

/** The filters of a report without its grouping, of other dates where they are given. */
export const scopeOf = (search: ReportSearch, dates?: Dates | null): ReportSearch => ({
  ...picked(search, filterNames),
  ...(dates ? { from_date: dates.from, to_date: dates.to } : picked(search, periodNames)),
});

/** The filters of one row. @param dates of the period that is compared with, for its counts. */
export function scopeOfRow(
  search: ReportSearch,
  row: Pick<ReportRow, 'id' | 'week' | 'week_before'>,
  dates?: Dates | null,
): ReportSearch {
  const by = groupingOf(search);
  if (by === 'week') return scopeOf(search, dates ? row.week_before : row.week);
  return { ...scopeOf(search, dates), [filterOf[by]]: String(row.id) };
}

/** What opens from the name of a row: the same counts by the next finer grouping. */
export const finer: Record<ReportGrouping, ReportGrouping> = {
  class: 'student',
  subject: 'class',
  teacher: 'class',
  student: 'subject',
  cohort: 'student',
  course: 'subject',
  room: 'class',
  weekday_hour: 'class',
  week: 'weekday_hour',
};

/** The address of the rolls behind a number; without `having` all classes. */
export const rollsBehind = (scope: ReportSearch, having?: RollsHaving): ReportSearch => ({
  ...scope,
  having,
});

/** The search parameters of a saved report. */
export const searchOfAddress = (address: string): ReportSearch =>
  Object.fromEntries(new URLSearchParams(address));
