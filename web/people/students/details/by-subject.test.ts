import { expect, it } from 'vitest';
import { noCounts } from '#contract/rates.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { bySubject, enrolledText } from './by-subject.ts';

const of = (
  class_schedule: number,
  subject_code: string,
  present: number,
  absent: number,
  not_taken: number,
) =>
  ({
    class_schedule,
    subject: { subject_code, subject_name: subject_code },
    ...noCounts,
    present,
    absent,
    not_taken,
    days: [{ unfinished: false }, { unfinished: not_taken > 5 }],
  }) as unknown as StudentDetails['attendance'][number];
const enrolment = (class_schedule: number, subject_code: string, more: object = {}) =>
  ({
    class_schedule,
    subject: { subject_code, subject_name: subject_code },
    day_of_week: 'Monday',
    start_time: '07:30',
    enrolled_from: '2026-09-21',
    enrolled_to: null,
    ...more,
  }) as StudentDetails['enrolments'][number];

it('the classes of a subject are counted together, in order of the week', () => {
  const attendance = [of(1, 'COM', 3, 0, 6), of(2, 'NUR', 1, 1, 0), of(3, 'COM', 2, 1, 0)];
  const enrolments = [
    enrolment(1, 'COM', { day_of_week: 'Thursday' }),
    enrolment(2, 'NUR'),
    enrolment(3, 'COM', { day_of_week: 'Tuesday', start_time: '09:00' }),
  ];
  expect(bySubject(attendance, enrolments)).toMatchObject([
    {
      subject: { subject_code: 'COM' },
      counts: { present: 5, absent: 1 },
      notTaken: 6,
      unfinished: 1,
      classes: [{ class_schedule: 3 }, { class_schedule: 1 }],
    },
    {
      subject: { subject_code: 'NUR' },
      counts: { present: 1, absent: 1 },
      notTaken: 0,
      classes: [{ class_schedule: 2, enrolments: [{ class_schedule: 2 }] }],
    },
  ]);
});

it('a subject without a class so far has a row, and a class that was joined again is one', () => {
  const left = { enrolled_from: '2026-09-21', enrolled_to: '2026-10-02' };
  const [first, second] = bySubject(
    [of(1, 'COM', 3, 0, 0)],
    [
      enrolment(1, 'COM', { enrolled_from: '2026-11-02' }),
      enrolment(1, 'COM', left),
      enrolment(4, 'RES'),
    ],
  );
  expect(first?.classes).toMatchObject([{ class_schedule: 1, enrolments: [{}, {}] }]);
  expect(second).toMatchObject({ counts: { present: 0 }, classes: [{ days: [] }] });
});

it('a subject says of how many classes the student is a member, and since when', () => {
  const text = (...all: ReturnType<typeof enrolment>[]) =>
    enrolledText(bySubject([], all)[0]?.classes ?? []);
  const left = { enrolled_to: '2026-10-02' };
  expect(text(enrolment(1, 'COM'))).toBe('1 class, since 21 Sept 2026');
  expect(text(enrolment(1, 'COM', { enrolled_from: '2026-11-02' }), enrolment(2, 'COM'))).toBe(
    '2 classes, since 21 Sept 2026',
  );
  expect(text(enrolment(1, 'COM', left), enrolment(2, 'COM'))).toBe('1 class, since 21 Sept 2026');
  expect(text(enrolment(1, 'COM', left))).toBe('1 class, left on 2 Oct 2026');
});
