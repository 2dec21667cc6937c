import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { openSubjectsOf } from '../forecast/queries.ts';

let school: TestSchool;
let mon9: number;
let student: number;
let follow: () => Promise<number>;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-09T08:15:00+11:00' });
  mon9 = await school.classId('mon9');
  student = await school.studentId('S1');
  follow = standingsOf(school);
});
afterAll(() => school.close());

const call = (path: string, body: object = {}) =>
  school.call('account', 'POST', `attendance/${path}`, body);
const idOn = async (date: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from class_meeting
    where class_schedule_id = ${mon9} and date = ${date}`.execute(school.database);
  return rows[0]?.id ?? 0;
};
const times = { start_time: '16:00', end_time: '17:00' };

/** What is left of the subject, by those who count it. */
async function left(): Promise<Record<string, number>> {
  await follow();
  const { rows } = await sql<{ standing: number }>`
    select left_meetings as standing from standing st join subject j on j.id = st.subject_id
    where student_id = ${student} and j.subject_code = 'MAT1'`.execute(school.database);
  const now = { today: '2026-03-09', now: '2026-03-09 08:15:00' };
  const open = await openSubjectsOf(school.database, student, now, 0);
  const hours = await school.call(
    'account',
    'GET',
    `attendance/contact-hours/${student}/?from_date=2026-03-09&to_date=2026-06-12`,
  );
  expect(hours.status, JSON.stringify(hours.body)).toBe(200);
  const ofSubject = hours.body.subjects.find(
    (it: { subject_code: string }) => it.subject_code === 'MAT1',
  );
  return {
    standing: rows[0]?.standing ?? 0,
    forecast: open.find(({ subject_code }) => subject_code === 'MAT1')?.meetings_left ?? 0,
    hours: ofSubject.left_minutes / 60,
  };
}

it('dates of an archived class that were changed by hand are not left (R-FORECAST-1, R-HOURS-1), until it is restored', async () => {
  expect(
    (await call('meetings/cancel/', { ids: [await idOn('2026-03-16')], reason: 'x' })).status,
  ).toBe(200);
  const moved = await call(`meetings/${await idOn('2026-03-23')}/move/`, {
    date: '2026-03-25',
    ...times,
  });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  const extra = { class_schedule: mon9, date: '2026-03-27', ...times };
  expect((await call('meetings/create/', extra)).status).toBe(200);
  const before = await left();
  const dates = await datesOf();

  await call('classschedule/create/', { archive: 'ids', ids: [mon9] });
  // Saturdays alone, without Easter.
  expect(await left()).toEqual({ standing: 12, forecast: 12, hours: 12 });
  expect(await call('meetings/restore/', { ids: [await idOn('2026-03-27')] })).toMatchObject({
    status: 409,
  });

  await call('classschedule/create/', { archive: 'restore', ids: [mon9], confirm_clashes: true });
  expect(await left()).toEqual(before);
  expect(await datesOf()).toEqual(dates);
});

async function datesOf(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', date, start_time, status, origin) as text from class_meeting
    where class_schedule_id = ${mon9} order by date`.execute(school.database);
  return rows.map(({ text }) => text);
}
