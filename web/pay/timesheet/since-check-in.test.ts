import { expect, it } from 'vitest';
import { sinceCheckIn } from './since-check-in.ts';

it.each([
  [{ class_cancelled: true, minutes_now: null }, ['Class was cancelled']],
  [{ class_cancelled: false, minutes_now: 60 }, ['Class is 60 min now']],
  [{ class_cancelled: false, minutes_now: null }, []],
  [{ overlaps: true, covered_by: null }, ['Paid for another class at this time']],
  [{ overlaps: false, covered_by: 'Theo Tutor' }, ['Covered by Theo Tutor, who is not paid']],
  [
    { payroll: null, pay_run: null, amount_need_to_be_paid: '0.00' },
    ['No pay code, so it pays nothing'],
  ],
  [{ payroll: null, pay_run: null, amount_need_to_be_paid: '50.00' }, []],
  [{ payroll: null, amount_need_to_be_paid: '0.00' }, []],
  // A teacher's own line has none of these fields.
  [{}, []],
])('%o is shown as %o', (line, words) => {
  expect(sinceCheckIn(line)).toEqual(words);
});
