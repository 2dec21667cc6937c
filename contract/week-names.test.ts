import { expect, it } from 'vitest';
import { nameOfWord, namesOfWeeks, typedWeeks, weeksNamed, wordOfName } from './week-names.ts';

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

it.each([
  ['1,3,5,7', 'A weeks 1–7', 'B weeks 1–7'],
  ['2,4,6', 'B weeks 2–6', 'A weeks 2–6'],
  ['1-4', 'weeks 1–4', 'weeks 1–4'],
])(
  'the weeks %s are called %s, or %s where the semester begins with the other name',
  (text, first, second) => {
    expect(weeksNamed(text, { names: 'A/B', first_week: 'odd' })).toBe(first);
    expect(weeksNamed(text, { names: 'A/B', first_week: 'even' })).toBe(second);
  },
);

it('without names weeks are odd and even', () => {
  expect(weeksNamed('1,3,5', { names: '', first_week: 'odd' })).toBe('odd weeks 1–5');
});

it.each([
  ['odd', [1, 3, 5]],
  ['B', [2, 4]],
  ['W1-2', [1, 2]],
  ['', null],
  ['5-2', { error: '5-2 ends before it begins' }],
  ['C', { error: 'must be weeks, such as 1-6,8' }],
])('%s that is typed means %j', (text, read) => {
  expect(typedWeeks(text, [1, 2, 3, 4, 5], { names: 'A/B', first_week: 'odd' })).toEqual(read);
});
