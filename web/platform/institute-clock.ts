import { dayOf } from '#contract/texts.ts';
import type { PublicConfig } from '#contract/session.ts';

/** The institute's clock, whatever the browser's clock and time zone (R-DATE-5). */
export interface InstituteClock {
  now: () => Date;
  /** `YYYY-MM-DD`. */
  today: () => string;
  /** Calls the listener when the date may be another one. @returns ends it. */
  subscribe: (listener: () => void) => () => void;
}

const minuteMs = 60_000;

/** A computer that wakes may fire none of the first two; its user fires one of the others. */
const wakings = ['focus', 'pageshow', 'pointerdown', 'keydown'] as const;

/** @param at when the configuration came, by the browser's clock: it may be a cached one. */
export function instituteClock(
  config: Pick<PublicConfig, 'now' | 'time_zone'>,
  at: number,
): InstituteClock {
  const offsetMs = Date.parse(config.now) - at;
  const now = () => new Date(Date.now() + offsetMs);
  return {
    now,
    today: () => dayOf(now().toISOString(), config.time_zone),
    subscribe(listener) {
      let timer = 0;
      // In every time zone a day begins with a minute. One minute, since timers sleep with the computer.
      const wait = () => {
        timer = window.setTimeout(tick, minuteMs - (now().getTime() % minuteMs));
      };
      const tick = () => {
        listener();
        wait();
      };
      wait();
      document.addEventListener('visibilitychange', listener);
      // Before the page's own listeners: the first key of a card belongs to the new day.
      for (const event of wakings) window.addEventListener(event, listener, { capture: true });
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', listener);
        for (const event of wakings) window.removeEventListener(event, listener, { capture: true });
      };
    },
  };
}
