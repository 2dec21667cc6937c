import type { UsedTimes } from '#contract/timetable/many-classes.ts';
import { timeOfMinutes } from '#contract/dates.ts';
import { nextKey, type Period } from './grid-state.ts';

const mostRows = 12;
const hour = 60;

interface Times {
  start: string;
  end: string;
}

/** Eight rows of an hour, where no class says when classes are held. */
const hourly: Times[] = Array.from({ length: 8 }, (_, at) => ({
  start: timeOfMinutes((at + 9) * hour),
  end: timeOfMinutes((at + 10) * hour),
}));

/** The rows to begin with: of the times at which most classes are held, those that do not overlap. */
export function firstPeriods({ times }: Pick<UsedTimes, 'times'>): Period[] {
  const rows: Times[] = [];
  for (const { start_time: start, end_time: end } of times)
    if (rows.length < mostRows && rows.every((row) => end <= row.start || row.end <= start))
      rows.push({ start, end });
  return (rows.length > 0 ? rows : hourly)
    .toSorted((a, b) => a.start.localeCompare(b.start))
    .map((row) => ({ key: nextKey(), ...row }));
}

/** The row in which a class of the timetable is shown: the one that it begins in, or the nearest. */
export function rowOf(periods: readonly Period[], start: string): Period | undefined {
  return (
    periods.find((row) => row.start <= start && start < row.end) ??
    periods.findLast((row) => row.start <= start) ??
    periods[0]
  );
}
