import type { MouseEvent } from 'react';

/**
 * Without the second click of a double click: where an act takes its row off the page, another row is below the pointer
 * by then.
 */
export const singlePress =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
