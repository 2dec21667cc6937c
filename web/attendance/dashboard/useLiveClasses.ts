import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ClassCounts } from '#contract/live.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useLive } from '#web/platform/live.ts';
import { type classesOfDay, overviewOfToday } from '#web/school/days.ts';
import type { classesOn } from '#web/school/roll.ts';

/** Marks come one after the other: their figures are read again after this time. */
const overviewMs = 3000;

/** A cached list of the classes of a date. */
type ClassesQuery = Pick<
  ReturnType<typeof classesOfDay> | ReturnType<typeof classesOn>,
  'queryKey'
>;

/** Updates the cached classes of a date, with every filter, with changed counts. @param shown the list that is shown. */
export function useLiveClasses(date: string, shown: ClassesQuery): void {
  const queries = useQueryClient();
  const queryKey = ['classes', date];
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** The figures above the classes follow them, once for many marks. */
  const readOverview = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: overviewOfToday.queryKey });
    }, overviewMs);
  };
  useLive(
    { date },
    {
      counts(counts) {
        // The data that are set take the error of a failed read away.
        const isMissing = queries
          .getQueryCache()
          .findAll({ queryKey })
          .some(({ state }) => state.status === 'error');
        queries.setQueriesData<{ results: ClassSchedule[] }>({ queryKey }, (classes) =>
          classes ? { ...classes, results: withCounts(classes.results, counts) } : classes,
        );
        readOverview();
        // A response from before these marks must not overwrite them: it is requested again.
        if (isMissing || queries.isFetching({ queryKey }) > 0)
          void queries.invalidateQueries({ queryKey });
      },
      reload() {
        readOverview();
        void queries.invalidateQueries({ queryKey });
      },
      since: () => queries.getQueryData<{ as_of?: string }>(shown.queryKey)?.as_of,
    },
  );
}

/** The classes with their counts of marks; the others stay the same objects. */
export function withCounts(classes: ClassSchedule[], counts: ClassCounts[]): ClassSchedule[] {
  const byId = new Map(counts.map((count) => [count.id, count]));
  return classes.map((it) => {
    const count = byId.get(it.id);
    if (!count) return it;
    const { total_present, total_absent } = count;
    return {
      ...it,
      today_students_stats: { ...it.today_students_stats, total_present, total_absent },
    };
  });
}
