import type { CalendarEvent, Notice } from './calendar-event.ts';

/** A change that moves the dates by more is no change of a weekly class. */
const maxShiftDays = 31;

/** How an event is held at one of its starts, as a change from then on has it. */
interface Followed {
  change: CalendarEvent;
  /** The start as the change moves it. */
  start: Temporal.Instant;
}

interface Range {
  change: CalendarEvent;
  from: Temporal.Instant;
  /** By which each start is moved, in local time: at nine it stays at nine whatever the clocks do. */
  shift: Temporal.Duration;
}

/** The changes of an event that hold from one of its starts on (R-IMPORT-10). */
export class Ranges {
  readonly #ranges: Range[];
  readonly #used = new Set<CalendarEvent>();

  constructor(overrides: CalendarEvent[], notice: Notice) {
    this.#ranges = overrides
      .flatMap((change): Range[] => {
        const { recurrenceId: from, isFromThenOn, zone, start, line, rule } = change;
        if (!from || !isFromThenOn) return [];
        if (rule)
          notice(rule.line, 'note', 'RRULE', 'of a change of an event is not read: its dates stay');
        const shift = start.since(zone.localOf(from), { largestUnit: 'day' });
        if (Math.abs(shift.days) <= maxShiftDays) return [{ change, from, shift }];
        const reason = `moves all that follow by more than ${maxShiftDays} days`;
        notice(line, 'skipped', 'RECURRENCE-ID', reason);
        return [];
      })
      .toSorted((a, b) => Temporal.Instant.compare(a.from, b.from));
  }

  /** Days by which dates are moved at most. */
  get days(): number {
    return Math.max(0, ...this.#ranges.map(({ shift }) => Math.abs(shift.days) + 1));
  }

  /** Changes that held at none of the starts. */
  get unused(): CalendarEvent[] {
    return this.#ranges.flatMap(({ change }) => (this.#used.has(change) ? [] : [change]));
  }

  /** The last change that holds at a start; null where none does. */
  at(start: Temporal.Instant): Followed | null {
    const range = this.#ranges.findLast(({ from }) => Temporal.Instant.compare(from, start) <= 0);
    if (!range) return null;
    const { change, shift } = range;
    const { zone } = change;
    this.#used.add(change);
    return { change, start: zone.instantOf(zone.localOf(start).add(shift)) };
  }
}
