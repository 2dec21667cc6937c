import { addDays, mondayOf } from '#contract/dates.ts';
import { expect, it } from 'vitest';
import type { WeekClass } from '#contract/timetable/week.ts';
import { weekTitle } from './dates.ts';
import { remarkOf } from './remarks.ts';
import { filtersOf } from './search.ts';

const meeting = {
  status: 'scheduled',
  origin: 'weekly',
  reason: null,
  moved_from: null,
  cover: null,
};
const classOf = (more: object, of: object = {}) =>
  ({
    start_time: '09:00',
    end_time: '10:00',
    classroom: { room_number: 'A1' },
    usual: null,
    meeting: { ...meeting, ...of },
    ...more,
  }) as WeekClass;
const usual = { start_time: '09:00', end_time: '10:00', room_number: 'A1' };

it('a class as planned needs no remark', () => {
  expect(remarkOf(classOf({}))).toBeNull();
  // Changed back by hand.
  expect(remarkOf(classOf({ usual }))).toBeNull();
});

it('another room and other times are listed with the planned ones, after other remarks', () => {
  expect(remarkOf(classOf({ usual: { ...usual, room_number: 'B2' } }))).toBe('Instead of room B2');
  const late = { ...usual, start_time: '08:00', room_number: 'B2' };
  expect(remarkOf(classOf({ usual: late }))).toBe('Instead of 08:00–10:00, room B2');
  const cover = { first_name: 'Theo', last_name: 'Tutor' };
  expect(remarkOf(classOf({ usual: late }, { cover }))).toBe(
    'Covered by Theo Tutor; Instead of 08:00–10:00, room B2',
  );
  expect(remarkOf(classOf({ usual: late }, { status: 'cancelled', reason: 'Flood' }))).toBe(
    'Cancelled: Flood',
  );
});

it('a class that got a further room says which, and keeps its own', () => {
  const more_rooms = [{ room_number: 'Lab 3' }];
  expect(remarkOf(classOf({ usual, more_rooms }))).toBe('Also in room Lab 3');
  // Its own became the further one.
  const swapped = { usual: { ...usual, room_number: 'Lab 3' }, more_rooms };
  expect(remarkOf(classOf(swapped))).toBe('Also in room A1');
  expect(remarkOf(classOf({ usual: { ...usual, start_time: '08:00' }, more_rooms }))).toBe(
    'Instead of 08:00–10:00; Also in room Lab 3',
  );
  expect(remarkOf(classOf({ usual: { ...usual, room_number: 'A1 (Lab 3)' } }))).toBe(
    'Instead of room A1 (Lab 3)',
  );
});

it.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
])('%s is in the week of %s', (date, monday) => {
  expect(mondayOf(date)).toBe(monday);
});

it('a week is named by its first and last day', () => {
  expect(weekTitle('2026-12-28')).toBe('28 Dec – 3 Jan 2027');
  expect(addDays('2026-11-16', -7)).toBe('2026-11-09');
});

it('only ids in the address are filters', () => {
  expect(filtersOf({ teacher: 'all', classroom: '7', date: '2026-11-16' })).toEqual({
    classroom: 7,
  });
});
