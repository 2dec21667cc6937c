import { weekdays, type Weekday } from '#contract/weekdays.ts';
import { weekdayError } from '#server/timetable/index.ts';
import { numberOfDay } from '#server/school/when.ts';
import type { CalendarEvent, Notice, Person } from './calendar-event.ts';
import type { UnreadableEvent } from './events.ts';
import type { Occurrence, Series } from './occurrences.ts';

/** A weekly class as the calendar has it. */
export interface CalendarClass {
  /** The name of its events, to compare. */
  name: string;
  /** Its first event: line, summary and people. */
  event: CalendarEvent;
  /** Of all its events, the first of them first. */
  uids: string[];
  /** ISO weekday, 1 is Monday. */
  weekday: number;
  start: string;
  end: string;
  /** The most frequent location. */
  location: string;
  occurrences: Map<string, Occurrence>;
  /** Dates that the calendar plans and cancels. */
  cancelled: string[];
  /** One of its events cannot be read. */
  hasUnreadable?: boolean;
  /** The records that a timetable program names; a calendar has words instead. */
  named?: NamedClass;
}

/** The records of a timetable program that a class names. */
interface NamedClass {
  subject: NamedRecord;
  /** The first one is its teacher. */
  teachers: Person[];
  /** The first one is its room. */
  rooms: NamedRecord[];
  /** The classes and divisions that attend it, `12A, 12B`; empty where the program names none. */
  group: string;
}

/** A record of a timetable program: by its short name, and by the long one, which may be the same. */
export interface NamedRecord {
  short: string;
  name: string;
}

interface Cluster {
  occurrences: Occurrence[];
  cancelled: string[];
  isRecurring: boolean;
  weekday: number;
  start: string;
  end: string;
}

export const nameOf = (summary: string): string => summary.normalize('NFKC').toLowerCase();
export const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek;

/** "MATH101-1 Algebra, Mondays 09:00, room R1": a class in a report. */
export const namedWhen = ({
  event,
  weekday,
  start,
  location,
}: Pick<CalendarClass, 'event' | 'weekday' | 'start' | 'location'>): string =>
  [event.summary, `${weekdays[weekday - 1]}s ${start}`, location && `room ${location}`]
    .filter(Boolean)
    .join(', ');

/** The most frequent value; of several the first. */
export function mostFrequent<Value>(values: Iterable<Value>): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: [Value, number] | undefined;
  for (const entry of counts) if (!best || entry[1] > best[1]) best = entry;
  return best?.[0];
}

/**
 * The weekly classes of a calendar: a recurring event is one for each of its weekdays, and events with
 * the same name, weekday and times are one together, as many programs export them. Two at the same time
 * on the same date are two classes, unless they say the same. A single event joins the class with its name, as an extra meeting.
 * @param lastUids the UIDs of each class in the last file of the calendar.
 */
export function classesOf(
  all: Series[],
  notice: Notice,
  lastUids: readonly (readonly string[])[] = [],
): CalendarClass[] {
  const clusters = all.flatMap(clustersOf);
  const weekly = Map.groupBy(
    // What recurs makes a class; what is there once joins it.
    clusters.toSorted((a, b) => Number(b.isRecurring) - Number(a.isRecurring)),
    (one) => `${nameOf(eventOf(one).summary)} ${one.weekday} ${one.start} ${one.end}`,
  );
  const classes: CalendarClass[] = [];
  const singles: Occurrence[] = [];
  for (const group of weekly.values()) {
    const made = joined(group);
    const isAlone = (one: CalendarClass) =>
      one.occurrences.size === 1 && !group.some(({ isRecurring }) => isRecurring);
    for (const one of made) {
      if (isAlone(one)) singles.push(...one.occurrences.values());
      else classes.push(one);
    }
  }
  addSingles(classes, singles, { notice, lastUids });
  for (const one of classes)
    one.location =
      mostFrequent([...one.occurrences.values()].map(({ location }) => location)) ?? '';
  return classes.toSorted((a, b) => a.event.line - b.event.line || a.weekday - b.weekday);
}

/** Marks the classes of which an event cannot be read, by its UID, else by its name. */
export const withUnreadable = (
  classes: CalendarClass[],
  unreadable: readonly UnreadableEvent[],
): CalendarClass[] =>
  classes.map((one) => {
    const hasUnreadable = unreadable.some(
      ({ uid, summary }) => one.uids.includes(uid) || nameOf(summary) === one.name,
    );
    return hasUnreadable ? { ...one, hasUnreadable } : one;
  });

function eventOf({ occurrences: [first] }: Cluster): CalendarEvent {
  if (!first) throw new Error('A cluster has occurrences.');
  return first.event;
}

/** A series by its weekdays; an occurrence that was moved belongs to the day it was moved from. */
function clustersOf({ occurrences, cancelled, isRecurring }: Series): Cluster[] {
  const byDay = Map.groupBy(occurrences, ({ date, movedFrom }) => weekdayOf(movedFrom ?? date));
  return [...byDay].map(([day, some]) => {
    const { weekday, occurrences: all } = onUsualDay(day, some);
    const regular = all.filter(({ movedFrom }) => movedFrom === null);
    const times = (regular.length ? regular : all).map(({ start, end }) => `${start} ${end}`);
    const [start = '', end = ''] = mostFrequent(times)?.split(' ') ?? [];
    return {
      occurrences: all,
      cancelled: cancelled.filter((date) => weekdayOf(date) === day),
      isRecurring,
      weekday,
      start,
      end,
    };
  });
}

/** Where most dates follow a change to another weekday, this is the weekday, and the others are moved. */
function onUsualDay(weekday: number, occurrences: Occurrence[]) {
  const following = occurrences.filter(({ isFollowing }) => isFollowing);
  const day = mostFrequent(following.map(({ date }) => weekdayOf(date))) ?? weekday;
  if (day === weekday || following.length * 2 <= occurrences.length)
    return { weekday, occurrences };
  return {
    weekday: day,
    occurrences: occurrences.map((one) => movedTo(one, day)),
  };
}

/** An occurrence as one that is planned for another weekday of its week. */
export function movedTo(one: Occurrence, weekday: number): Occurrence {
  const planned = Temporal.PlainDate.from(one.movedFrom ?? one.date);
  const from = planned.add({ days: weekday - planned.dayOfWeek }).toString();
  return { ...one, movedFrom: from === one.date ? null : from };
}

/** Clusters of one name and time as classes: one that has a date already is another class. */
function joined(group: Cluster[]): CalendarClass[] {
  const classes: CalendarClass[] = [];
  for (const cluster of group) {
    const event = eventOf(cluster);
    const fits = classes.filter(({ occurrences }) =>
      cluster.occurrences.every((one) => saysTheSame(occurrences.get(one.date) ?? one, one)),
    );
    const location = cluster.occurrences[0]?.location ?? '';
    const known = fits.find((one) => one.location === location) ?? fits[0];
    const one = known ?? {
      name: nameOf(event.summary),
      event,
      uids: [],
      weekday: cluster.weekday,
      start: cluster.start,
      end: cluster.end,
      location,
      occurrences: new Map<string, Occurrence>(),
      cancelled: [],
    };
    if (!known) classes.push(one);
    one.uids.push(...new Set(cluster.occurrences.map((it) => it.event.uid)));
    for (const it of cluster.occurrences) one.occurrences.set(it.date, it);
    one.cancelled.push(...cluster.cancelled);
  }
  return classes;
}

/** Whether two events on one date differ by their UIDs alone: some programs write one for each group. */
function saysTheSame(one: Occurrence, other: Occurrence): boolean {
  const facts = ({ change, start, end, location }: Occurrence) =>
    JSON.stringify([start, end, location, change.about, change.organizer, change.attendees]);
  return facts(one) === facts(other);
}

interface Adding {
  notice: Notice;
  /** The UIDs of each class in the last file. */
  lastUids: readonly (readonly string[])[];
}

function addSingles(
  classes: CalendarClass[],
  singles: Occurrence[],
  { notice, lastUids }: Adding,
): void {
  const byName = Map.groupBy(classes, ({ name }) => name);
  /** The classes with events that were those of the same class in the last file. */
  const withSiblings = ({ event }: Occurrence) => {
    const siblings = new Set(lastUids.find((uids) => uids.includes(event.uid)));
    return classes.filter(({ uids }) => uids.some((uid) => siblings.has(uid)));
  };
  for (const one of singles) {
    const longer = () => {
      const found = withLongerName(classes, one);
      return found.length > 0 ? found : withSiblings(one);
    };
    const named = byName.get(nameOf(one.event.summary)) ?? longer();
    const free = named.filter(({ occurrences }) => !occurrences.has(one.date));
    const of = free.find(({ location }) => location === one.location) ?? free[0];
    if (of) {
      of.occurrences.set(one.date, one);
      if (!of.uids.includes(one.event.uid)) of.uids.push(one.event.uid);
    } else
      notice(
        one.event.line,
        'skipped',
        'DTSTART',
        named.length
          ? `is a second time on ${one.date}: a class is held once a day`
          : `is there once, on ${one.date}: no weekly class has its name`,
      );
  }
}

/** The class at the usual time of an event whose title has its name among other words: `Algebra (online)`, `Exam: Algebra`. */
function withLongerName(
  classes: CalendarClass[],
  { event, date, start }: Occurrence,
): CalendarClass[] {
  const title = ` ${wordsOf(event.summary)} `;
  const found = classes.filter(
    (one) =>
      one.weekday === weekdayOf(date) &&
      one.start === start &&
      title.includes(` ${wordsOf(one.name)} `),
  );
  return found.length === 1 ? found : [];
}

const wordsOf = (summary: string): string =>
  nameOf(summary)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Classes on the institute's days with classes (R-SET-4); the others are left out and named. */
export function onChosenDays(
  classes: CalendarClass[],
  chosen: readonly Weekday[],
  notice: Notice,
): CalendarClass[] {
  return classes.filter((one) => {
    const isChosen = chosen.some((day) => numberOfDay(day) === one.weekday);
    const reason = `${namedWhen(one)}: the day ${weekdayError(chosen)}`;
    if (!isChosen) notice(one.event.line, 'skipped', 'DTSTART', reason);
    return isChosen;
  });
}
