import { expect, it } from 'vitest';
import { sinceCheckIn } from './since-check-in.ts';

it.each([
  [{ class_cancelled: true, minutes_now: null }, ['Class was cancelled']],
  [{ class_cancelled: false, minutes_now: 60 }, ['Class is 60 min now']],
  [{ class_cancelled: false, minutes_now: null }, []],
  [{ overlaps: true, covered_by: null }, ['Paid for another class at this time']],
  [{ overlaps: false, covered_by: 'Theo Tutor' }, ['Covered by Theo Tutor, who is not paid']],
  // A teacher's own line has neither field.
  [{}, []],
])('%o is shown as %o', (line, words) => {
  expect(sinceCheckIn(line)).toEqual(words);
});
