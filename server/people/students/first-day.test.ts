import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { beginOpenRolls } from '#server/school/open-rolls-from.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-09T12:00:00+11:00' });
});
afterAll(() => school.close());

it('classes of before the first day of the institute here are no dates, unless one has a mark (R-ROLL-16)', async () => {
  const [id, mon9] = [await school.studentId('S1'), await school.classId('mon9')];
  const ofClass = async (path: string, rows: 'attendance' | 'results') =>
    (await school.call('admin', 'GET', `attendance/${path}/${id}/`)).body[rows].find(
      (it: { class_schedule: number }) => it.class_schedule === mon9,
    );
  const page = () => ofClass('student-details', 'attendance');
  const stat = () => ofClass('student-schedule-attendance-stat', 'results');
  expect(await page()).toMatchObject({ total: 5, not_taken: 5 });

  await beginOpenRolls(school.database, Temporal.Instant.from('2026-03-02T08:00:00+11:00'));
  const nothingBefore = { total: 2, present: 0, absent: 0, not_taken: 2, rate: null };
  expect(await stat()).toMatchObject({ total: 5, not_taken: 5 });
  expect(await page()).toMatchObject({
    ...nothingBefore,
    days: [
      { date: '2026-03-02', status: 'N/A' },
      { date: '2026-03-09', status: 'N/A' },
    ],
  });

  // Rolls that were entered later: the student's own mark, and one without them.
  const mark = (student: string, date: string) =>
    school.call('admin', 'POST', 'attendance/attendance/create/', {
      class_schedule: mon9,
      date,
      student,
    });
  expect((await mark('S1', '2026-02-09')).status).toBe(201);
  expect((await mark('S2', '2026-02-16')).status).toBe(201);
  const taken = { total: 4, present: 1, absent: 0, not_taken: 3, rate: 100 };
  expect(await stat()).toMatchObject({ ...taken, total: 5, not_taken: 4 });
  expect(await page()).toMatchObject({
    ...taken,
    days: [
      { date: '2026-02-09', status: 'Present', unfinished: false },
      { date: '2026-02-16', status: 'N/A', unfinished: true },
      { date: '2026-03-02', status: 'N/A', unfinished: false },
      { date: '2026-03-09', status: 'N/A', unfinished: false },
    ],
  });
});
