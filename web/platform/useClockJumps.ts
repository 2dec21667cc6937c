import { useEffect } from 'react';

const minuteMs = 60_000;
/** Adjustments by a time server are smaller. */
const jumpMs = 2000;

/** The clock of the device, as the time since the page began does not show it. */
const drift = (): number => Date.now() - performance.now();

/**
 * Calls when the clock of the device was set while the page was open, or the device slept: what was computed from it
 * and from the server's time holds no longer.
 */
export function useClockJumps(onJump: () => void): void {
  useEffect(() => {
    let known = drift();
    const look = () => {
      const found = drift();
      if (Math.abs(found - known) < jumpMs) return;
      known = found;
      onJump();
    };
    const timer = setInterval(look, minuteMs);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [onJump]);
}
