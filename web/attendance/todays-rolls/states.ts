import { minutesOf } from '#contract/dates.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { rollState, rollStates, type ShownState } from '../dashboard/day.ts';

/** The states of an address, such as `taken,closed`; empty for all. */
export const statesIn = (text: string): string[] => text.split(',').filter(Boolean);

/** Rolls in which no student is left to mark: the dashboard counts them as taken (R-ROLL-11). */
export const takenStates = ['taken', 'closed'].join(',');

/** Number of classes in each state; states without a class are omitted. */
export function countStates(all: ClassSchedule[]): { state: ShownState; count: number }[] {
  const byState = Map.groupBy(all, rollState);
  return rollStates.flatMap((state) => {
    const count = byState.get(state)?.length ?? 0;
    return count ? [{ state, count }] : [];
  });
}

/**
 * The minutes until the next class starts or ends, which no event announces; null after the last.
 * @param time of day, `HH:mm`.
 */
export function minutesToNext(
  all: Pick<ClassSchedule, 'start_time' | 'end_time'>[],
  time: string,
): number | null {
  const next = all
    .flatMap(({ start_time, end_time }) => [start_time, end_time])
    .filter((it) => it > time)
    .toSorted()[0];
  return next === undefined ? null : minutesOf(next) - minutesOf(time);
}
