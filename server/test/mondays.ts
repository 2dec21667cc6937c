import type { TestSchool } from './test-school.ts';

/** The dates of mon9, a class of S1 and S2 in MAT1, until 30 March 2026. */
const mondays = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30'];

/** Marks a student on these dates: `PAA--` is present, twice absent, and twice not taken. */
export async function markMondays(
  school: TestSchool,
  student: string,
  statuses: string,
): Promise<void> {
  const class_schedule = await school.classId('mon9');
  for (const [at, status] of statuses.split('').entries()) {
    if (status === '-') continue;
    const { status: answer } = await school.call('admin', 'POST', 'attendance/attendance/create/', {
      class_schedule,
      date: mondays[at],
      student,
      status: status === 'P' ? 'Present' : 'Absent',
    });
    if (answer !== 201) throw new Error(`The mark was answered with ${answer}.`);
  }
}
