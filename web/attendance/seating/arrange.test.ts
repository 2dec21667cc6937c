import { describe, expect, it } from 'vitest';
import { hasSeat } from '#contract/attendance/seating-plan.ts';
import {
  areSameLayouts,
  areSameSeats,
  atRandom,
  byName,
  inOrderOfSeats,
  layoutFor,
  moved,
  resized,
  seated,
  within,
  withGap,
} from './arrange.ts';
import { areaOf, inOrderOf, placesOf, shownAt } from './side.ts';

const pupil = (student: number, first_name: string, last_name: string) => ({
  student,
  first_name,
  last_name,
});
const class_ = [pupil(1, 'Zoe', 'Abel'), pupil(2, 'Ann', 'Cole'), pupil(3, 'Ben', 'Baker')];
const layout = { rows: 2, columns: 2, gaps: [{ row: 1, column: 2 }] };
const at = (student: number, row: number, column: number) => ({ student, row, column });

describe('a layout', () => {
  it.each([0, 1, 5, 28, 36, 64, 120, 200, 400])('has a seat for each of %i students', (count) => {
    const { rows, columns } = layoutFor(count);
    expect(rows * columns).toBeGreaterThanOrEqual(count);
    expect(Math.max(rows, columns)).toBeLessThanOrEqual(20);
  });

  it('loses gaps beyond its rows and columns, and a pressed gap becomes a seat', () => {
    expect(resized(layout, { columns: 1 })).toEqual({ rows: 2, columns: 1, gaps: [] });
    expect(withGap(layout, { row: 1, column: 2 }).gaps).toEqual([]);
    expect(withGap(layout, { row: 2, column: 2 }).gaps).toHaveLength(2);
    expect(areSameLayouts(layout, { ...layout, gaps: [{ row: 1, column: 2 }] })).toBe(true);
    expect(areSameLayouts(layout, { ...layout, gaps: [] })).toBe(false);
  });

  it('keeps the seats that it has', () => {
    expect(within(layout, [at(1, 1, 1), at(2, 1, 2), at(3, 3, 1)])).toEqual([at(1, 1, 1)]);
    expect(placesOf(layout).every((place) => hasSeat(layout, place))).toBe(true);
  });
});

describe('students', () => {
  it('sit from the first row on, as many as there are seats', () => {
    expect(seated(layout, class_)).toEqual([at(1, 1, 1), at(2, 2, 1), at(3, 2, 2)]);
    expect(seated({ rows: 1, columns: 1, gaps: [] }, class_)).toEqual([at(1, 1, 1)]);
  });

  it('are ordered by last name, by first name, by chance, and as in another room', () => {
    const ids = (of: typeof class_) => of.map(({ student }) => student);
    expect(ids(byName(class_, false))).toEqual([1, 3, 2]);
    expect(ids(byName(class_, true))).toEqual([2, 3, 1]);
    const chances = [0.9, 0.1, 0.5];
    expect(ids(atRandom(class_, () => chances.shift()!))).toEqual([2, 3, 1]);
    expect(ids(inOrderOfSeats(class_, [at(2, 5, 1), at(9, 1, 1), at(3, 1, 2)]))).toEqual([3, 2]);
  });

  it('change places with each other, and a student without a seat takes that of another', () => {
    const seats = [at(1, 1, 1), at(2, 2, 1)];
    expect(areSameSeats(moved(seats, 1, { row: 2, column: 1 }), [at(1, 2, 1), at(2, 1, 1)])).toBe(
      true,
    );
    expect(moved(seats, 3, { row: 1, column: 1 })).toEqual([at(2, 2, 1), at(3, 1, 1)]);
    expect(moved(seats, 1, null)).toEqual([at(2, 2, 1)]);
    expect(areSameSeats(moved(seats, 1, { row: 1, column: 1 }), seats)).toBe(true);
  });
});

describe('a room on the screen', () => {
  it('is turned round when it is seen from the desk', () => {
    expect(shownAt({ row: 1, column: 1 }, layout, 'class')).toEqual({ row: 1, column: 1 });
    expect(shownAt({ row: 1, column: 1 }, layout, 'desk')).toEqual({ row: 2, column: 2 });
    expect(areaOf({ row: 2, column: 1 }, layout, 'desk')).toBe('1 / 2');
    expect(inOrderOf(placesOf(layout), layout, 'desk')[0]).toEqual({ row: 2, column: 2 });
  });
});
