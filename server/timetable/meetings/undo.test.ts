import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
});
afterAll(() => school.close());

const post = (path: string, body: object) =>
  school.call('admin', 'POST', `attendance/${path}`, body);

it('undoing asks first when another class has what would be needed again (R-CLASH-7)', async () => {
  const mon9 = await school.classId('mon9');
  const other = await school.classId('tue14');
  const meeting = async () => {
    const { rows } = await sql<{ id: number; status: string; room: number }>`
      select id, status, classroom_id as room from class_meeting
      where class_schedule_id = ${mon9} and date = '2026-03-09'`.execute(school.database);
    return rows[0]!;
  };
  const { id, room } = await meeting();
  const { body } = await post('meetings/cancel/', { ids: [id], reason: 'Teacher ill' });
  const undo = (given: object) => post(`operations/${body.operation}/undo/`, given);
  const taken = {
    class_schedule: other,
    date: '2026-03-09',
    start_time: '09:00',
    end_time: '10:00',
    classroom_id: room,
    confirm: true,
  };
  expect((await post('meetings/create/', taken)).status).toBe(200);

  expect(await undo({ confirm_clashes: false })).toMatchObject({
    status: 409,
    body: {
      clashes: expect.arrayContaining([
        expect.objectContaining({
          kind: 'classroom',
          other: expect.objectContaining({ class_schedule: other }),
        }),
      ]),
    },
  });
  expect(await undo({ confirm_clashes: 'yes' })).toMatchObject({ status: 400 });
  expect((await meeting()).status).toBe('cancelled');
  expect((await undo({ confirm_clashes: true })).status).toBe(200);
  expect((await meeting()).status).toBe('scheduled');
});
