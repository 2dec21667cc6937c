import type { ReportFigures, ReportRow } from './reports.ts';
import type { ReportGrouping } from './report-terms.ts';

/** What a row of a report is, as the title of its first column. */
export const groupingTitles: Record<ReportGrouping, string> = {
  class: 'Class',
  subject: 'Subject',
  teacher: 'Teacher',
  student: 'Student',
  cohort: 'Cohort',
  course: 'Course',
  room: 'Room',
  weekday_hour: 'Weekday and hour',
  week: 'Week',
};

/** The title of the second column; null where a row has no detail. */
export const detailTitles: Record<ReportGrouping, string | null> = {
  class: 'Held',
  subject: 'Code',
  teacher: null,
  student: 'Student ID',
  cohort: 'Year',
  course: null,
  room: null,
  weekday_hour: null,
  week: 'Dates',
};

/** The second column: ISO dates for a week (R-DATE-2). */
export const detailOf = ({ detail, week }: Pick<ReportRow, 'detail' | 'week'>): string | null =>
  week ? `${week.from} – ${week.to}` : detail;

/** The counts of a row, in the order of screens and files. */
export const figureTitles = {
  meetings: 'Classes',
  taken: 'Rolls taken',
  in_progress: 'Rolls not finished',
  not_taken: 'Rolls not taken',
  present: 'Present',
  late: 'Late',
  absent: 'Absent',
  excused: 'Excused',
  scheduled_minutes: 'Scheduled minutes',
  attended_minutes: 'Attended minutes',
  rate: 'Rate %',
} as const satisfies Partial<Record<keyof ReportFigures, string>>;
export type FigureName = keyof typeof figureTitles;
export const figureNames = Object.keys(figureTitles) as FigureName[];

/** A change of a rate: `+2.5`, `−3`, `0`. */
export const differenceText = (points: number): string =>
  points > 0 ? `+${points}` : String(points).replace('-', '−');
