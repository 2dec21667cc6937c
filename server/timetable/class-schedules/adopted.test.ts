import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { repairMeetings } from '../meetings/planning.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
});
afterEach(() => school.close());

it('a change that takes effect does not affect later planned ones', async () => {
  const mon9 = await school.classId('mon9');
  const change = (body: object) =>
    school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, body);
  const times = async () =>
    (
      await sql<{ text: string }>`
        select left(start_time::text, 5) as text from class_meeting
        where class_schedule_id = ${mon9} and date in ('2026-03-09', '2026-03-16', '2026-03-23')
        order by date`.execute(school.database)
    ).rows.map(({ text }) => text);
  expect((await change({ effective_from: '2026-03-16', start_time: '08:00' })).status).toBe(200);
  expect((await change({ effective_from: '2026-03-23', start_time: '07:00' })).status).toBe(200);
  expect(await times()).toEqual(['09:00', '08:00', '07:00']);
  school.at('2026-03-15T08:00:00+11:00');
  const now = () => Temporal.Instant.from('2026-03-15T08:00:00+11:00');
  await repairMeetings(school.database, {
    now,
    today: () => '2026-03-15',
    timeZone: 'Australia/Sydney',
  });
  const shown = await school.call('admin', 'GET', `attendance/classschedule/${mon9}/`);
  expect(shown.body.start_time).toBe('08:00');
  expect(await times()).toEqual(['09:00', '08:00', '07:00']);
});
