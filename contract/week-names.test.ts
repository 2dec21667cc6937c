import { expect, it } from 'vitest';
import { nameOfWord, namesOfWeeks, wordOfName } from './week-names.ts';

it.each([
  ['A/B', ['A', 'B']],
  ['red/blue', ['red', 'blue']],
  // Files read these otherwise.
  ['W1/W2', null],
  ['even/odd', null],
  ['every/other', null],
  ['jan/feb', null],
  ['1/2', null],
  ['A/a', null],
  ['A', null],
  ['A/B/C', null],
])('the names of weeks in %s are %j (R-WEEK-1)', (text, names) => {
  expect(namesOfWeeks(text)).toEqual(names);
});

it('the first week of a semester has the first name, or the other one', () => {
  expect(nameOfWord('odd', { names: 'A/B', first_week: 'odd' })).toBe('A');
  expect(nameOfWord('odd', { names: 'A/B', first_week: 'even' })).toBe('B');
  expect(wordOfName('b', { names: 'A/B', first_week: 'even' })).toBe('odd');
  expect(wordOfName('c', { names: 'A/B', first_week: 'even' })).toBe(null);
});
