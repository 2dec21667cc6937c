import { useEffect } from 'react';

/** The screen of a device at a door stays on, again after another page was shown. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let ended = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || ended) return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    const again = () => void take();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
