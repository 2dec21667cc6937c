import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messages } from '#contract/texts.ts';
import { classDays, classesOfDay } from '#web/school/days.ts';
import { toast } from '#web/ui/toasts.ts';
import { useLiveClasses } from './useLiveClasses.ts';

const pollMs = 60_000;

/** A day's classes, always up to date; where there are none, why. @param teacher undefined: of all teachers. */
export function useDay(date: string, teacher: number | undefined) {
  const shown = classesOfDay(date, teacher);
  useLiveClasses(date, shown);
  const list = useQuery({ ...shown, refetchInterval: pollMs });
  const found = list.data?.results;
  const day = useQuery({ ...classDays(date, date, teacher), enabled: found?.length === 0 });
  const kind = day.data?.days[0]?.kind;
  useEffect(() => {
    if (kind === 'holiday') toast('information', messages.noClass);
  }, [kind, date]);
  return { list, found, days: day.data };
}
