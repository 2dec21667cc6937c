import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
});
afterEach(() => school.close());

const effect = (from: string, to: string) =>
  school.call('admin', 'GET', `attendance/holiday-effect/?from=${from}&to=${to}`);

it('the effect of a holiday lists cancelled classes and taken rolls, as adding it then does', async () => {
  const [mon9, tue14] = [await school.classId('mon9'), await school.classId('tue14')];
  await school.call('teacher', 'POST', 'attendance/attendance/create/', {
    class_schedule: mon9,
    date: '2026-02-23',
    student: 'S1',
    status: 'Present',
  });
  await school.call('admin', 'POST', 'attendance/meetings/create/', {
    class_schedule: tue14,
    date: '2026-02-26',
    start_time: '09:00',
    end_time: '10:00',
  });
  const { status, body } = await effect('2026-02-23', '2026-02-27');
  expect({ status, ...body }).toMatchObject({
    status: 200,
    cancelled: 3,
    classes: [
      { date: '2026-02-23', start_time: '09:00', subject_code: 'MAT2', teacher: 'Theo Tutor' },
      { date: '2026-02-23', start_time: '10:00', subject_code: 'MAT2', room_number: 'R1' },
      { id: tue14, date: '2026-02-24', start_time: '14:00' },
    ],
    taken: 1,
    rolls: [{ id: mon9, date: '2026-02-23', start_time: '09:00', subject_code: 'MAT1' }],
  });
  const flood = { name: 'Flood', date_from: '2026-02-23', date_to: '2026-02-27' };
  expect((await school.call('admin', 'POST', 'attendance/holiday/create/', flood)).status).toBe(
    201,
  );
  const held = async (date: string) =>
    (await school.call('admin', 'GET', `attendance/classschedule/?date=${date}`)).body.results.map(
      ({ id }: { id: number }) => id,
    );
  expect(await held('2026-02-23')).toEqual([mon9]);
  expect(await held('2026-02-24')).toEqual([]);
  expect(await held('2026-02-26')).toEqual([tue14]);
  // The same days again cancel nothing more.
  expect((await effect('2026-02-23', '2026-02-27')).body).toMatchObject({ cancelled: 0, taken: 1 });
});

it('requires dates in order, and permission to add holidays', async () => {
  expect((await effect('2026-02-27', '2026-02-23')).status).toBe(400);
  const path = 'attendance/holiday-effect/?from=2026-02-23&to=2026-02-23';
  expect((await school.call('teacher', 'GET', path)).status).toBe(403);
});
