import { minutesOf, timeOfMinutes } from '#contract/dates.ts';
import { timeOfDay } from '#contract/texts.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { useRerender } from '#web/platform/useRerender.ts';
import { isCheckInOpen } from './opening.ts';
import type { TaughtClass } from './taught-class.ts';

/**
 * Returns when the check-in to a class of today opens, `HH:mm`, while that is to come; null otherwise, and for users
 * who enter check-ins for others.
 */
export function useOpensAt(of: TaughtClass): string | null {
  const { config, now } = useSession();
  const entersForOthers = useCan()('Timesheet Admin Portal', 'add');
  const before_minutes = config.check_in_before_minutes;
  const today = config.today;
  const time = timeOfDay(now().toISOString(), config.time_zone);
  const isToCome =
    !entersForOthers && of.date === today && !isCheckInOpen(of, { today, time, before_minutes });
  useRerender(isToCome);
  return isToCome ? timeOfMinutes(Math.max(0, minutesOf(of.start_time) - before_minutes)) : null;
}
