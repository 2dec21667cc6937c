import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
});
afterEach(() => school.close());

const rows = async () =>
  (
    await sql<{ id: number; row: object }>`
      select id, to_jsonb(m) - '{sequence,status_changed_at}'::text[] as row from class_meeting m
      where class_schedule_id = ${mon9} and date = '2026-03-09'`.execute(school.database)
  ).rows;
const call = (path: string, body: object = {}) =>
  school.call('admin', 'POST', `attendance/${path}`, body);
const cancel = async (reason: string): Promise<number> => {
  const ids = (await rows()).map(({ id }) => id);
  return (await call('meetings/cancel/', { ids, reason })).body.operation;
};
const undo = async (id: number) => (await call(`operations/${id}/undo/`)).status;

it('a change is undone after the later one was undone (R-UNDO-2)', async () => {
  const before = await rows();
  const first = await cancel('Flood');
  const second = await cancel('Other reason');
  expect(await undo(first)).toBe(409);
  expect(await undo(second)).toBe(200);
  expect(await undo(first)).toBe(200);
  expect(await rows()).toEqual(before);
});

it('a change is not undone where the same was entered again after another one', async () => {
  const first = await cancel('Flood');
  await cancel('Other reason');
  await cancel('Flood');
  expect(await undo(first)).toBe(409);
});
