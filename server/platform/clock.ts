/** The institute's clock: every rule about today, now and passed asks it, never the machine's own zone. */
export interface Clock {
  timeZone: string;
  /** The present instant. */
  now: () => Temporal.Instant;
  /** The institute's date, `YYYY-MM-DD`. */
  today: () => string;
}

/**
 * @param start an ISO instant from which the clock runs on (trying things out), instead of the real time.
 */
export function createClock(timeZone: string, start?: string): Clock {
  const shift = start ? Temporal.Instant.from(start).epochMilliseconds - Date.now() : 0;
  const now = () => Temporal.Instant.fromEpochMilliseconds(Date.now() + shift);
  // Asked by every tap, and the same for a minute: days begin on whole minutes in every zone.
  let known = { minute: -1, today: '' };
  const today = () => {
    const minute = Math.floor((Date.now() + shift) / 60_000);
    if (minute !== known.minute) known = { minute, today: now().toZonedDateTimeISO(timeZone).toPlainDate().toString() };
    return known.today;
  };
  return { timeZone, now, today };
}

/** A clock that stands still, for rules that are checked at one instant. */
export function stoppedClock(timeZone: string, instant: string): Clock {
  const now = () => Temporal.Instant.from(instant);
  return { timeZone, now, today: () => now().toZonedDateTimeISO(timeZone).toPlainDate().toString() };
}
