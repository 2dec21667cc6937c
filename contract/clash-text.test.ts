import { expect, it } from 'vitest';
import { clashText } from './clash-text.ts';

it('a clash names the other class with its group (R-CLASS-7)', () => {
  const other = {
    class_schedule: 2,
    group_name: '12B',
    subject: { subject_name: 'Geometry', subject_code: 'MAT2' },
    day_of_week: 'Monday' as const,
    weeks: null,
    first_week: 'odd' as const,
    start_time: '14:00',
    end_time: '15:30',
    room_number: 'R1',
    teacher: { first_name: 'Tess', last_name: 'Teacher' },
  };
  const clash = {
    kind: 'classroom' as const,
    class_schedule: 1,
    subject: null,
    date: '2026-03-03',
    dates: 2,
    last_date: '2026-03-10',
    start_time: '14:00',
    end_time: '15:30',
    name: 'R1',
    other,
    students: null,
    seats: null,
    reason: null,
    confirmed: false,
  };
  expect(clashText(clash)).toBe(
    'Room R1 is needed by MAT2 · 12B on 2026-03-03, 14:00–15:30, and on 1 more date',
  );
});
