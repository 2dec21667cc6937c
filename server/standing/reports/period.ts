import { mondayOf } from '#contract/dates.ts';
import type { ReportQuery, ReportScope } from '#contract/standing/reports.ts';
import type { ReportPeriod } from '#contract/standing/report-terms.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { periodOf } from '#server/timetable/index.ts';

/** First and last date. */
export interface Dates {
  from: string;
  to: string;
}

interface Semester {
  id: number;
  starts: string;
  ends: string;
  /** The first day of classes, from which weeks are counted. */
  classes: string;
}

const maxDays = 366;

const plus = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
const earliest = (a: string, b: string) => (a < b ? a : b);

async function readSemesters(database: Database): Promise<Semester[]> {
  return database
    .selectFrom('semester')
    .select([
      'id',
      'semester_start_date as starts',
      'semester_end_date as ends',
      'class_start_date as classes',
    ])
    .where('archived_at', 'is', null)
    .orderBy('semester_start_date')
    .orderBy('id')
    .execute();
}

/** From the first to the last day of semesters, until today; at most 366 days. */
function whole(semesters: Semester[], today: string): Dates {
  const starts = semesters.map((one) => one.starts).toSorted();
  const ends = semesters.map((one) => one.ends).toSorted();
  const from = starts[0] ?? today;
  const last = ends.at(-1) ?? today;
  const to = from <= today ? earliest(last, today) : last;
  return daysBetween(from, to) > maxDays ? { from: plus(to, -maxDays), to } : { from, to };
}

/** The semesters of today, else the one that ended last, else the next one. */
function current(all: Semester[], today: string): Semester[] {
  const running = all.filter(({ starts, ends }) => starts <= today && today <= ends);
  if (running.length) return running;
  const over = all.filter(({ ends }) => ends < today);
  const next = over.toSorted((a, b) => (a.ends < b.ends ? -1 : 1)).at(-1) ?? all[0];
  return next ? [next] : [];
}

/** The semester that ended last before another one began. */
const semesterBefore = (all: Semester[], starts: string | undefined): Semester | undefined =>
  starts === undefined
    ? undefined
    : all
        .filter(({ ends }) => ends < starts)
        .toSorted((a, b) => (a.ends < b.ends ? -1 : 1))
        .at(-1);

const firstOf = (semesters: Semester[]) => semesters.map(({ starts }) => starts).toSorted()[0];

function named(period: ReportPeriod, all: Semester[], today: string): Dates {
  switch (period) {
    case 'this_week':
      return { from: mondayOf(today), to: today };
    case 'last_4_weeks':
      return { from: plus(today, -27), to: today };
    case 'this_semester':
      return whole(current(all, today), today);
    case 'last_semester': {
      const before = semesterBefore(all, firstOf(current(all, today)));
      if (!before) throw validationError('period', 'there is no semester before this one');
      return whole([before], today);
    }
  }
}

type PeriodQuery = Pick<ReportScope, 'period' | 'from_date' | 'to_date' | 'semester'> &
  Partial<Pick<ReportQuery, 'compare' | 'compare_from' | 'compare_to'>>;

/**
 * The dates of a report, and those that it is compared with (R-REPORT-2).
 * @throws ApiError 400 for a period that is reversed, longer than 366 days, or does not exist.
 */
export async function readPeriods(
  database: Database,
  query: PeriodQuery,
  today: string,
): Promise<{ dates: Dates; compared: Dates | null }> {
  const all = await readSemesters(database);
  const dates = datesOf(query, all, today);
  return { dates, compared: comparedDates(query, dates, all, today) };
}

function datesOf(
  { period, from_date, to_date, semester }: PeriodQuery,
  all: Semester[],
  today: string,
): Dates {
  if (period !== undefined) {
    if (from_date !== undefined)
      throw validationError('from_date', 'must not be given with period');
    if (to_date !== undefined) throw validationError('to_date', 'must not be given with period');
    return named(period, all, today);
  }
  if (from_date !== undefined || to_date !== undefined)
    return periodOf({ from_date, to_date }, today);
  const chosen = semester ? all.filter(({ id }) => semester.includes(id)) : [];
  return whole(chosen.length ? chosen : current(all, today), today);
}

function comparedDates(
  { compare, compare_from, compare_to }: PeriodQuery,
  { from, to }: Dates,
  all: Semester[],
  today: string,
): Dates | null {
  if (compare_from !== undefined || compare_to !== undefined)
    return chosenDates(compare, compare_from, compare_to, today);
  if (compare === undefined) return null;
  if (compare === 'before') {
    const last = plus(from, -1);
    return { from: plus(last, -daysBetween(from, to)), to: last };
  }
  // The semester that the report begins in, or that was the last one before.
  const began = all.filter(({ starts }) => starts <= from).at(-1);
  const before = semesterBefore(all, began?.starts);
  if (!began || !before) throw validationError('compare', 'there is no semester before that one');
  const shift = daysBetween(mondayOf(began.classes), mondayOf(before.classes));
  return { from: plus(from, shift), to: plus(to, shift) };
}

function chosenDates(
  compare: string | undefined,
  from: string | undefined,
  to: string | undefined,
  today: string,
): Dates {
  if (compare !== undefined)
    throw validationError('compare', 'must not be given with dates to compare with');
  if (from === undefined) throw validationError('compare_from', 'must be given');
  if (to === undefined) throw validationError('compare_to', 'must be given');
  if (from > to) throw validationError('compare_to', 'must be later than or equal to compare_from');
  if (daysBetween(from, to) > maxDays)
    throw validationError('compare_from', `must be at most ${maxDays} days before compare_to`);
  return periodOf({ from_date: from, to_date: to }, today);
}
