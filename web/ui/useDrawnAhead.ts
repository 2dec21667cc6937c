import { useEffect, useRef } from 'react';
import { whenIdle } from '#web/platform/when-idle.ts';

/** Rows that are drawn at once; a slow phone takes about 20 ms for them. */
const batch = 12;

/**
 * The browser skips rows below the screen (`content-visibility: auto`), which shows a long list sooner, but draws them
 * one by one while it scrolls, four times as slowly. Once it has nothing else to do they are drawn ahead, a few at a
 * time: such a row has `data-drawn`, for which the style sheet says `content-visibility: visible`.
 * @param rows what the list shows; others are drawn when they come.
 * @returns the ref of the element whose children are the rows.
 */
export function useDrawnAhead<List extends HTMLElement>(rows: readonly unknown[]) {
  const ref = useRef<List>(null);

  useEffect(() => {
    let cancel: (() => void) | undefined;
    const next = () => {
      const some = [
        ...(ref.current?.querySelectorAll<HTMLElement>(':scope > :not([data-drawn])') ?? []),
      ];
      for (const row of some.slice(0, batch)) row.dataset['drawn'] = '';
      if (some.length > batch) cancel = whenIdle(next);
    };
    cancel = whenIdle(next);
    return () => cancel?.();
  }, [rows]);

  return ref;
}
