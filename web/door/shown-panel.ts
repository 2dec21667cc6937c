import { idlePanel, type Panel } from './text.ts';

/** How long an answer is shown, in milliseconds. */
export const shownMs = 4000;

/** Shows panels, each for some time, or until the next one. */
export function createShownPanel(set: (panel: Panel) => void) {
  let idleTimer = 0;
  let laterTimer = 0;
  return {
    /** @param isLasting whether the idle panel follows after some time. */
    show: (panel: Panel, isLasting = true): void => {
      clearTimeout(idleTimer);
      clearTimeout(laterTimer);
      set(panel);
      if (isLasting) idleTimer = window.setTimeout(() => set(idlePanel), shownMs);
    },
    /** Runs `work` after a while, unless a panel is shown before. */
    later: (work: () => void, ms: number): void => {
      laterTimer = window.setTimeout(work, ms);
    },
  };
}
