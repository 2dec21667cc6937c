import { movedTo, nameOf, weekdayOf } from './classes.ts';
import type { Notice } from './calendar-event.ts';
import type { Occurrence, Series } from './occurrences.ts';

/** Between the last date of a series and the first of the one that goes on, at most. */
const maxGapDays = 21;
/** Each is compared with each: more series of one name than a semester's classes are split into. */
const mostHalves = 200;

/**
 * Joins series that a calendar program has split where somebody changed "this and following events"
 * (R-IMPORT-10): one ends on a date, and another one with the same name goes on with a UID of its own.
 * They are one class, whose later dates are changed. Where several could be the other half they stay
 * apart, unless the UID says which one it is.
 * @param isMade whether a calendar has made a class of a UID already: it stays a class of its own.
 */
export function joinSplits(
  all: Series[],
  isMade: (uid: string) => boolean,
  notice: Notice,
): Series[] {
  const halves = new Map<Series, Half>();
  for (const series of all)
    if (series.event.rule && series.occurrences.length > 0) halves.set(series, halfOf(series));
  const wholes = new Map(all.map((series) => [series, series]));
  const byName = Map.groupBy(halves.values(), ({ series }) => nameOf(series.event.summary));
  // One half has one that goes on: with many, which of them its dates are would be a guess.
  const continued = new Set<Half>();
  for (const same of byName.values()) {
    if (same.length > mostHalves) continue;
    const inOrder = same.toSorted((a, b) => a.first.localeCompare(b.first));
    for (const later of inOrder) {
      const earlier = isMade(later.series.event.uid) ? undefined : earlierOf(later, inOrder);
      const whole = earlier && wholes.get(earlier.series);
      const days = whole && halves.get(whole)?.weekdays;
      if (!days || continued.has(earlier)) continue;
      continued.add(earlier);
      whole.occurrences.push(
        ...later.series.occurrences.map((one) => ({
          ...movedTo(one, days[later.weekdays.indexOf(plannedDay(one))] ?? plannedDay(one)),
          isFollowing: true,
        })),
      );
      whole.cancelled.push(...later.series.cancelled);
      wholes.set(later.series, whole);
      const { line } = later.series.event;
      const reason = `goes on with the class of line ${whole.event.line}, which changes on ${later.first}`;
      notice(line, 'note', 'UID', reason);
    }
  }
  return [...new Set(wholes.values())];
}

interface Half {
  series: Series;
  first: string;
  last: string;
  /** Sorted ISO weekdays. */
  weekdays: number[];
}

function halfOf(series: Series): Half {
  const dates = series.occurrences.map(({ date }) => date).toSorted();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  return { series, first, last, weekdays: weekdaysOf(series.occurrences) };
}

const plannedDay = ({ date, movedFrom }: Occurrence): number => weekdayOf(movedFrom ?? date);
const weekdaysOf = (some: Occurrence[]): number[] =>
  [...new Set(some.map(plannedDay))].toSorted((a, b) => a - b);

/** Google names the second half after the first, with the date. */
const originOf = (uid: string): string => uid.replace(/_R\d{8}(T\d{6}Z?)?(?=@|$)/, '');

function earlierOf(later: Half, same: Half[]): Half | undefined {
  const origin = originOf(later.series.event.uid);
  const fitting = same.filter((one) => isContinued(one, later));
  const named = fitting.filter(({ series }) => originOf(series.event.uid) === origin);
  const [only] = fitting;
  if (named.length > 0) return named.at(-1);
  if (!only || fitting.length > 1) return undefined;
  return same.filter((one) => isContinued(only, one)).length === 1 ? only : undefined;
}

function isContinued(earlier: Half, later: Half): boolean {
  if (!earlier.series.event.rule?.until || earlier.last >= later.first) return false;
  if (earlier.weekdays.length !== later.weekdays.length) return false;
  const last = Temporal.PlainDate.from(earlier.last);
  return last.until(later.first, { largestUnit: 'day' }).days <= maxGapDays;
}
