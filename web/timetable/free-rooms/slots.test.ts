import { expect, it } from 'vitest';
import type { RoomOfDay } from '#contract/timetable/free-room.ts';
import { hourOf, hoursOf } from './slots.ts';

const taken = (start_time: string, end_time: string) => ({
  class_schedule: 1,
  start_time,
  end_time,
  weeks: null,
  first_week: 'odd' as const,
  subject_code: `${start_time}-${end_time}`,
});
const free = (all: ReturnType<typeof taken>[], hour: number) =>
  hourOf(all, hour).free.map(({ start, end }) => `${start}-${end}`);

it('an hour without a class is free as a whole', () => {
  expect(hourOf([taken('09:00', '10:00')], 10)).toEqual({
    taken: [],
    free: [{ start: '10:00', end: '11:00' }],
  });
  expect(free([taken('09:00', '10:00')], 9)).toEqual([]);
});

it('a closed room has no free time, and shows the classes that are held there', () => {
  const nine = taken('09:00', '09:30');
  expect(hourOf([nine], 9, false)).toEqual({ taken: [nine], free: [] });
  expect(hourOf([nine], 10, false)).toEqual({ taken: [], free: [] });
});

it('of a partly taken hour the rest is free, if a class fits', () => {
  expect(free([taken('07:30', '09:20')], 9)).toEqual(['09:20-10:00']);
  expect(free([taken('09:50', '12:00')], 9)).toEqual(['09:00-09:50']);
  expect(free([taken('09:00', '09:20'), taken('09:40', '10:00')], 9)).toEqual(['09:20-09:40']);
  expect(free([taken('09:00', '09:46')], 9)).toEqual([]);
});

it('two classes at the same time leave no gap between them', () => {
  const both = [taken('09:00', '10:30'), taken('09:00', '09:20'), taken('10:30', '11:00')];
  expect(free(both, 9)).toEqual([]);
  expect(hourOf(both, 9).taken).toHaveLength(2);
  expect(free(both, 10)).toEqual([]);
});

it('the last hour ends before midnight', () => {
  expect(free([], 23)).toEqual(['23:00-23:59']);
});

it('early and late classes add their hours', () => {
  const room = (...of: ReturnType<typeof taken>[]) =>
    ({ id: 1, room_number: 'A', capacity: 0, taken: of }) as RoomOfDay;
  expect(hoursOf([room()])).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(hoursOf([room(taken('06:30', '07:10')), room(taken('19:30', '21:00'))])).toEqual([
    6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ]);
});
