import type { CalendarEvent, Notice } from './events.ts';
import { recurrence, RuleError } from './recurrence.ts';
import { Ranges } from './ranges.ts';
import type { Zone } from './zones.ts';

/** An event on a date, in the institute's time. */
export interface Occurrence {
  /** What says how it is held from then on: the series, or its change from a date on. */
  event: CalendarEvent;
  /** What says how it is held: the event itself, or the change of this one occurrence. */
  change: CalendarEvent;
  /** `YYYY-MM-DD` and `HH:MM`. */
  date: string;
  start: string;
  end: string;
  location: string;
  /** The date that it was moved away from. */
  movedFrom: string | null;
  /** Held as a change from a date on has it, or the series that goes on with another one. */
  isFollowing: boolean;
}

/** The occurrences of one event within the semester, and what of them is cancelled. */
export interface Series {
  event: CalendarEvent;
  isRecurring: boolean;
  occurrences: Occurrence[];
}

interface Window {
  /** Dates, inclusive. */
  from: string;
  to: string;
}

/** Occurrences of an event in a semester. */
const maxOccurrences = 400;
/** An event that began earlier is no class of the semester. */
const maxYearsBefore = 20;

/**
 * Each event with its occurrences in the dates of a semester: rules, added and removed dates, and
 * changes of single occurrences applied; in the institute's time, whatever zone the event has.
 */
export function seriesOf(
  events: CalendarEvent[],
  { from, to }: Window,
  ofInstitute: Zone,
  notice: Notice,
): Series[] {
  const overrides = Map.groupBy(
    events.filter((event) => event.recurrenceId),
    ({ uid }) => uid,
  );
  const all: Series[] = [];
  for (const event of events) {
    if (event.recurrenceId) continue;
    const series = expanded(
      event,
      overrides.get(event.uid) ?? [],
      { from, to },
      ofInstitute,
      notice,
    );
    overrides.delete(event.uid);
    if (series) all.push(series);
  }
  // Of an event whose series is not in the file: each is an event of its own.
  for (const event of [...overrides.values()].flat()) {
    if (event.isFromThenOn) {
      notice(event.line, 'skipped', 'RECURRENCE-ID', 'changes a series that is not in the file');
      continue;
    }
    const one = event.isCancelled
      ? null
      : occurrenceOf(event, event, startOf(event), ofInstitute, notice);
    const isWithin = one && one.date >= from && one.date <= to;
    all.push({ event, isRecurring: false, occurrences: isWithin ? [one] : [] });
  }
  return all;
}

const startOf = ({ zone, start }: CalendarEvent) => zone.instantOf(start);

function expanded(
  event: CalendarEvent,
  overrides: CalendarEvent[],
  window: Window,
  ofInstitute: Zone,
  notice: Notice,
): Series | null {
  const ranges = new Ranges(overrides, notice);
  const starts = startsOf(event, window, ranges.days, notice);
  if (!starts) return null;
  const byStart = new Map(
    overrides.flatMap((one) => (one.isFromThenOn ? [] : [[String(one.recurrenceId), one]])),
  );
  const occurrences = new Map<string, Occurrence>();
  const add = (one: Occurrence | null) => {
    if (!one || one.date < window.from || one.date > window.to) return;
    const before = occurrences.get(one.date);
    if (before)
      notice(
        one.event.line,
        'skipped',
        'DTSTART',
        `is twice on ${one.date}: a class is held once a day`,
      );
    else occurrences.set(one.date, one);
  };
  if (event.isCancelled) return { event, isRecurring: event.rule !== null, occurrences: [] };
  const changed: Changed[] = [];
  for (const start of starts) {
    const change = byStart.get(String(start));
    byStart.delete(String(start));
    const followed = ranges.at(start);
    const of = followed?.change ?? event;
    if (change) changed.push({ original: start, of, change, start: startOf(change) });
    else if (followed) changed.push({ original: start, of, ...followed });
    else add(occurrenceOf(event, event, start, ofInstitute, notice));
  }
  for (const { original, of, change, start } of changed) {
    if (change.isCancelled) continue;
    const one = occurrenceOf(of, change, start, ofInstitute, notice);
    const date = ofInstitute.localOf(original).toPlainDate().toString();
    const movedFrom = date === one?.date ? null : date;
    add(one && { ...one, movedFrom, isFollowing: of !== event });
  }
  for (const change of [...byStart.values(), ...ranges.unused]) {
    const at = change.recurrenceId;
    const date = at && ofInstitute.localOf(at).toPlainDate().toString();
    if (date && date >= window.from && date <= window.to)
      notice(change.line, 'skipped', 'RECURRENCE-ID', 'is no date of the event');
  }
  return {
    event,
    isRecurring: event.rule !== null || event.added.length > 0,
    occurrences: [...occurrences.values()].sort((a, b) => a.date.localeCompare(b.date)),
  };
}

interface Changed {
  original: Temporal.Instant;
  /** What says how the event is held from then on. */
  of: CalendarEvent;
  change: CalendarEvent;
  start: Temporal.Instant;
}

/** The starts of an event around the window; null for a rule that no class follows. */
function startsOf(
  event: CalendarEvent,
  window: Window,
  slackDays: number,
  notice: Notice,
): Temporal.Instant[] | null {
  const { zone, start, rule, added, removed, removedDays } = event;
  // The zones of event and institute differ, and changes move dates.
  const days = 2 + slackDays;
  const first = Temporal.PlainDate.from(window.from).subtract({ days }).toPlainDateTime();
  const end = Temporal.PlainDate.from(window.to).add({ days }).toPlainDateTime();
  let locals = [start];
  if (rule) {
    if (start.year < first.year - maxYearsBefore) {
      notice(rule.line, 'skipped', 'RRULE', `begins more than ${maxYearsBefore} years earlier`);
      return null;
    }
    try {
      locals = recurrence({
        rule: rule.value,
        start,
        until: rule.until,
        from: first,
        end,
        max: maxOccurrences,
      });
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      notice(rule.line, 'skipped', 'RRULE', error.message);
      return null;
    }
  }
  const starts = new Map<string, Temporal.Instant>();
  for (const local of locals) {
    const at = zone.instantOf(local);
    if (!removed.has(String(at)) && !removedDays.has(local.toPlainDate().toString()))
      starts.set(String(at), at);
  }
  for (const at of added) if (!removed.has(String(at))) starts.set(String(at), at);
  return [...starts.values()];
}

/** @param change the event itself, or the change of this occurrence. */
function occurrenceOf(
  event: CalendarEvent,
  change: CalendarEvent,
  start: Temporal.Instant,
  ofInstitute: Zone,
  notice: Notice,
): Occurrence | null {
  const from = ofInstitute.localOf(start);
  const to = ofInstitute.localOf(start.add({ minutes: change.minutes }));
  const date = from.toPlainDate().toString();
  if (to.toPlainDate().toString() !== date) {
    notice(change.line, 'skipped', 'DTEND', `goes over midnight on ${date}`);
    return null;
  }
  const time = (at: Temporal.PlainDateTime) =>
    at.toPlainTime().toString({ smallestUnit: 'minute' });
  if (time(from) === time(to)) {
    notice(change.line, 'skipped', 'DTEND', `is not after the start on ${date}`);
    return null;
  }
  return {
    event,
    change,
    date,
    start: time(from),
    end: time(to),
    location: change.location || event.location,
    movedFrom: null,
    isFollowing: false,
  };
}
