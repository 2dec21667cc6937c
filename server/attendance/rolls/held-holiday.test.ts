import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());

const at = (time: string) => `${monday}T${time}+11:00`;
const post = (path: string, body: object) =>
  marking.school.call('teacher', 'POST', `attendance/${path}/`, {
    class_schedule: marking.mon9,
    date: monday,
    ...body,
  });
const held = async () =>
  (await marking.school.call('admin', 'GET', 'attendance/held-marks/')).body.results;

it('a mark that waited and whose date became a holiday is held, and written when it is accepted (R-ROLL-25)', async () => {
  const { school } = marking;
  school.at(at('09:20:00'));
  const flood = { name: 'Flood', date_from: monday, date_to: monday };
  const added = await school.call('admin', 'POST', 'attendance/holiday/create/', flood);
  expect(added.status).toBe(201);
  school.at(at('09:30:00'));
  expect((await post('attendance/create', { rfid_number: 'S1' })).status).toBe(400);
  const waited = { rfid_number: 'S1', made_at: at('09:05:00') };
  expect((await post('attendance/create', waited)).body).toMatchObject({ held: true });
  const several = { student: ['S2', 'S3'], made_at: at('09:06:00') };
  expect((await post('mark-student-attendance', several)).status).toBe(200);
  const waiting = await held();
  expect(waiting).toMatchObject([
    { student: { student_id: 'S1' } },
    { student: { student_id: 'S2' } },
    { student: { student_id: 'S3' } },
  ]);
  const ids = waiting.map(({ id }: { id: number }) => id);
  const path = 'attendance/held-marks/decide/';
  expect((await school.call('admin', 'POST', path, { ids, accept: true })).status).toBe(200);
  const { rows } = await sql`select distinct status from attendance`.execute(school.database);
  expect(rows).toEqual([{ status: 'Present' }]);
  // The class was held on the holiday, for every screen.
  const meeting = () =>
    school.database
      .selectFrom('class_meeting')
      .select(['status', 'held_on_holiday'])
      .where('class_schedule_id', '=', marking.mon9)
      .where('date', '=', monday)
      .executeTakeFirst();
  expect(await meeting()).toEqual({ status: 'scheduled', held_on_holiday: true });
  const details = await school.call(
    'admin',
    'GET',
    `attendance/student-details/${await school.studentId('S1')}/`,
  );
  expect(details.status).toBe(200);
  expect(JSON.stringify(details.body)).toContain(monday);
  const gone = await school.call('admin', 'DELETE', `attendance/holiday/${added.body.id}/`);
  expect(gone.status).toBe(204);
  expect(await meeting()).toMatchObject({ status: 'scheduled' });
  expect(await marking.statusOf('S1')).toBe('Present');
});
