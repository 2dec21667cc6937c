import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { PublicConfig } from '#contract/session.ts';
import { instituteClock } from './institute-clock.ts';

/**
 * The configuration with the institute's date of now: a cached one, and a page that stays open, name
 * the day on which it came.
 */
export function useInstituteDay(given: PublicConfig, configAt: number) {
  const clock = useMemo(() => instituteClock(given, configAt), [given, configAt]);
  const today = useSyncExternalStore(clock.subscribe, clock.today);
  const config = useMemo(() => ({ ...given, today }), [given, today]);
  // For the requests of this window's next load, before it knows the date.
  useEffect(() => sessionStorage.setItem('today', today), [today]);
  return { config, now: clock.now };
}
