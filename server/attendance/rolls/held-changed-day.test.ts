import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeEach(async () => {
  marking = await createMarking();
  marking.school.at(at('09:10:00'));
});
afterEach(() => marking.school.close());

const at = (time: string) => `${monday}T${time}+11:00`;
const call = (caller: 'admin' | 'teacher', method: 'POST' | 'PATCH', path: string, body: object) =>
  marking.school.call(caller, method, `attendance/${path}`, body);
const send = (student: string | string[], made_at: string, date = monday) =>
  call('teacher', 'POST', 'attendance/create/', {
    class_schedule: marking.mon9,
    date,
    rfid_number: student,
    made_at,
  });
const acceptAll = async () => {
  const { results } = (await marking.school.call('admin', 'GET', 'attendance/held-marks/')).body;
  const ids = results.map(({ id }: { id: number }) => id);
  return call('admin', 'POST', 'held-marks/decide/', { ids, accept: true });
};
const otherSubject = async () =>
  (
    await marking.school.database
      .selectFrom('subject')
      .select('id')
      .where('subject_code', '=', 'MAT2')
      .executeTakeFirstOrThrow()
  ).id;
const meeting = async () =>
  (
    await sql`select status, to_char(start_time, 'HH24:MI') as start from class_meeting
      where class_schedule_id = ${marking.mon9} and date = ${monday}`.execute(
      marking.school.database,
    )
  ).rows;

it('a mark that waited and whose class has another day from this one on is held, and written once it is accepted (R-ROLL-25)', async () => {
  const changed = await call('admin', 'PATCH', `classschedule/${marking.mon9}/`, {
    day_of_week: 'Friday',
    effective_from: monday,
    confirm_clashes: true,
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  marking.school.at(at('09:30:00'));
  expect((await send('S1', at('09:05:00'))).body).toMatchObject({ held: true });
  expect((await send(['S2', 'S3'], at('09:06:00'))).body).toMatchObject({ held: true });
  expect(await meeting()).toEqual([]);
  expect((await acceptAll()).body).toMatchObject({ results: { length: 3 }, fail: [] });
  expect(await meeting()).toEqual([{ status: 'scheduled', start: '09:00' }]);
  expect(await marking.statusOf('S1')).toBe('Present');
});

it('a mark that waited while another class took over names the class that its student is in now', async () => {
  const path = `classschedule/${marking.mon9}/successor/`;
  const over = await call('admin', 'POST', path, {
    subject_id: await otherSubject(),
    effective_from: monday,
    confirm_clashes: true,
  });
  expect(over.status, JSON.stringify(over.body)).toBe(201);
  marking.school.at(at('09:30:00'));
  const { status, body } = await send('S1', at('09:05:00'));
  expect(status).toBe(400);
  expect(body.fail).toMatchObject([
    {
      student_id: 'S1',
      status: 'This student is not enrolled in this class',
      class_schedules: [{ id: over.body.id }],
    },
  ]);
});

it('a mark of a day that the class never had is refused', async () => {
  const tuesday = '2026-03-03';
  marking.school.at(`${tuesday}T09:30:00+11:00`);
  expect((await send('S1', `${tuesday}T09:05:00+11:00`, tuesday)).status).toBe(400);
  expect((await send(['S1', 'S2'], `${tuesday}T09:05:00+11:00`, tuesday)).status).toBe(400);
});
