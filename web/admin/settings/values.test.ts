import { expect, it } from 'vitest';
import { percentsOf, valueInWords, valueToSend } from './values.ts';

it.each([
  ['check_in_before_minutes', 30, '30 minutes'],
  ['edit_days', 0, '0 days'],
  ['excused_counts', false, 'No'],
  ['rate_by', 'minutes', 'Minutes'],
  ['late_counts_as', 0.5, 'Half a class'],
  [
    'absent_after_minutes',
    { Lecture: 20, Tutorial: 0 },
    'Lecture: 20 minutes, Tutorial: 0 minutes',
  ],
] as const)('%s of %j is written as %s', (name, value, words) =>
  expect(valueInWords(name, value)).toBe(words),
);

it('a class type whose minutes were emptied has no value of its own', () => {
  expect(valueToSend({ Lecture: 20, Tutorial: null })).toEqual({ Lecture: 20 });
  expect(valueToSend(0)).toBe(0);
});

it('bands are typed with commas or spaces; what is no number is no band', () => {
  expect(percentsOf('90, 85 80%')).toEqual([90, 85, 80]);
  expect(percentsOf('90, x')).toEqual([90, 0]);
  expect(valueToSend([90, 80])).toEqual([90, 80]);
  expect(valueInWords('contact_hour_bands', [90, 80])).toBe('90, 80');
});
