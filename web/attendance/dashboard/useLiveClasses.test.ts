import { expect, it } from 'vitest';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { withCounts } from './useLiveClasses.ts';

const classOf = (id: number) =>
  ({
    id,
    today_students_stats: { total_students: 28, total_present: 1, total_absent: 2 },
  }) as ClassSchedule;

it('classes get the counts of an event; the others stay the same objects', () => {
  const classes = [classOf(1), classOf(2)];
  const shown = withCounts(classes, [
    { id: 2, total_present: 5, total_absent: 0 },
    { id: 9, total_present: 1, total_absent: 1 },
  ]);
  expect(shown[0]).toBe(classes[0]);
  expect(shown[1]!.today_students_stats).toEqual({
    total_students: 28,
    total_present: 5,
    total_absent: 0,
  });
});
