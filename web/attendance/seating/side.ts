import type { Layout, Place } from '#contract/attendance/seating-plan.ts';

/** From where a room is seen: from the teacher's desk, or from the class. */
export type Side = 'desk' | 'class';

/** The place on the screen, from the top left: the desk is below where it is seen from there, else above. */
export const shownAt = (
  { row, column }: Place,
  { rows, columns }: Pick<Layout, 'rows' | 'columns'>,
  side: Side,
): Place =>
  side === 'class' ? { row, column } : { row: rows + 1 - row, column: columns + 1 - column };

/** The same as a value of `grid-area`. */
export function areaOf(place: Place, layout: Pick<Layout, 'rows' | 'columns'>, side: Side): string {
  const { row, column } = shownAt(place, layout, side);
  return `${row} / ${column}`;
}

/** Places in the order in which they are read on the screen. */
export const inOrderOf = <One extends Place>(
  places: readonly One[],
  layout: Pick<Layout, 'rows' | 'columns'>,
  side: Side,
): One[] =>
  places.toSorted((a, b) => {
    const [one, other] = [shownAt(a, layout, side), shownAt(b, layout, side)];
    return one.row - other.row || one.column - other.column;
  });

/** The places of a layout that have a seat, the first row first. */
export function placesOf({ rows, columns, gaps }: Layout): Place[] {
  const without = new Set(gaps.map(({ row, column }) => `${row}-${column}`));
  return Array.from({ length: rows * columns }, (_, at) => ({
    row: Math.floor(at / columns) + 1,
    column: (at % columns) + 1,
  })).filter(({ row, column }) => !without.has(`${row}-${column}`));
}

/** Students beside a plan, by the room in which they have a seat: those without one first. */
export const inOrderOfRooms = <One>(
  byRoom: ReadonlyMap<string | undefined, One[]>,
): Array<[string | undefined, One[]]> =>
  [...byRoom].toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en', { numeric: true }));
