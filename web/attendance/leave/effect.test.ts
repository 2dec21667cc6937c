import { expect, it } from 'vitest';
import { leaveText } from './effect.ts';

it.each([
  [{ excused: 0, unexcused: 0, present: 0 }, null],
  [
    { excused: 1, unexcused: 0, present: 8 },
    '1 absence becomes excused; 8 classes are marked present and stay so.',
  ],
  [{ excused: 0, unexcused: 2, present: 0 }, '2 absences become unexcused.'],
  [{ excused: 0, unexcused: 0, present: 1 }, '1 class is marked present and stays so.'],
])('a leave over marks: %o', (effect, text) => {
  expect(leaveText(effect)).toBe(text);
});
