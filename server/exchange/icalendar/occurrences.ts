import type { CalendarEvent, Notice } from './calendar-event.ts';
import { onDay } from './events.ts';
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
  /** Its dates in the semester that are cancelled one by one. */
  cancelled: string[];
  /** It has no date in the semester, also none that is left out for another reason. */
  isOutside: boolean;
}

interface Window {
  /** Dates, inclusive. */
  from: string;
  to: string;
}

/** A class ends on its day. */
const lastMinute = '23:59';
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
  window: Window,
  ofInstitute: Zone,
  notice: Notice,
): Series[] {
  const { from, to } = window;
  const overrides = Map.groupBy(
    events.filter((event) => event.recurrenceId),
    ({ uid }) => uid,
  );
  const all: Series[] = [];
  const masters = Map.groupBy(
    events.filter((event) => !event.recurrenceId),
    ({ uid }) => uid,
  );
  for (const [uid, sameUid] of masters) {
    const changes = changesOf(sameUid, overrides.get(uid) ?? [], window);
    overrides.delete(uid);
    for (const event of sameUid) {
      const series = expanded(event, changes.get(event) ?? [], window, ofInstitute, notice);
      if (series) all.push(series);
    }
  }
  // Of an event whose series is not in the file: each is an event of its own.
  for (const event of [...overrides.values()].flat()) {
    if (event.isFromThenOn) {
      notice(event.line, 'skipped', 'RECURRENCE-ID', 'changes a series that is not in the file');
      continue;
    }
    const one = event.isCancelled
      ? null
      : occurrenceOf(event, event, lengthFrom(startOf(event), event), ofInstitute, notice);
    const isWithin = one && one.date >= from && one.date <= to;
    const isOutside = !isBetween(dateOf(startOf(event), ofInstitute), window);
    all.push({
      event,
      isRecurring: false,
      occurrences: isWithin ? [one] : [],
      cancelled: [],
      isOutside,
    });
  }
  return all;
}

/** The changes of each of the events with one UID: of several events the one that has the changed start. */
function changesOf(
  sameUid: CalendarEvent[],
  changes: CalendarEvent[],
  window: Window,
): Map<CalendarEvent, CalendarEvent[]> {
  const [first, ...others] = sameUid;
  const result = new Map<CalendarEvent, CalendarEvent[]>();
  if (!first || changes.length === 0) return result;
  const starts = new Map<string, CalendarEvent>();
  // The expansion of the series names what is wrong with its rule.
  const unheard = () => {};
  if (others.length > 0)
    for (const event of sameUid)
      for (const { at } of startsOf(event, window, 0, unheard) ?? []) {
        starts.set(String(at), event);
        starts.set(event.zone.localOf(at).toPlainDate().toString(), event);
      }
  for (const change of changes) {
    const event = starts.get(change.recurrenceDay ?? String(change.recurrenceId)) ?? first;
    const { recurrenceDay: day } = change;
    const recurrenceId = day ? event.zone.instantOf(onDay(day, event.start)) : change.recurrenceId;
    const same = result.get(event);
    if (same) same.push({ ...change, recurrenceId });
    else result.set(event, [{ ...change, recurrenceId }]);
  }
  return result;
}

const isBetween = (date: string, { from, to }: Window): boolean => date >= from && date <= to;
const dateOf = (at: Temporal.Instant, zone: Zone): string =>
  zone.localOf(at).toPlainDate().toString();
const lengthFrom = (at: Temporal.Instant, { minutes }: CalendarEvent) => ({ at, minutes });
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
  if (event.isCancelled)
    return {
      event,
      isRecurring: event.rule !== null,
      occurrences: [],
      cancelled: [],
      isOutside: true,
    };
  const isOutside = !starts.some(({ at }) => isBetween(dateOf(at, ofInstitute), window));
  const changed: Changed[] = [];
  for (const { at: start, minutes } of starts) {
    const change = byStart.get(String(start));
    byStart.delete(String(start));
    const followed = ranges.at(start);
    const of = followed?.change ?? event;
    if (change) changed.push({ original: start, of, change, start: startOf(change) });
    else if (followed) changed.push({ original: start, of, ...followed });
    else {
      const held = minutes ?? event.minutes;
      add(occurrenceOf(event, event, { at: start, minutes: held }, ofInstitute, notice));
    }
  }
  const cancelled: string[] = [];
  for (const { original, of, change, start } of changed) {
    if (change.isCancelled) {
      const date = dateOf(original, ofInstitute);
      if (isBetween(date, window)) cancelled.push(date);
      continue;
    }
    const one = occurrenceOf(of, change, lengthFrom(start, change), ofInstitute, notice);
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
    cancelled,
    isOutside,
  };
}

interface Changed {
  original: Temporal.Instant;
  /** What says how the event is held from then on. */
  of: CalendarEvent;
  change: CalendarEvent;
  start: Temporal.Instant;
}

interface Start {
  at: Temporal.Instant;
  /** The length of a period; null: that of the event. */
  minutes: number | null;
}

/** The starts of an event around the window; null for a rule that no class follows. */
function startsOf(
  event: CalendarEvent,
  window: Window,
  slackDays: number,
  notice: Notice,
): Start[] | null {
  const { zone, start, rule, added } = event;
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
  const starts = new Map<string, Start>();
  for (const local of locals) {
    const at = zone.instantOf(local);
    starts.set(String(at), { at, minutes: null });
  }
  for (const { at, minutes } of added) starts.set(String(at), { at, minutes });
  removeExcluded(starts, event, window, notice);
  return [...starts.values()];
}

/** Takes away what `EXDATE` names, and says which of its dates in the window are no starts. */
function removeExcluded(
  starts: Map<string, Start>,
  { zone, removed, removedDays, isCancelled }: CalendarEvent,
  window: Window,
  notice: Notice,
): void {
  const unmet: { line: number; text: string }[] = [];
  const days = Map.groupBy(starts.keys(), (key) => dateOf(Temporal.Instant.from(key), zone));
  for (const [day, line] of removedDays) {
    const found = days.get(day) ?? [];
    for (const key of found) starts.delete(key);
    if (found.length === 0 && isBetween(day, window)) unmet.push({ line, text: day });
  }
  for (const [key, line] of removed) {
    const local = zone.localOf(Temporal.Instant.from(key));
    const day = local.toPlainDate().toString();
    if (starts.delete(key) || removedDays.has(day) || !isBetween(day, window)) continue;
    unmet.push({ line, text: `${day} ${timeOf(local)}` });
  }
  if (isCancelled) return;
  for (const [line, dates] of Map.groupBy(unmet, (one) => one.line)) {
    const named = dates.map(({ text }) => text).join(', ');
    notice(line, 'skipped', 'EXDATE', `is no date of the event: ${named}`);
  }
}

const timeOf = (local: Temporal.PlainDateTime): string =>
  local.toPlainTime().toString({ smallestUnit: 'minute' });

/** @param change the event itself, or the change of this occurrence. */
function occurrenceOf(
  event: CalendarEvent,
  change: CalendarEvent,
  { at, minutes }: { at: Temporal.Instant; minutes: number },
  ofInstitute: Zone,
  notice: Notice,
): Occurrence | null {
  const from = ofInstitute.localOf(at);
  const to = ofInstitute.localOf(at.add({ minutes }));
  const date = from.toPlainDate().toString();
  const isToMidnight = to.equals(from.toPlainDate().add({ days: 1 }));
  if (isToMidnight)
    notice(change.line, 'note', 'DTEND', `is midnight on ${date}: the class ends at ${lastMinute}`);
  else if (to.toPlainDate().toString() !== date) {
    notice(change.line, 'skipped', 'DTEND', `goes over midnight on ${date}`);
    return null;
  }
  const [begins, ends] = [timeOf(from), isToMidnight ? lastMinute : timeOf(to)];
  if (begins === ends) {
    notice(change.line, 'skipped', 'DTEND', `is not after the start on ${date}`);
    return null;
  }
  return {
    event,
    change,
    date,
    start: begins,
    end: ends,
    location: change.location || event.location,
    movedFrom: null,
    isFollowing: false,
  };
}
