import { playSound } from '#web/platform/reader/sound.ts';
import { idlePanel, type Panel } from './text.ts';

/** How long an answer is shown, in milliseconds. */
export const shownMs = 4000;

/** Shows panels, each for some time, or until the next one. */
export function createShownPanel(set: (panel: Panel) => void) {
  let idleTimer = 0;
  let laterTimer = 0;
  const show = (panel: Panel, isLasting = true): void => {
    clearTimeout(idleTimer);
    clearTimeout(laterTimer);
    set(panel);
    if (isLasting) idleTimer = window.setTimeout(() => set(idlePanel), shownMs);
  };
  return {
    /** @param isLasting whether the idle panel follows after some time. */
    show,
    /** Shows a panel with its sound. */
    say: (panel: Panel, sound: Parameters<typeof playSound>[0]): void => {
      show(panel);
      playSound(sound);
    },
    /** Runs `work` after a while, unless a panel is shown before. */
    later: (work: () => void, ms: number): void => {
      laterTimer = window.setTimeout(work, ms);
    },
  };
}
