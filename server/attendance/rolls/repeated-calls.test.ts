import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  await sql`update class_meeting set closed_at = null, reopened_at = null`.execute(
    marking.school.database,
  );
});

let calls = 0;
const newKey = () => ({ 'idempotency-key': `call-of-a-queue-${++calls}` });
const post = (
  path: string,
  more: object,
  key?: Record<string, string>,
  caller: Caller = 'teacher',
) =>
  marking.school.call(
    caller,
    'POST',
    `attendance/${path}/`,
    { class_schedule: marking.mon9, date: monday, ...more },
    key,
  );
const roll = async (): Promise<RollRow[]> => {
  const path = `attendance/attendance/?class_schedule=${marking.mon9}&date=${monday}`;
  return (await marking.school.call('teacher', 'GET', path)).body.results;
};
const statuses = async () =>
  Object.fromEntries((await roll()).map((row) => [row.student_id, row.status]));
const otherKey = { status: 422, body: { 'Idempotency-Key': ['was used for another request'] } };

describe('a call that is repeated because its answer was lost (Idempotency-Key)', () => {
  it('does not close a roll again that somebody has reopened and changed', async () => {
    const key = newKey();
    const first = await post('close-roll', {}, key);
    await post('reopen-roll', { undo: true });
    await post('attendance/create', { rfid_number: 'S2' }, undefined, 'admin');
    expect(await post('close-roll', {}, key)).toMatchObject({ status: 200, body: first.body });
    expect(await statuses()).toEqual({ S1: 'N/A', S2: 'Present', S3: 'N/A', S5: 'N/A' });
  });

  it('does not undo the closing of somebody else', async () => {
    await post('close-roll', {});
    const key = newKey();
    const first = await post('reopen-roll', { undo: true }, key);
    await post('close-roll', {}, undefined, 'admin');
    const again = await post('reopen-roll', { undo: true }, key, 'teacher');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['Absent']));
  });

  it('does not mark the rest absent that somebody has withdrawn', async () => {
    const key = newKey();
    const first = await post('mark-rest-absent', {}, key);
    const student = first.body.students;
    await post('withdraw-marks', { student, status: 'Absent' }, undefined, 'admin');
    expect((await post('mark-rest-absent', {}, key)).body).toEqual(first.body);
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['N/A']));
  });

  it('does not withdraw a mark that somebody has made since', async () => {
    const student = [await marking.school.studentId('S1')];
    await marking.tap('S1');
    const key = newKey();
    const first = await post('withdraw-marks', { student, status: 'Present' }, key);
    await post('attendance/create', { rfid_number: 'S1' }, undefined, 'admin');
    const again = await post(
      'withdraw-marks',
      { student, status: 'Present', made_at: '2026-03-02T09:15:00+11:00' },
      key,
    );
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('does not undo a further change', async () => {
    const student = [await marking.school.studentId('S1')];
    await marking.tap('S1');
    const key = newKey();
    const first = await post('undo-marks', { student, status: 'Present' }, key);
    expect(first.status).toBe(200);
    await marking.tap('S1');
    expect(await post('undo-marks', { student, status: 'Present' }, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('is refused for another call, class or body, and is independent for another user', async () => {
    const key = newKey();
    await post('mark-rest-absent', {}, key);
    expect(await post('close-roll', {}, key)).toMatchObject(otherKey);
    expect(await post('attendance/create', { rfid_number: 'S1' }, key)).toMatchObject(otherKey);
    const mon10 = await marking.school.classId('mon10');
    expect(await post('mark-rest-absent', { class_schedule: mon10 }, key)).toMatchObject(otherKey);
    expect((await post('close-roll', {}, key, 'admin')).status).toBe(200);
  });

  it('at the same moment does it once, and both have the answer', async () => {
    for (const path of ['mark-rest-absent', 'close-roll']) {
      await marking.reset();
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(path, {}, key)));
      expect(answers.map(({ status, body }) => [status, body.students.length])).toEqual(
        Array.from({ length: 6 }, () => [200, 4]),
      );
    }
  });
});

it('two bodies with one key at the same moment mark one student; the other call is refused', async () => {
  for (let round = 0; round < 15; round++) {
    await marking.reset();
    const key = newKey();
    const answers = await Promise.all(['S1', 'S2', 'S3'].map((code) => marking.tap(code, {}, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const present = Object.entries(await statuses()).filter(([, status]) => status === 'Present');
    const marked = answers.find(({ status }) => status === 201)?.body.student_id;
    expect(present).toEqual([[marked, 'Present']]);
  }
});

it('has no answer any more that names an erased student', async () => {
  const student = [await marking.school.studentId('S5'), await marking.school.studentId('S1')];
  await marking.tap('S1');
  const { body } = await post('undo-marks', { student, status: 'Present' }, newKey());
  expect(body.fail).toMatchObject([{ student_id: 'S5' }]);
  await marking.school.call('admin', 'POST', `attendance/student-details/${student[0]}/erase/`, {
    student_id: 'S5',
    redact_notes: true,
  });
  const { rows } =
    await sql`select from attendance_request where answer -> 'answer' ? 'fail'`.execute(
      marking.school.database,
    );
  expect(rows).toEqual([]);
});
