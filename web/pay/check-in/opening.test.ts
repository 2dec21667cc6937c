import { expect, it } from 'vitest';
import { isCheckInOpen } from './opening.ts';

const moment = { today: '2026-03-02', before_minutes: 30 };

it.each([
  ['2026-03-02', '08:29', false],
  ['2026-03-02', '08:30', true],
  ['2026-03-02', '09:10', true],
  ['2026-03-02', '23:59', true],
  ['2026-03-01', '09:10', false],
  ['2026-03-03', '09:10', false],
])('the check-in of a class at 09:00 on %s is open at %s: %s', (date, time, open) => {
  expect(isCheckInOpen({ date, start_time: '09:00' }, { ...moment, time })).toBe(open);
});
