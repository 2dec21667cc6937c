import {
  hasSeat,
  placeKey,
  seatingLimits,
  type Layout,
  type Place,
  type Seat,
} from '#contract/attendance/seating-plan.ts';
import type { PersonName } from '#contract/person-name.ts';
import { sortName } from '#contract/person-name.ts';
import { placesOf } from './side.ts';

/** A student of the class. */
export type Pupil = PersonName & { student: number };

/** Rows and columns for a room without a layout: about as many of both, with a seat for everybody. */
export function layoutFor(students: number): Layout {
  const { across } = seatingLimits;
  const root = Math.ceil(Math.sqrt(students));
  // Wider than eight is hard to read on a tablet; a large class needs it.
  const columns = Math.min(across, students > 8 * across ? root : Math.min(8, Math.max(4, root)));
  const rows = Math.min(across, Math.max(3, Math.ceil(students / columns)));
  return { rows, columns, gaps: [] };
}

/** The students in an order, from the first row on; those for whom there is no seat have none. */
export function seated(layout: Layout, students: readonly Pupil[]): Seat[] {
  return placesOf(layout)
    .slice(0, students.length)
    .flatMap((place, at) => {
      const student = students[at];
      return student ? [{ ...place, student: student.student }] : [];
    });
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The students by last name, or by first name. */
export const byName = <One extends Pupil>(students: readonly One[], first: boolean): One[] =>
  students.toSorted((a, b) =>
    first
      ? names.compare(a.first_name, b.first_name) || names.compare(sortName(a), sortName(b))
      : names.compare(sortName(a), sortName(b)) || names.compare(a.first_name, b.first_name),
  );

/** The students in an order by chance. @param random from 0 to 1, as `Math.random`. */
export const atRandom = <One extends Pupil>(
  students: readonly One[],
  random: () => number = Math.random,
): One[] =>
  students
    .map((student) => ({ student, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ student }) => student);

/** The students in the order of another plan, from its first row on; who has no seat there is left out. */
export function inOrderOfSeats<One extends Pupil>(
  students: readonly One[],
  seats: readonly Seat[],
): One[] {
  const byId = new Map(students.map((one) => [one.student, one]));
  return seats
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
    .flatMap(({ student }) => byId.get(student) ?? []);
}

/** Puts a student on a place, or beside the plan; who sits there gets the place that the student leaves. */
export function moved(seats: readonly Seat[], student: number, to: Place | null): Seat[] {
  const from = seats.find((seat) => seat.student === student);
  const there = to && seats.find((seat) => placeKey(seat) === placeKey(to));
  const others = seats.filter((seat) => seat !== from && seat !== there);
  return [
    ...others,
    ...(to ? [{ row: to.row, column: to.column, student }] : []),
    ...(there && from && there !== from
      ? [{ row: from.row, column: from.column, student: there.student }]
      : []),
  ];
}

/** A layout with a gap at a place instead of a seat, or the other way round. */
export function withGap(layout: Layout, place: Place): Layout {
  const gaps = layout.gaps.filter((gap) => placeKey(gap) !== placeKey(place));
  return { ...layout, gaps: gaps.length < layout.gaps.length ? gaps : [...gaps, place] };
}

/** A layout with other numbers of rows and columns; gaps beyond them go. */
export const resized = (
  layout: Layout,
  size: Partial<Pick<Layout, 'rows' | 'columns'>>,
): Layout => {
  const { rows, columns, gaps } = { ...layout, ...size };
  return { rows, columns, gaps: gaps.filter((gap) => gap.row <= rows && gap.column <= columns) };
};

/** The seats that a layout has. */
export const within = (layout: Layout, seats: readonly Seat[]): Seat[] =>
  seats.filter((seat) => hasSeat(layout, seat));

const sorted = (values: string[]): string => values.toSorted().join(' ');
const seatKeys = (seats: readonly Seat[]) =>
  sorted(seats.map((seat) => `${placeKey(seat)}:${seat.student}`));
export const areSameSeats = (some: readonly Seat[], others: readonly Seat[]): boolean =>
  seatKeys(some) === seatKeys(others);
export const areSameLayouts = (one: Layout, other: Layout): boolean =>
  one.rows === other.rows &&
  one.columns === other.columns &&
  sorted(one.gaps.map(placeKey)) === sorted(other.gaps.map(placeKey));

/** Seats in the layout of another room: at the same places where it has all of them, else in their order. */
export function transferred(layout: Layout, seats: readonly Seat[]): Seat[] {
  if (seats.every((seat) => hasSeat(layout, seat))) return [...seats];
  const places = placesOf(layout);
  return seats
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
    .flatMap(({ student }, at) => {
      const place = places[at];
      return place ? [{ ...place, student }] : [];
    });
}
