import { expect, it } from 'vitest';
import type { Week } from '#contract/timetable/week.ts';
import { addDays } from '#contract/dates.ts';
import { isSameWeek } from './same-week.ts';

function weekOf(monday: string, more: object = {}, meeting: object = {}): Week {
  const classOf = {
    id: 7,
    date: addDays(monday, 1),
    start_time: '09:00',
    end_time: '10:00',
    classroom: { id: 1 },
    more_rooms: [],
    teacher: { id: 1 },
    co_teachers: [],
    meeting: { status: 'scheduled', origin: 'weekly', reason: null, cover: null, ...meeting },
    usual: null,
    ...more,
  };
  const days = Array.from({ length: 7 }, (_, at) => ({
    date: addDays(monday, at),
    kind: 'class_day',
    holidays: [],
    closed_rooms: [],
  }));
  return { days, results: [classOf], total: 1 } as unknown as Week;
}
const week = weekOf('2026-11-16');

it('weeks with the same classes are equal, whatever their dates and meetings', () => {
  expect(isSameWeek(week, weekOf('2026-11-23', {}, { id: 99, sequence: 4 }))).toBe(true);
});

it.each([
  ['another time', weekOf('2026-11-23', { start_time: '09:30' })],
  ['another room', weekOf('2026-11-23', { classroom: { id: 2 } })],
  ['another teacher', weekOf('2026-11-23', { teacher: { id: 2 } })],
  ['a further room', weekOf('2026-11-23', { more_rooms: [{ id: 2 }] })],
  ['a further teacher', weekOf('2026-11-23', { co_teachers: [{ id: 2 }] })],
  ['another day', weekOf('2026-11-23', { date: '2026-11-25' })],
  ['one that is cancelled', weekOf('2026-11-23', {}, { status: 'cancelled', reason: 'Flood' })],
  ['a holiday', { ...week, days: week.days.map((day) => ({ ...day, holidays: ['Easter'] })) }],
])('%s makes them differ', (_what, other) => {
  expect(isSameWeek(week, other)).toBe(false);
});
