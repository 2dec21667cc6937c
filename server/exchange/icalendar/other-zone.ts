import type { CalendarEvent } from './calendar-event.ts';
import type { Zone } from './zones.ts';

const winterAndSummer = ['2026-01-15T00:00', '2026-07-15T00:00'].map((local) =>
  Temporal.PlainDateTime.from(local),
);

/** Programs write single events in UTC, wherever they are. */
const isUtc = ({ instantOf }: Zone): boolean =>
  winterAndSummer.every((local) => instantOf(local).toString().startsWith(local.toString()));

/**
 * What to say of a calendar most of whose events are in another time zone than the institute: often the
 * institute's is not set yet.
 * @param timeZone the institute's, by its name.
 * @returns null where there is nothing to say.
 */
export function otherZoneText(
  events: Pick<CalendarEvent, 'start' | 'zone'>[],
  ofInstitute: Zone,
  timeZone: string,
): string | null {
  const local = events.filter(({ zone }) => !isUtc(zone));
  const others = local.flatMap(({ start, zone }) => {
    const here = ofInstitute.localOf(zone.instantOf(start));
    return here.equals(start) ? [] : [{ start, here }];
  });
  const [first] = others;
  if (!first || others.length * 2 <= local.length) return null;
  const [there, here] = [first.start, first.here].map((time) => time.toString().slice(11, 16));
  return `${there} in the calendar is ${here} in ${timeZone}, the time zone of the institute: if that is not yours, stop and set TIME_ZONE first`;
}
