import { expect, it } from 'vitest';
import { gateOf, isToBegin, type Gate } from './gate.ts';

const now = { today: '2026-03-04', time: '10:40', development: false };
const at = (date: string, start_time: string) => gateOf({ date, start_time }, now);

it.each<[string, string, Gate]>([
  ['2026-03-04', '10:00', { is: 'open' }],
  ['2026-03-04', '10:55', { is: 'open' }],
  ['2026-03-04', '10:56', { is: 'early', minutes: 16 }],
  ['2026-03-04', '07:30', { is: 'open' }],
  ['2026-03-03', '10:40', { is: 'past' }],
  ['2026-03-05', '10:40', { is: 'future' }],
])('a roll of %s %s is %j', (date, start, gate) => {
  expect(at(date, start)).toEqual(gate);
});

it.each<[string, string, string, Gate]>([
  ['2026-03-03', '22:00', '00:00', { is: 'open' }],
  ['2026-03-03', '22:00', '00:14', { is: 'open' }],
  ['2026-03-03', '22:00', '00:15', { is: 'past' }],
  ['2026-03-02', '22:00', '00:00', { is: 'past' }],
])('the roll of a class of %s %s is at %s of the 4th %j', (date, start_time, time, gate) => {
  expect(gateOf({ date, start_time }, { ...now, time })).toEqual(gate);
});

it('in development the roll of a future date can be taken as well', () => {
  expect(
    gateOf({ date: '2026-03-05', start_time: '10:00' }, { ...now, development: true }),
  ).toEqual({ is: 'open' });
});

it.each<[string, string, boolean]>([
  ['2026-03-04', '10:40', false],
  ['2026-03-04', '10:41', true],
  ['2026-03-03', '19:30', false],
  ['2026-03-05', '07:30', true],
])('a class of %s %s is to begin: %s', (date, start_time, is) => {
  expect(isToBegin({ date, start_time }, now)).toBe(is);
});
