import { addDays, mondayOf } from '#contract/dates.ts';
import { semesterWeek, weeksText } from '#contract/weeks.ts';
import { namedWhen, weekdayOf } from './classes.ts';
import type { Existing, Matched } from './existing.ts';
import type { Known } from './known.ts';
import type { CalendarQuestions } from './questions.ts';
import type { ResolvedClass } from './resolve.ts';

type Semester = Pick<Known['semesters'][number], 'class_from' | 'class_to'>;
/** Null: every week. */
export type Weeks = number[] | null;

interface Place {
  semester: Semester;
  holidays: ReadonlySet<string>;
}

/** So many dates that a class here has more or fewer are changes of single dates. */
const mostSingleDates = 2;

const inOrder = (weeks: Iterable<number>): number[] => [...weeks].toSorted((a, b) => a - b);
const numberOf = (date: string, { class_from, class_to }: Semester): number =>
  semesterWeek(date, { class_start_date: class_from, class_end_date: class_to });

/** The dates of a weekday on which a weekly class can be held, by their weeks. */
function possibleDates(weekday: number, { semester, holidays }: Place): Map<number, string> {
  const dates = new Map<number, string>();
  const first = addDays(mondayOf(semester.class_from), weekday - 1);
  for (let date = first; date <= semester.class_to; date = addDays(date, 7))
    if (date >= semester.class_from && !holidays.has(date))
      dates.set(numberOf(date, semester), date);
  return dates;
}

/** The weeks for which the calendar plans a class, also where it cancels or moves its date. */
function plannedWeeks(given: ResolvedClass, { semester }: Place): Set<number> {
  const planned = [
    ...[...given.occurrences.values()].map(({ date, movedFrom }) => movedFrom ?? date),
    ...given.cancelled,
  ].filter((date) => weekdayOf(date) === given.weekday && date <= semester.class_to);
  return new Set(planned.map((date) => numberOf(date, semester)).filter((week) => week > 0));
}

const orEvery = (weeks: ReadonlySet<number>, possible: ReadonlyMap<number, string>): Weeks =>
  weeks.size === 0 || [...possible.keys()].every((week) => weeks.has(week)) ? null : inOrder(weeks);

/** The weeks of a class that the calendar adds (R-IMPORT-5). */
export const weeksOfNew = (given: ResolvedClass, place: Place): Weeks =>
  orEvery(plannedWeeks(given, place), possibleDates(given.weekday, place));

interface Compared {
  place: Place;
  /** The first day that changes, by class. */
  from: (id: number) => string;
  known: (id: number) => Existing | undefined;
  /** Whether somebody has given a class other weeks since the last file. */
  isChanged: (known: Existing) => boolean;
  /** The weeks that the last file had for a class, as text. */
  plannedBefore: (id: number) => string | undefined;
  questions: CalendarQuestions;
}

/**
 * The weeks of the classes that the calendar makes, and which of the others are in other weeks
 * here. Those that are here already and would get other weeks are a question: without them their
 * dates are cancelled and added one by one (R-IMPORT-5). So are those that somebody has given other weeks since the
 * last file: where they stay, their dates are not compared (R-IMPORT-13).
 */
export function weeksOfClasses(
  matched: Matched[],
  { place, from, known, isChanged, plannedBefore, questions }: Compared,
): {
  weeks: Map<Matched, Weeks>;
  inOtherWeeks: ReadonlySet<Matched>;
  staying: ReadonlySet<Matched>;
} {
  const inOtherWeeks = new Set<Matched>();
  const weeks = new Map<Matched, Weeks>();
  const proposed: Proposed[] = [];
  const changed: Proposed[] = [];
  for (const match of matched) {
    const before = match.id === null ? undefined : known(match.id);
    if (!before) {
      weeks.set(match, weeksOfNew(match.class, place));
      continue;
    }
    weeks.set(match, before.weeks);
    const isByHand = match.isOurs && isChanged(before);
    const most = isByHand ? 0 : mostSingleDates;
    const other = otherWeeks(match.class, before, { place, from: from(before.id), most });
    if (other === undefined) continue;
    if (isByHand) changed.push({ match, before, weeks: other });
    else if (match.isOurs) proposed.push({ match, before, weeks: other });
    else inOtherWeeks.add(match);
  }
  if (proposed.length > 0 && questions.weeks(proposed.map(textOf)) === 'weeks')
    for (const { match, weeks: other } of proposed) weeks.set(match, other);
  const isSame = changed.every(
    ({ match, before }) => plannedBefore(before.id) === plannedText(match.class, place),
  );
  const staying = new Set<Matched>();
  if (changed.length > 0) {
    const takes = questions.changedWeeks(changed.map(changedText), isSame) === 'take';
    for (const { match, weeks: other } of changed)
      if (takes) weeks.set(match, other);
      else staying.add(match);
  }
  return { weeks, inOtherWeeks: inOtherWeeks.union(staying), staying };
}

interface Proposed {
  match: Matched;
  before: Existing;
  weeks: Weeks;
}

/** The weeks that a file has for a class. */
export const plannedText = (given: ResolvedClass, place: Place): string =>
  weeksText(inOrder(plannedWeeks(given, place)));

const inWords = (weeks: Weeks): string =>
  weeks === null ? 'every week' : `weeks ${weeksText(weeks)}`;
const changedText = ({ match, before, weeks }: Proposed): string =>
  `${namedWhen(match.class)}: ${inWords(before.weeks)}, in the calendar ${inWords(weeks)}`;
const textOf = ({ match, weeks }: Proposed): string =>
  `${namedWhen(match.class)}: ${inWords(weeks)}`;

/** Other weeks for a class that is here; undefined where only single dates differ. */
function otherWeeks(
  given: ResolvedClass,
  before: Existing,
  { place, from, most }: { place: Place; from: string; most: number },
): Weeks | undefined {
  const possible = possibleDates(given.weekday, place);
  const planned = plannedWeeks(given, place);
  const has = (week: number) => before.weeks === null || before.weeks.includes(week);
  const isToCome = (week: number) => (possible.get(week) ?? '') >= from;
  const differing = [...possible.keys()].filter(
    (week) => isToCome(week) && has(week) !== planned.has(week),
  );
  if (differing.length <= most) return undefined;
  const weeks = [...possible.keys()].filter((week) =>
    isToCome(week) ? planned.has(week) : has(week),
  );
  return orEvery(new Set(weeks), possible);
}

/** Whether a class that has these weeks is planned on a date of its weekday. */
export const isPlannedIn = (weeks: Weeks, date: string, semester: Semester): boolean =>
  weeks === null || weeks.includes(numberOf(date, semester));
