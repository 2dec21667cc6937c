import { expect, it } from 'vitest';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { rollState } from '../dashboard/day.ts';
import { countStates, minutesToNext } from './states.ts';

const classOf = (more: object, [total, present]: [number, number] = [3, 0]) =>
  ({
    start_time: '09:00',
    end_time: '10:00',
    period: 'current_and_upcoming',
    currentClass: false,
    today_students_stats: { total_students: total, total_present: present, total_absent: 0 },
    ...more,
  }) as ClassSchedule;

const passed = classOf({ period: 'passed' });
const ongoing = classOf({ currentClass: true });
const upcoming = classOf({});
const empty = classOf({ period: 'passed' }, [0, 0]);

it('a roll counts as not taken after its class has begun, if it has students', () => {
  expect([passed, ongoing, upcoming, empty].map(rollState)).toEqual([
    'not taken',
    'not taken',
    'upcoming',
    'no students',
  ]);
  expect(rollState(classOf({}, [3, 1]))).toBe('in progress');
  expect(rollState(classOf({ meeting: { status: 'cancelled' } }))).toBe('cancelled');
});

it('a closed roll without students has no state (R-ROLL-11)', () => {
  const closed = { meeting: { status: 'scheduled', closed_at: '2026-03-09T00:00:00Z' } };
  expect([classOf(closed, [0, 0]), classOf(closed)].map(rollState)).toEqual([
    'no students',
    'closed',
  ]);
});

it('the states are counted, in their order', () => {
  expect(countStates([upcoming, passed, ongoing, classOf({}, [3, 3])])).toEqual([
    { state: 'not taken', count: 2 },
    { state: 'taken', count: 1 },
    { state: 'upcoming', count: 1 },
  ]);
});

it('the next time at which a class starts or ends', () => {
  const late = classOf({ start_time: '14:00', end_time: '15:30' });
  expect(minutesToNext([passed, late], '08:59')).toBe(1);
  expect(minutesToNext([passed, late], '10:00')).toBe(240);
  expect(minutesToNext([passed, late], '14:10')).toBe(80);
  expect(minutesToNext([passed, late], '15:30')).toBeNull();
});
