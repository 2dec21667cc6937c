import { useEffect, useState } from 'react';
import { minutesOf, timeOfMinutes } from '#contract/dates.ts';
import { timeOfDay } from '#contract/texts.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { isCheckInOpen } from './opening.ts';
import type { TaughtClass } from './taught-class.ts';

const pollMs = 10_000;

/**
 * From when a teacher checks in to a class of today, `HH:mm`, while that is to come; null otherwise, and for who enters
 * check-ins for others.
 */
export function useOpensAt(of: TaughtClass): string | null {
  const { config, now } = useSession();
  const entersForOthers = useCan()('Timesheet Admin Portal', 'add');
  const before_minutes = config.check_in_before_minutes;
  const today = config.today;
  const time = timeOfDay(now().toISOString(), config.time_zone);
  const isToCome =
    !entersForOthers && of.date === today && !isCheckInOpen(of, { today, time, before_minutes });
  const [, drawAgain] = useState(0);
  useEffect(() => {
    if (!isToCome) return;
    const timer = setInterval(() => drawAgain((times) => times + 1), pollMs);
    return () => clearInterval(timer);
  }, [isToCome]);
  return isToCome ? timeOfMinutes(Math.max(0, minutesOf(of.start_time) - before_minutes)) : null;
}
