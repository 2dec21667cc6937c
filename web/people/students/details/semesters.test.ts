import { expect, it } from 'vitest';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { inSemester, semestersOf, semesterTitle, shownSemester } from './semesters.ts';

const enrolment = (class_schedule: number, year: number, semester: number) =>
  ({ class_schedule, semester: { year, semester } }) as StudentDetails['enrolments'][number];
const classOf = (class_schedule: number, ...dates: string[]) =>
  ({
    class_schedule,
    days: dates.map((date) => ({ date })),
  }) as StudentDetails['attendance'][number];

const enrolments = [
  enrolment(1, 2025, 2),
  enrolment(2, 2026, 1),
  enrolment(3, 2026, 1),
  enrolment(4, 2026, 2),
];
const attendance = [
  classOf(1, '2025-09-01'),
  classOf(2, '2026-03-02', '2026-03-09'),
  classOf(3, '2026-03-03'),
  classOf(4),
];

it('the page shows the semester of the latest class so far, unless another is chosen', () => {
  const all = { enrolments, attendance };
  expect(semestersOf(enrolments)).toEqual(['2026-2', '2026-1', '2025-2']);
  expect(shownSemester(all, undefined)).toBe('2026-1');
  expect(shownSemester(all, '2025-2')).toBe('2025-2');
  // An address that somebody edited.
  expect(shownSemester(all, '1999-1')).toBe('2026-1');
  expect(shownSemester({ enrolments, attendance: [classOf(4)] }, undefined)).toBe('2026-2');
  expect(shownSemester({ enrolments: [], attendance: [] }, undefined)).toBeNull();
  expect(semesterTitle('2026-1')).toBe('Semester 1, 2026');
});

it('it counts the classes of that semester alone', () => {
  const of = (key: string | null) =>
    inSemester({ enrolments, attendance }, key).map((it) => it.class_schedule);
  expect(of('2026-1')).toEqual([2, 3]);
  expect(of('2025-2')).toEqual([1]);
  expect(of(null)).toEqual([]);
});
