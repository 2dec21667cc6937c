import { afterEach, beforeEach, expect, it } from 'vitest';
import { setNamesOfWeeks, weeklyTimeOf, weeksOf } from './week-names.ts';

beforeEach(() => setNamesOfWeeks('A/B'));
afterEach(() => setNamesOfWeeks(''));

it.each([
  ['1,3,5', { first_week: 'odd' }, 'A weeks 1–5'],
  ['2,4,6', { first_week: 'odd' }, 'B weeks 2–6'],
  ['1,3,5', { first_week: 'even' }, 'B weeks 1–5'],
  ['1,3,5', { semester: { semester: 1, first_week: 'even' } }, 'B weeks 1–5'],
  ['1-6', { first_week: 'even' }, 'weeks 1–6'],
  [null, { first_week: 'odd' }, ''],
] as const)('weeks %s of %o are %s', (weeks, of, words) => {
  expect(weeksOf({ weeks, ...of })).toBe(words);
});

it('weekly times name them after the hours', () => {
  const monday = { day_of_week: 'Monday', start_time: '09:00', end_time: '10:30' };
  expect(weeklyTimeOf({ ...monday, weeks: '1,3,5' })).toBe('Monday 09:00–10:30, A weeks 1–5');
  expect(weeklyTimeOf({ ...monday, weeks: null })).toBe('Monday 09:00–10:30');
});

it('an institute without names has odd and even weeks', () => {
  setNamesOfWeeks('');
  expect(weeksOf({ weeks: '1,3,5' })).toBe('odd weeks 1–5');
});
