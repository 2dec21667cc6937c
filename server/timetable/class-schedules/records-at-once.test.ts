import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T09:30:00+11:00' });
});
afterEach(() => school.close());

const date = '2026-03-02';
const semester = async () => {
  const { body } = await school.call('admin', 'GET', 'attendance/semesters/');
  return body.results[0].id;
};

it.each([
  [
    'its class is archived',
    async (id: number) =>
      school.call('admin', 'POST', 'attendance/classschedule/create/', {
        archive: 'ids',
        ids: [id],
      }),
  ],
  [
    'its semester is archived with its classes',
    async () =>
      school.call('admin', 'POST', `attendance/semesters/${await semester()}/whole/`, {
        archive: 'all',
      }),
  ],
  [
    'its semester ends before',
    async () =>
      school.call('admin', 'PATCH', `attendance/semesters/${await semester()}/`, {
        class_end_date: '2026-02-27',
        confirm_clashes: true,
      }),
  ],
])('a date that gets a note while %s stays (R-MEETING-1)', async (_what, change) => {
  const id = await school.classId('mon9');
  await school.call('admin', 'GET', 'user/details/');
  const writer = await school.pool.connect();
  // As every writer of marks, check-ins and notes does.
  await writer.query('begin');
  await writer.query('select from class_schedule where id = $1 for key share', [id]);
  await writer.query(
    `insert into attendance_note (class_schedule_id, date, note, created_by, created_at)
     select $1, $2, 'Left early', min(id), now() from app_user`,
    [id, date],
  );
  const changed = change(id);
  await expect
    .poll(async () => {
      const { rows } = await school.pool.query('select from pg_locks where not granted');
      return rows.length;
    })
    .toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  expect((await changed).status).toBeLessThan(300);
  const { rows } = await school.pool.query(
    'select status from class_meeting where class_schedule_id = $1 and date = $2',
    [id, date],
  );
  expect(rows).toEqual([{ status: 'scheduled' }]);
});
