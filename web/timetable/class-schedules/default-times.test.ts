import { expect, it } from 'vitest';
import { defaultTimes } from './default-times.ts';

it.each([
  ['10:40', '10:40', '11:20'],
  ['09:25', '09:25', '10:05'],
  ['00:00', '00:00', '00:40'],
  ['23:19', '23:19', '23:59'],
  ['23:50', '23:19', '23:59'],
])('a class added at %s is from %s to %s', (now, start_time, end_time) =>
  expect(defaultTimes(now)).toEqual({ start_time, end_time }),
);
