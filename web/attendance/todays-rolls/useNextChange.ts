import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { minutesToNext } from './states.ts';

const minuteMs = 60_000;

/** Reads the classes of a date again when the next one begins or ends. */
export function useNextChange(date: string, all: ClassSchedule[]): void {
  const queries = useQueryClient();
  const { config, now } = useSession();
  const time = timeOfDay(now().toISOString(), config.time_zone);
  const minutes = minutesToNext(all, time);
  useEffect(() => {
    if (minutes === null) return;
    const sinceMinute = now().getTime() % minuteMs;
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey: ['classes', date] }),
      minutes * minuteMs - sinceMinute + 1000,
    );
    return () => clearTimeout(timer);
  }, [queries, date, minutes, time, now]);
}
