import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const today = '2026-03-16';
let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: `${today}T10:30:00+11:00` });
});
afterAll(() => school.close());

const get = async (path: string) => (await school.call('admin', 'GET', `attendance/${path}`)).body;

it('a roll that was begun before its class was archived is closed in every count (R-ROLL-11, R-MEETING-2)', async () => {
  const class_schedule = await school.classId('mon9');
  const period = `from_date=${today}&to_date=${today}&class_schedule=${class_schedule}`;
  const counts = async () => {
    const { rolls } = await get('overview/');
    const { totals } = await get(`reports/?by=class&${period}`);
    const [first] = (await get('reports/?by=cohort&' + period)).results;
    return {
      overview: [rolls.planned, rolls.taken, rolls.in_progress],
      report: [totals.meetings, totals.taken, totals.in_progress],
      cohort: first && [first.meetings, first.taken, first.in_progress],
      rolls: (await get(`reports/rolls/?${period}`)).results.map(
        ({ state }: { state: string }) => state,
      ),
      isOpen: (await get(`open-rolls/?from_date=${today}&to_date=${today}`)).results.some(
        (row: { class_schedule: number }) => row.class_schedule === class_schedule,
      ),
    };
  };
  await school.call('admin', 'POST', 'attendance/attendance/create/', {
    class_schedule,
    date: today,
    student: 'S1',
    status: 'Present',
  });
  const before = await counts();
  expect(before).toMatchObject({ report: [1, 0, 1], rolls: ['in_progress'], isOpen: true });
  await school.call('admin', 'POST', 'attendance/classschedule/create/', {
    archive: 'ids',
    ids: [class_schedule],
  });
  const [planned = 0, taken = 0, inProgress = 0] = before.overview;
  expect(await counts()).toMatchObject({
    overview: [planned, taken + 1, inProgress - 1],
    report: [1, 1, 0],
    rolls: ['closed'],
    isOpen: false,
  });
  const day = await get(`classschedule/?date=${today}&id=${class_schedule}`);
  expect(day.results[0].meeting).toMatchObject({ archived: true, roll_closed: true });
});
