import { expect, it } from 'vitest';
import { noCounts } from '#contract/rates.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { bySubject } from './by-subject.ts';

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
const enrolment = (class_schedule: number, day_of_week: string, start_time: string) =>
  ({ class_schedule, day_of_week, start_time }) as StudentDetails['enrolments'][number];

it('the classes of a subject are counted together, each with its weekly time', () => {
  const attendance = [of(1, 'COM', 3, 0, 6), of(2, 'NUR', 1, 1, 0), of(3, 'COM', 2, 1, 0)];
  const enrolments = [enrolment(1, 'Monday', '07:30'), enrolment(3, 'Thursday', '09:00')];
  expect(bySubject(attendance, enrolments)).toMatchObject([
    {
      subject: { subject_code: 'COM' },
      counts: { present: 5, absent: 1 },
      notTaken: 6,
      unfinished: 1,
      of: [{ when: 'Mon 07:30' }, { when: 'Thu 09:00' }],
    },
    {
      subject: { subject_code: 'NUR' },
      counts: { present: 1, absent: 1 },
      notTaken: 0,
      of: [{ when: '' }],
    },
  ]);
});
