import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
});
afterEach(() => school.close());

const call = (path: string, body: object = {}) =>
  school.call('admin', 'POST', `attendance/${path}`, body);
const meetingOn = async (date: string): Promise<number> =>
  (
    await sql<{ id: number }>`
      select id from class_meeting
      where class_schedule_id = ${mon9} and date = ${date}`.execute(school.database)
  ).rows[0]?.id ?? 0;
const cancel = async (date: string) =>
  call('meetings/cancel/', { ids: [await meetingOn(date)], reason: 'Teacher ill' });
const statusOn = async (date: string): Promise<string | undefined> =>
  (
    await sql<{ status: string }>`
      select status from class_meeting
      where class_schedule_id = ${mon9} and date = ${date}`.execute(school.database)
  ).rows[0]?.status;
const planAgain = () => sql`select plan_meetings()`.execute(school.database);

describe('a cancelled class (R-MEETING-1)', () => {
  it('that is restored after a holiday came over its date is held, also after the next planning', async () => {
    await cancel('2026-03-09');
    const holiday = { name: 'Fair', date_from: '2026-03-09', date_to: '2026-03-09' };
    expect((await call('holiday/create/', holiday)).status).toBe(201);
    const restored = await call('meetings/restore/', { ids: [await meetingOn('2026-03-09')] });
    expect(restored.status).toBe(200);
    await planAgain();
    expect(await statusOn('2026-03-09')).toBe('scheduled');
  });

  it('that is restored after its class got another weekday is held, also after the next planning', async () => {
    await cancel('2026-03-09');
    const path = `attendance/classschedule/${mon9}/`;
    const change = { day_of_week: 'Tuesday', confirm_clashes: true };
    expect((await school.call('admin', 'PATCH', path, change)).status).toBe(200);
    await call('meetings/restore/', { ids: [await meetingOn('2026-03-09')] });
    await planAgain();
    expect(await statusOn('2026-03-09')).toBe('scheduled');
  });

  it('that is restored after its class got another time is held at the time of now', async () => {
    await cancel('2026-03-09');
    const path = `attendance/classschedule/${mon9}/`;
    const change = { start_time: '09:15', end_time: '10:15', confirm_clashes: true };
    expect((await school.call('admin', 'PATCH', path, change)).status).toBe(200);
    const id = await meetingOn('2026-03-09');
    const { body } = await call('meetings/restore/', { ids: [id] });
    const timesOf = async () =>
      (
        await sql<{ start: string }>`
          select to_char(start_time, 'HH24:MI') as start from class_meeting
          where id = ${id}`.execute(school.database)
      ).rows[0]?.start;
    expect(await timesOf()).toBe('09:15');
    expect((await call(`operations/${body.operation}/undo/`)).status).toBe(200);
    expect(await statusOn('2026-03-09')).toBe('cancelled');
  });

  it('whose cancelling is undone after a holiday came over its date is a holiday', async () => {
    const { body } = await cancel('2026-03-09');
    const holiday = { name: 'Fair', date_from: '2026-03-09', date_to: '2026-03-09' };
    await call('holiday/create/', holiday);
    expect((await call(`operations/${body.operation}/undo/`)).status).toBe(200);
    expect(await statusOn('2026-03-09')).toBe('holiday');
  });
});
