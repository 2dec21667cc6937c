import { expect, it } from 'vitest';
import { formatted, letterNumber } from './letter-number.ts';

it.each([
  ['K7QM-3XHD-9T2W', 'K7QM3XHD9T2W'],
  [' k7qm 3xhd – 9t2w', 'K7QM3XHD9T2W'],
  ['OIL0 0000 0000', '011000000000'],
])('a number is read as it is typed: %s (R-PAPER-2)', (typed, stored) => {
  expect(letterNumber.parse(typed)).toBe(stored);
});

it.each(['', 'K7QM', 'K7QM-3XHD-9T2WX', 'U7QM-3XHD-9T2W', '../../etc/pass'])(
  '%s is no number',
  (typed) => {
    expect(letterNumber.safeParse(typed).success).toBe(false);
  },
);

it('is printed in groups', () => {
  expect(formatted('K7QM3XHD9T2W')).toBe('K7QM-3XHD-9T2W');
});
