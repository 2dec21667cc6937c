import { useEffect } from 'react';
import { cardOf, createScanDetector } from '#web/platform/reader/scan-detector.ts';

/** Until the first answer of the server gives the longest pause between two keys of a reader. */
const usualGapMs = 60;

/** Keys of one card, even where the browser was busy for a moment: half a number is another card. */
const withinMs = 1000;

/** Cards of a reader that types like a keyboard, wherever the focus is but in a field. */
export function useReader(
  onCard: (card: string) => void,
  onTorn: () => void,
  gapMs: number = usualGapMs,
): void {
  useEffect(() => {
    const detector = createScanDetector(gapMs, { withinMs, onTorn });
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      const typed = detector.key(event.key, event.timeStamp);
      if (typed === null) return;
      event.preventDefault();
      const read = cardOf(typed, () => true);
      if (read) onCard(read.card);
    };
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, [onCard, onTorn, gapMs]);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';
