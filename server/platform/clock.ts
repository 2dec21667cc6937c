/**
 * The institute's clock: the source of today and now for all rules, independent of the machine's
 * time zone.
 */
export interface Clock {
  timeZone: string;
  /** The current instant. */
  now: () => Temporal.Instant;
  /** The institute's date, `YYYY-MM-DD`. */
  today: () => string;
}

/** The institute's local time, without a zone: `2026-03-02T09:15:00`. */
export const localNow = ({ now, timeZone }: Pick<Clock, 'now' | 'timeZone'>): string =>
  now().toZonedDateTimeISO(timeZone).toPlainDateTime().toString();

/** @param start an ISO instant at which the clock starts (for trials), instead of the current time. */
export function createClock(timeZone: string, start?: string): Clock {
  const shift = start ? Temporal.Instant.from(start).epochMilliseconds - Date.now() : 0;
  const now = () => Temporal.Instant.fromEpochMilliseconds(Date.now() + shift);
  // Cached for a minute: days start on whole minutes in every time zone.
  let known = { minute: -1, today: '' };
  const today = () => {
    const minute = Math.floor((Date.now() + shift) / 60_000);
    if (minute !== known.minute)
      known = { minute, today: now().toZonedDateTimeISO(timeZone).toPlainDate().toString() };
    return known.today;
  };
  return { timeZone, now, today };
}

/** A clock that stands still, for tests of rules at one instant. */
export function stoppedClock(timeZone: string, instant: string): Clock {
  const now = () => Temporal.Instant.from(instant);
  return {
    timeZone,
    now,
    today: () => now().toZonedDateTimeISO(timeZone).toPlainDate().toString(),
  };
}
