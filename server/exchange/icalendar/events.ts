import type { ImportProblemLevel } from '#contract/exchange/import-run.ts';
import { isDate } from '#contract/dates.ts';
import { textOf, type Component, type Property } from './content-lines.ts';
import type { Problems } from '../runs/problems.ts';
import { isCategoryOfCancelled, isTitleOfCancelled } from './labelled.ts';
import { plainText } from './plain.ts';
import type { CalendarEvent, Notice, Person } from './calendar-event.ts';
import { latestOf } from './versions.ts';
import { Zones, type Zone } from './zones.ts';

/** The first of each line and column is noted: a rule has the same problem on all its dates. */
export function noticeOf(file: string, problems: Problems): Notice {
  const known = new Set<string>();
  return (line, level, column, reason) => {
    const key = `${line} ${column} ${level}`;
    if (known.has(key)) return;
    known.add(key);
    problems.add({ file: line === null ? '-' : file, line, column, reason, level });
  };
}

const dayMinutes = 24 * 60;
/** Dates that one event names. */
const maxDates = 2000;
const holidayName = /holiday|vacation|recess|half[- ]term|break|closed|bank day|feast/i;

/** Why an event is not taken. */
class EventError extends Error {
  readonly column: string;
  readonly line: number | null;
  readonly level: ImportProblemLevel;
  constructor(
    column: string,
    reason: string,
    line?: number,
    level: ImportProblemLevel = 'skipped',
  ) {
    super(reason);
    this.column = column;
    this.line = line ?? null;
    this.level = level;
  }
}

/** An event of a whole day is no class, and read as such. */
class WholeDayError extends EventError {}

/** An event that cannot be read: the dates of its class that are missing in the calendar stay here. */
export interface UnreadableEvent {
  uid: string;
  summary: string;
}

/**
 * The events of a calendar that could be classes; the others are noted with their lines.
 * @param unreadable receives the events that cannot be read.
 */
export function readEvents(
  calendar: Component,
  ofInstitute: Zone,
  notice: Notice,
  unreadable: UnreadableEvent[] = [],
): CalendarEvent[] {
  const method = calendar.properties.find(({ name }) => name === 'METHOD');
  if (method?.value.trim().toUpperCase() === 'CANCEL') {
    const reason = 'is CANCEL: the file takes its events back, and has none to import';
    notice(method.line, 'error', 'METHOD', reason);
    return [];
  }
  const zones = new Zones(calendar.components.filter(({ name }) => name === 'VTIMEZONE'));
  const reader = new EventReader(zones, ofInstitute, notice);
  const events: CalendarEvent[] = [];
  for (const component of calendar.components) {
    if (component.name !== 'VEVENT') continue;
    try {
      events.push(reader.read(component));
    } catch (error) {
      if (!(error instanceof EventError)) throw error;
      notice(error.line ?? component.line, error.level, error.column, error.message);
      if (!(error instanceof WholeDayError)) unreadable.push(unreadableEvent(component));
    }
  }
  return latestOf(events, notice);
}

function unreadableEvent({ properties }: Component): UnreadableEvent {
  const valueOf = (name: string) => properties.find((one) => one.name === name)?.value.trim() ?? '';
  return { uid: valueOf('UID'), summary: plainText(textOf(valueOf('SUMMARY')), 500).trim() };
}

class EventReader {
  readonly #zones: Zones;
  readonly #ofInstitute: Zone;
  readonly #notice: Notice;

  constructor(zones: Zones, ofInstitute: Zone, notice: Notice) {
    this.#zones = zones;
    this.#ofInstitute = ofInstitute;
    this.#notice = notice;
  }

  /** @throws EventError for an event that is no class. */
  read({ line, properties }: Component): CalendarEvent {
    const find = (name: string) => properties.find((one) => one.name === name);
    const text = (name: string) => plainText(textOf(find(name)?.value ?? ''), 500).trim();
    const lines = (name: string) =>
      (find(name)?.value ?? '')
        .slice(0, 500)
        .split(/\\n/i)
        .map((line) => plainText(textOf(line)))
        .join('\n');
    const summary = text('SUMMARY');
    const begin = find('DTSTART');
    if (!begin) throw new EventError('DTSTART', 'is missing');
    if (begin.params.get('VALUE') === 'DATE' || /^\d{8}$/.test(begin.value.trim()))
      throw holidayName.test(summary)
        ? new WholeDayError(
            'DTSTART',
            `${summary} lasts whole days: enter it under Holidays`,
            begin.line,
            'note',
          )
        : new WholeDayError(
            'DTSTART',
            `${summary || 'an event'} lasts whole days: it is no class`,
            begin.line,
          );
    if (summary === '') throw new EventError('SUMMARY', 'is missing');
    const { zone, local: start } = this.#time(begin);
    const uid = find('UID')?.value.trim().slice(0, 1000) ?? '';
    if (uid === '')
      this.#notice(line, 'note', 'UID', 'is missing: the event is recognised by its name and time');
    const recurrence = find('RECURRENCE-ID');
    const range = recurrence?.params.get('RANGE')?.trim().toUpperCase();
    if (range !== undefined && range !== 'THISANDFUTURE')
      throw new EventError('RECURRENCE-ID', 'has a RANGE that is not read', recurrence?.line);
    const excludedByRule = find('EXRULE');
    if (excludedByRule)
      throw new EventError(
        'EXRULE',
        'is not read: exclude the dates by EXDATE',
        excludedByRule.line,
      );
    const rules = differentRules(properties);
    if (rules.length > 1) throw new EventError('RRULE', 'is there twice', rules[1]?.line);
    const excluded = this.#dates(properties, 'EXDATE', zone);
    const further = this.#dates(properties, 'RDATE', zone);
    const recurrenceDay = recurrence ? dayOf(recurrence.value) : null;
    return {
      uid: uid || `${summary} ${begin.value}`,
      line,
      summary,
      location: text('LOCATION'),
      about: `${lines('DESCRIPTION')}\n${text('CATEGORIES')}`,
      attendees: properties
        .filter(({ name, params }) => name === 'ATTENDEE' && !isDeclined(params))
        .map(personOf),
      organizer: ((found) => found && personOf(found))(find('ORGANIZER')) ?? null,
      zone,
      start,
      minutes: this.#minutes(properties, zone, start),
      isCancelled:
        find('STATUS')?.value.trim().toUpperCase() === 'CANCELLED' ||
        isTitleOfCancelled(summary) ||
        isCategoryOfCancelled(text('CATEGORIES')),
      sequence: Number(/^\d{1,9}$/.exec(find('SEQUENCE')?.value.trim() ?? '')?.[0] ?? 0),
      rule: rules[0] ? this.#rule(rules[0], zone) : null,
      added: [
        ...further.times,
        ...[...further.days.keys()].map((day) => ({
          at: zone.instantOf(onDay(day, start)),
          minutes: null,
        })),
      ],
      removed: new Map(excluded.times.map(({ at, line: its }) => [String(at), its])),
      removedDays: excluded.days,
      recurrenceId: recurrenceDay
        ? zone.instantOf(Temporal.PlainDate.from(recurrenceDay).toPlainDateTime())
        : recurrence
          ? this.#instant(recurrence, zone)
          : null,
      recurrenceDay,
      isFromThenOn: range !== undefined,
    };
  }

  #minutes(properties: Property[], zone: Zone, start: Temporal.PlainDateTime): number {
    const end = properties.find(({ name }) => name === 'DTEND');
    const duration = properties.find(({ name }) => name === 'DURATION');
    const line = (end ?? duration)?.line;
    let minutes: number;
    if (end) {
      minutes = minutesBetween(zone.instantOf(start), this.#instant(end));
    } else if (duration) minutes = minutesOf(duration);
    else throw new EventError('DTEND', 'is missing');
    return classMinutes(minutes, 'DTEND', line);
  }

  /** The length of `20270318T120000/PT3H` or `20270318T120000/20270318T150000`; null without one. */
  #periodMinutes(property: Property, end: string | undefined, at: Temporal.Instant, zone: Zone) {
    if (end === undefined) return null;
    const ofEnd = { ...property, value: end };
    const minutes = /^[+-]?P/i.test(end.trim())
      ? minutesOf(ofEnd)
      : minutesBetween(at, this.#instant(ofEnd, zone));
    return classMinutes(minutes, property.name, property.line);
  }

  /** A local time with its zone; without one it is in the institute's. @throws EventError. */
  #time(property: Property, inherited?: Zone): { zone: Zone; local: Temporal.PlainDateTime } {
    const { value, params, name, line } = property;
    const found = localOf(value.trim());
    if (!found) throw new EventError(name, 'is no time', line);
    if (found.isUtc) return { zone: utc, local: found.local };
    const id = params.get('TZID')?.trim();
    if (!id) return { zone: inherited ?? this.#ofInstitute, local: found.local };
    const zone = this.#zones.find(id);
    if (!zone) throw new EventError(name, `the time zone ${id.slice(0, 100)} is not known`, line);
    return { zone, local: found.local };
  }

  #instant(property: Property, inherited?: Zone): Temporal.Instant {
    const { zone, local } = this.#time(property, inherited);
    return zone.instantOf(local);
  }

  #dates(properties: Property[], name: string, zone: Zone) {
    const times: { at: Temporal.Instant; minutes: number | null; line: number }[] = [];
    const days = new Map<string, number>();
    for (const property of properties)
      if (property.name === name)
        for (const value of property.value.split(',', maxDates)) {
          const day = dayOf(value);
          if (day) {
            days.set(day, property.line);
            continue;
          }
          const [start = '', end] = value.split('/');
          const at = this.#instant({ ...property, value: start }, zone);
          const minutes = this.#periodMinutes(property, end, at, zone);
          times.push({ at, minutes, line: property.line });
        }
    if (times.length + days.size > maxDates)
      throw new EventError(name, `has more than ${maxDates} dates`);
    return { times, days };
  }

  #rule({ value, line }: Property, zone: Zone): CalendarEvent['rule'] {
    const until = /(?:^|;)UNTIL=([^;]*)/i.exec(value)?.[1]?.trim();
    const rule = { value: value.replace(/(^|;)UNTIL=[^;]*/i, '').replace(/^;/, ''), line };
    if (until === undefined) return { ...rule, until: null };
    const found = localOf(/^\d{8}$/.test(until) ? `${until}T235959` : until);
    if (!found) throw new EventError('RRULE', 'its UNTIL is no time', line);
    return {
      ...rule,
      until: found.isUtc ? zone.localOf(utc.instantOf(found.local)) : found.local,
    };
  }
}

const utc: Zone = {
  instantOf: (local) => local.toZonedDateTime('UTC').toInstant(),
  localOf: (instant) => instant.toZonedDateTimeISO('UTC').toPlainDateTime(),
};

/** The rules of an event; two that say the same are one. */
const differentRules = (properties: Property[]): Property[] =>
  [
    ...new Map(
      properties
        .filter(({ name }) => name === 'RRULE')
        .toReversed()
        .map((rule) => [rule.value.trim().toUpperCase().split(';').toSorted().join(';'), rule]),
    ).values(),
  ].toReversed();

/** `20260302` as `2026-03-02`; null for what is no day. */
function dayOf(value: string): string | null {
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(value.trim())?.slice(1).join('-');
  return day !== undefined && isDate(day) ? day : null;
}

/** The time of a day at which an event begins. */
export const onDay = (day: string, start: Temporal.PlainDateTime): Temporal.PlainDateTime =>
  Temporal.PlainDate.from(day).toPlainDateTime(start.toPlainTime());

const minutesBetween = (from: Temporal.Instant, to: Temporal.Instant): number =>
  Math.round(to.since(from).total('minutes'));

/** @throws EventError for a length that no class has. */
function classMinutes(minutes: number, column: string, line: number | undefined): number {
  const period = column === 'DTEND' ? '' : 'has a period whose end ';
  if (minutes <= 0) throw new EventError(column, `${period}is not after the start`, line);
  if (minutes >= dayMinutes)
    throw new EventError(column, `${period}is a day or more after the start`, line);
  return minutes;
}

/** `20260302T090000`, with `Z` in UTC. */
function localOf(value: string): { local: Temporal.PlainDateTime; isUtc: boolean } | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/i.exec(value);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, z] = found;
  try {
    const text = `${year}-${month}-${day}T${hour}:${minute}:${second === '60' ? '59' : second}`;
    return { local: Temporal.PlainDateTime.from(text), isUtc: z !== '' };
  } catch {
    return null;
  }
}

function minutesOf({ name, value, line }: Property): number {
  try {
    const duration = Temporal.Duration.from(value.trim());
    return Math.round(duration.total({ unit: 'minutes', relativeTo: '2026-01-05' }));
  } catch {
    throw new EventError(name, name === 'DURATION' ? 'is no duration' : 'has no duration', line);
  }
}

const isDeclined = (params: ReadonlyMap<string, string>): boolean =>
  params.get('PARTSTAT')?.toUpperCase() === 'DECLINED';

function personOf({ params, value }: Property): Person {
  const email = /^mailto:(.+)$/i.exec(value.trim())?.[1]?.trim().toLowerCase() ?? '';
  return { name: plainText(textOf(params.get('CN') ?? ''), 200), email: plainText(email, 200) };
}
