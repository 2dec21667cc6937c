import { findIana } from 'windows-iana';
import { textOf, type Component } from './content-lines.ts';
import { recurrence } from './recurrence.ts';
import { zoneOfDisplayName } from './windows-names.ts';

/** A time zone of a calendar. */
export interface Zone {
  /** The instant of a local time; of one that a change of the clocks skips, the time after it. */
  instantOf: (local: Temporal.PlainDateTime) => Temporal.Instant;
  localOf: (instant: Temporal.Instant) => Temporal.PlainDateTime;
}

export const ianaZone = (id: string): Zone => ({
  instantOf: (local) => local.toZonedDateTime(id).toInstant(),
  localOf: (instant) => instant.toZonedDateTimeISO(id).toPlainDateTime(),
});

/** The zones that the times of a calendar name. */
export class Zones {
  readonly #own: Map<string, Component>;
  readonly #found = new Map<string, Zone | null>();

  /** @param definitions the `VTIMEZONE`s of the file. */
  constructor(definitions: Component[]) {
    this.#own = new Map(
      definitions.flatMap((one) => {
        const id = textOf(one.properties.find(({ name }) => name === 'TZID')?.value ?? '');
        return id ? [[id, one]] : [];
      }),
    );
  }

  /**
   * By its definition in the file, which holds also where the name is known (RFC 5545, 3.2.19); else by its name
   * in the IANA list or that of Windows; null for one that is known to none.
   */
  find(id: string): Zone | null {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    const own = this.#own.get(id);
    const zone = (own && definedZone(own)) ?? namedZone(id);
    this.#found.set(id, zone);
    return zone;
  }
}

function namedZone(id: string): Zone | null {
  const name = namesOf(id).find(isIana);
  return name === undefined ? null : ianaZone(name);
}

/** `/Australia/Sydney` and `/vendor/date/Europe/Berlin` end with a name; Windows has names of its own. */
function namesOf(id: string): string[] {
  const parts = id.split('/').filter(Boolean);
  const shown = zoneOfDisplayName(id);
  return [
    id,
    ...[3, 2]
      .filter((count) => parts.length >= count)
      .map((count) => parts.slice(-count).join('/')),
    ...findIana(id),
    ...(shown === null ? [] : [shown]),
  ];
}

/** Offsets such as `+02:00` are no names here, although Temporal takes them. */
function isIana(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== '';
  } catch {
    return false;
  }
}

interface Observance {
  /** Local times at which it begins, the earliest first. */
  begins: Temporal.PlainDateTime[];
  /** The offset from then on, and the one until then. */
  seconds: number;
  before: number;
}

const years = { first: 1990, last: 2060 };

/** A zone as the file defines it; null when it cannot be read. */
function definedZone(definition: Component): Zone | null {
  try {
    const observances = definition.components.map(observanceOf);
    const [earliest] = observances.toSorted((a, b) => compareFirst(a.begins, b.begins));
    if (!earliest) return null;
    const secondsAt = (local: Temporal.PlainDateTime): number => {
      let best: { at: Temporal.PlainDateTime; seconds: number } | null = null;
      for (const { begins, seconds } of observances) {
        const at = begins.findLast((begin) => Temporal.PlainDateTime.compare(begin, local) <= 0);
        if (at && (!best || Temporal.PlainDateTime.compare(at, best.at) > 0))
          best = { at, seconds };
      }
      return best?.seconds ?? earliest.before;
    };
    const utc = (local: Temporal.PlainDateTime) => local.toZonedDateTime('UTC').toInstant();
    return {
      instantOf: (local) => utc(local).subtract({ seconds: secondsAt(local) }),
      localOf(instant) {
        const local = (seconds: number) =>
          instant.add({ seconds }).toZonedDateTimeISO('UTC').toPlainDateTime();
        // The offset depends on the local time, and the other way round: the second guess holds.
        const first = local(secondsAt(local(0)));
        return local(secondsAt(first));
      },
    };
  } catch {
    return null;
  }
}

const compareFirst = ([a]: Temporal.PlainDateTime[], [b]: Temporal.PlainDateTime[]): number =>
  a && b ? Temporal.PlainDateTime.compare(a, b) : Number(!a) - Number(!b);

/** Seconds of `+1000`. @throws for another text. */
function secondsOf(text: string | undefined): number {
  const offset = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text ?? '');
  if (!offset) throw new Error('No offset.');
  const [, sign, hours, minutes, rest = 0] = offset;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) * (sign === '-' ? -1 : 1);
}

const localTime = (text: string): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from(
    text.trim().replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3T$4:$5:$6'),
  );

function observanceOf({ properties }: Component): Observance {
  const valueOf = (name: string) => properties.find((one) => one.name === name)?.value.trim();
  const seconds = secondsOf(valueOf('TZOFFSETTO'));
  const from = valueOf('TZOFFSETFROM');
  const offsets = { seconds, before: from === undefined ? seconds : secondsOf(from) };
  const start = localTime(valueOf('DTSTART') ?? '');
  const dates = properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(',').map(localTime));
  const begins = [...startsOf(start, valueOf('RRULE')), ...dates];
  return { ...offsets, begins: begins.toSorted((a, b) => Temporal.PlainDateTime.compare(a, b)) };
}

/** The starts of a rule, which programs let begin in 1601; without a rule the start alone. */
function startsOf(start: Temporal.PlainDateTime, rule: string | undefined) {
  if (!rule) return [start];
  return recurrence({
    rule: rule.replace(/;?UNTIL=[^;]*/, ''),
    start: start.year < years.first ? start.with({ year: years.first }) : start,
    until: until(rule),
    end: new Temporal.PlainDateTime(years.last, 1, 1),
    max: 200,
  });
}

function until(rule: string): Temporal.PlainDateTime | null {
  const found = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rule);
  return found
    ? new Temporal.PlainDateTime(Number(found[1]), Number(found[2]), Number(found[3]), 23, 59)
    : null;
}
