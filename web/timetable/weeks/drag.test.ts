import { expect, it } from 'vitest';
import { droppedAt } from './drag.ts';

const times = { start_time: '09:00', end_time: '10:30' };
const at = (minute: number) => {
  const { start_time, end_time } = droppedAt(times, '2026-11-24', minute);
  return `${start_time}–${end_time}`;
};

it('a dropped class starts at a quarter of an hour and keeps its length', () => {
  expect(at(11 * 60 + 7)).toBe('11:00–12:30');
  expect(at(11 * 60 + 8)).toBe('11:15–12:45');
});

it('stays within the day', () => {
  expect(at(-20)).toBe('00:00–01:30');
  expect(at(23 * 60)).toBe('22:29–23:59');
});
