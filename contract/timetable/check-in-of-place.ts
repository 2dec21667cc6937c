import type { PlaceCheckIn } from './further.ts';

/** A place at which a check-in is expected: not where the others teach without the teacher (R-TEACH-2). */
export interface ExpectedPlace {
  /** The id of the planned teacher. */
  planned: number;
  /** The id of the teacher who is there. */
  present: number;
}

/** The check-in of a place; undefined while there is none. */
export const checkInOf = (
  lines: readonly PlaceCheckIn[],
  { planned, present }: ExpectedPlace,
): PlaceCheckIn | undefined => lines.find(({ place }) => place === planned || place === present);

/**
 * The check-ins that count for a user (R-PAY-1): for a teacher of the class the one of their own place, for a stand-in
 * their own; for others those of all places, once none is open.
 */
export function checkInsFor(
  places: readonly ExpectedPlace[],
  lines: readonly PlaceCheckIn[],
  teacher: number | null,
): PlaceCheckIn[] {
  const own = places.find(({ present }) => present === teacher);
  const mine = own ? checkInOf(lines, own) : lines.find((line) => line.teacher.id === teacher);
  if (own || mine) return mine ? [mine] : [];
  if (places.length < 2) return [...lines];
  const all = places.map((place) => checkInOf(lines, place));
  const found = all.filter((line) => line !== undefined);
  return found.length < all.length ? [] : found;
}

/** Pending while one of the check-ins is; null without any. */
export const stateOf = (lines: readonly PlaceCheckIn[]): PlaceCheckIn['status'] | null =>
  lines.some(({ status }) => status === 'pending') ? 'pending' : (lines[0]?.status ?? null);
