import type { Occurrence } from './occurrences.ts';
import type { ResolvedClass } from './resolve.ts';

interface Time {
  weekday: number;
  start: string;
  end: string;
}

/** A class at another weekly time: its usual dates follow; the ones that are moved or have times of their own stay. */
export function withTime(given: ResolvedClass, { weekday, start, end }: Time): ResolvedClass {
  const days = weekday - given.weekday;
  const shifted = (date: string) => Temporal.PlainDate.from(date).add({ days }).toString();
  const occurrences = new Map<string, Occurrence>();
  const rooms = new Map(given.rooms);
  const standIns = new Map(given.stand_ins);
  for (const [date, found] of given.occurrences) {
    const isUsual = found.start === given.start && found.end === given.end;
    if (found.movedFrom !== null) {
      const movedFrom = shifted(found.movedFrom);
      occurrences.set(date, { ...found, movedFrom: movedFrom === date ? null : movedFrom });
      continue;
    }
    const to = isUsual ? shifted(date) : date;
    occurrences.set(to, isUsual ? { ...found, date: to, start, end } : found);
    move(rooms, given.rooms, date, to);
    move(standIns, given.stand_ins, date, to);
  }
  return { ...given, weekday, start, end, occurrences, rooms, stand_ins: standIns };
}

function move<Value>(
  into: Map<string, Value>,
  from: ReadonlyMap<string, Value>,
  date: string,
  to: string,
): void {
  const value = from.get(date);
  if (to === date || value === undefined) return;
  if (into.get(date) === value) into.delete(date);
  into.set(to, value);
}
