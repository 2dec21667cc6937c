import { findIana } from 'windows-iana';
import { recurrence } from './recurrence.ts';
import type { Component } from './content-lines.ts';

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
        const id = one.properties.find(({ name }) => name === 'TZID')?.value.trim();
        return id ? [[id, one]] : [];
      }),
    );
  }

  /**
   * By its name in the IANA list, that of Windows, or its definition in the file; null for one that is
   * known to none. Names come first: the definitions of many programs are out of date.
   */
  find(id: string): Zone | null {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    const name = namesOf(id).find(isIana);
    const own = this.#own.get(id);
    const zone = name ? ianaZone(name) : own ? definedZone(own) : null;
    this.#found.set(id, zone);
    return zone;
  }
}

/** `/vendor/date/Europe/Berlin` ends with a name; Windows has names of its own. */
function namesOf(id: string): string[] {
  const parts = id.split('/').filter(Boolean);
  return [
    id,
    ...[3, 2].filter((count) => parts.length > count).map((count) => parts.slice(-count).join('/')),
    ...findIana(id),
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
  seconds: number;
}

const years = { first: 1990, last: 2060 };

/** A zone as the file defines it; null when it cannot be read. */
function definedZone(definition: Component): Zone | null {
  try {
    const observances = definition.components.map(observanceOf);
    if (observances.length === 0) return null;
    const secondsAt = (local: Temporal.PlainDateTime): number => {
      let best: { at: Temporal.PlainDateTime; seconds: number } | null = null;
      for (const { begins, seconds } of observances) {
        const at = begins.findLast((begin) => Temporal.PlainDateTime.compare(begin, local) <= 0);
        if (at && (!best || Temporal.PlainDateTime.compare(at, best.at) > 0))
          best = { at, seconds };
      }
      return best?.seconds ?? observances[0]?.seconds ?? 0;
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

function observanceOf({ properties }: Component): Observance {
  const valueOf = (name: string) => properties.find((one) => one.name === name)?.value.trim();
  const offset = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(valueOf('TZOFFSETTO') ?? '');
  if (!offset) throw new Error('No offset.');
  const [, sign, hours, minutes, rest = 0] = offset;
  const seconds =
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) * (sign === '-' ? -1 : 1);
  const start = Temporal.PlainDateTime.from(
    (valueOf('DTSTART') ?? '').replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/,
      '$1-$2-$3T$4:$5:$6',
    ),
  );
  const rule = valueOf('RRULE');
  if (!rule) return { begins: [start], seconds };
  // Programs let the rules begin in 1601.
  const from = start.year < years.first ? start.with({ year: years.first }) : start;
  const begins = recurrence({
    rule: rule.replace(/;?UNTIL=[^;]*/, ''),
    start: from,
    until: until(rule),
    end: new Temporal.PlainDateTime(years.last, 1, 1),
    max: 200,
  });
  return { begins, seconds };
}

function until(rule: string): Temporal.PlainDateTime | null {
  const found = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rule);
  return found
    ? new Temporal.PlainDateTime(Number(found[1]), Number(found[2]), Number(found[3]), 23, 59)
    : null;
}
