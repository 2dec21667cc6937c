import { minutesOf } from '#contract/dates.ts';
import type { RoomOfDay } from '#contract/timetable/free-room.ts';

type Taken = RoomOfDay['taken'][number];

/** A time from start to end, `HH:mm`. */
export interface Slot {
  start: string;
  end: string;
}

/** An hour of a room: its classes, and the free times. */
interface HourOfRoom {
  taken: Taken[];
  free: Slot[];
}

/** Hours that are always shown: from the first, up to the last. */
const usualHours: [first: number, last: number] = [8, 18];
/** Shorter gaps are too short for a class. */
const minMinutes = 15;
const hour = 60;

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / hour)).padStart(2, '0')}:${String(minutes % hour).padStart(2, '0')}`;

/** The hours to show: the default ones, and those with classes. */
export function hoursOf(rooms: RoomOfDay[]): number[] {
  const taken = rooms.flatMap((room) => room.taken);
  const first = Math.min(
    usualHours[0],
    ...taken.map(({ start_time }) => Math.floor(minutesOf(start_time) / hour)),
  );
  const last = Math.max(
    usualHours[1],
    ...taken.map(({ end_time }) => Math.ceil(minutesOf(end_time) / hour)),
  );
  return Array.from({ length: last - first }, (_, at) => first + at);
}

/**
 * The taken and free parts of an hour.
 * @param all the room's times, by start.
 * @param isOpen a closed room has no free time.
 */
export function hourOf(all: Taken[], at: number, isOpen = true): HourOfRoom {
  const [from, to] = [at * hour, (at + 1) * hour];
  const taken = all.filter(
    ({ start_time, end_time }) => minutesOf(start_time) < to && minutesOf(end_time) > from,
  );
  const free: Slot[] = [];
  if (!isOpen) return { taken, free };
  let next = from;
  const add = (until: number) => {
    // The last minute of a day is its end for a class.
    const end = Math.min(until, 24 * hour - 1);
    if (end - next >= minMinutes) free.push({ start: timeOf(next), end: timeOf(end) });
  };
  for (const { start_time, end_time } of taken) {
    add(minutesOf(start_time));
    next = Math.max(next, minutesOf(end_time));
  }
  add(to);
  return { taken, free };
}
