import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { TapResult } from './tap-result.ts';
import { noTaps, withTap } from './taps.ts';

/** The result of the last tap, and the last taps. */
export function useTapFeedback() {
  const [result, setResult] = useState<TapResult | null>(null);
  const [taps, setTaps] = useState(noTaps);
  const number = useRef(0);
  const { now } = useSession();
  const clock = useRef(now);
  useEffect(() => {
    clock.current = now;
  });

  const report = useCallback((next: Omit<TapResult, 'number'>) => {
    const latest = { ...next, number: ++number.current };
    setResult(latest);
    const who = latest.student?.name ?? latest.tapped;
    if (who !== undefined && latest.pending === undefined)
      setTaps((before) =>
        withTap(before, {
          number: latest.number,
          who,
          tone: latest.tone,
          text: latest.text,
          at: clock.current().getTime(),
        }),
      );
  }, []);
  /**
   * Replaces the pending result of a deferred tap or undo, if it is still the last one. `orFirst`: a page that was
   * loaded again since shows it, too.
   */
  const resolvePending = useCallback(
    (pending: string, next: Omit<TapResult, 'number'>, { orFirst = false } = {}) => {
      const isFirst = orFirst && number.current === 0;
      const latest = { ...next, number: ++number.current };
      setResult((last) =>
        last?.pending === pending || (isFirst && last === null) ? latest : last,
      );
    },
    [],
  );
  /** Before a command is queued: what an undo has done may not be so any more. */
  const forgetUndone = useCallback(() => setResult((last) => (last?.isUndo ? null : last)), []);
  const dismissTaps = useCallback(() => setTaps((before) => ({ ...before, notTaken: [] })), []);

  return { result, taps, report, resolvePending, forgetUndone, dismissTaps };
}
