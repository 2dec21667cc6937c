import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const box = (left: number, top: number) => ({ left, top, width: 50, height: 40 });
/** Two rows of three with an aisle, and one below, a little aside. */
const boxes = [box(0, 0), box(60, 0), box(180, 0), box(0, 50), box(180, 50), box(20, 110)];

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 2, -1],
  ['ArrowLeft', 2, 1],
  ['ArrowDown', 0, 3],
  ['ArrowDown', 1, 3],
  ['ArrowDown', 3, 5],
  ['ArrowUp', 5, 3],
  ['ArrowUp', 0, -1],
  ['Enter', 0, -1],
])('%s from place %i leads to %i, as it is seen', (key, from, to) => {
  const others = boxes.filter((_, at) => at !== from);
  const found = nearest(key, boxes[from]!, others);
  expect(boxes.indexOf(others[found]!)).toBe(to);
});
