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
  await set({ edit_days: 0, close_after_minutes: 0 });
  await sql`update class_meeting set closed_at = null, reopened_at = null`.execute(
    marking.school.database,
  );
  await sql`delete from roll_event`.execute(marking.school.database);
});

const set = (values: object) =>
  marking.school.call('admin', 'PATCH', 'attendance/settings/', values);
const post = (caller: Caller, path: string, more: object = {}) =>
  marking.school.call(caller, 'POST', `attendance/${path}/`, {
    class_schedule: marking.mon9,
    date: monday,
    ...more,
  });
const close = (caller: Caller = 'teacher') => post(caller, 'close-roll');
const reopen = (caller: Caller = 'teacher', more: object = {}) => post(caller, 'reopen-roll', more);
const rows = async (): Promise<RollRow[]> =>
  (
    await marking.school.call(
      'teacher',
      'GET',
      `attendance/attendance/?class_schedule=${marking.mon9}&date=${monday}`,
    )
  ).body.results;
const statuses = async () =>
  Object.fromEntries((await rows()).map((row) => [row.student_id, row.status]));
const isClosed = async () => {
  const path = `attendance/classschedule/${marking.mon9}/?date=${monday}`;
  return (await marking.school.call('teacher', 'GET', path)).body.meeting.roll_closed as boolean;
};
const events = async () => {
  const path = `attendance/roll-events/?class_schedule=${marking.mon9}&date=${monday}`;
  return (await marking.school.call('teacher', 'GET', path)).body.results;
};

describe('reopening', () => {
  it('makes the roll editable again; marks set by closing stay', async () => {
    await marking.tap('S1');
    await close();
    expect((await reopen()).status).toBe(200);
    expect(await isClosed()).toBe(false);
    expect((await statuses())['S2']).toBe('Absent');
    expect((await marking.tap('S2')).status).toBe(201);
    expect((await events()).map((it: { kind: string }) => it.kind)).toEqual(['closed', 'reopened']);
  });

  it('as undo reverts the absences of the closing that are unchanged', async () => {
    await marking.tap('S1', { status: 'Absent' });
    await close();
    const s2 = (await rows()).find((row) => row.student_id === 'S2')!;
    await marking.tap('S3');
    expect(await reopen('teacher', { undo: true })).toMatchObject({
      status: 200,
      body: { students: { length: 2 } },
    });
    expect(await statuses()).toEqual({ S1: 'Absent', S2: 'N/A', S3: 'Present', S5: 'N/A' });
    expect((await events()).at(-1)).toMatchObject({ kind: 'undone', students: 2 });
    expect(await isClosed()).toBe(false);
    const history = `attendance/attendance/${s2.id}/history/`;
    expect((await marking.school.call('teacher', 'GET', history)).status).toBe(404);
  });

  it('as undo keeps absences of an earlier closing, and those that were excused since', async () => {
    await close();
    await reopen();
    marking.school.at('2026-03-02T09:20:00+11:00');
    await close();
    expect(await reopen('teacher', { undo: true })).toMatchObject({ body: { students: [] } });
    expect((await statuses())['S2']).toBe('Absent');
  });

  it('takes the absences of the closing back if that is chosen, also those of somebody else’s', async () => {
    await marking.tap('S1', { status: 'Absent' });
    await close();
    await marking.tap('S3');
    const answer = await reopen('admin', { take_back: true });
    expect(answer).toMatchObject({ status: 200, body: { students: { length: 2 } } });
    expect(await statuses()).toEqual({ S1: 'Absent', S2: 'N/A', S3: 'Present', S5: 'N/A' });
    expect((await events()).at(-1)).toMatchObject({ kind: 'reopened', students: 2 });
    // The history of the roll brings them back, as the closing wrote them.
    const { students } = answer.body;
    const back = await post('admin', 'undo-marks', { student: students, status: 'N/A' });
    expect(back.body.students).toEqual(students);
    const s2 = (await rows()).find((row) => row.student_id === 'S2');
    expect(s2).toMatchObject({ status: 'Absent', how: 'closing' });
  });

  it('and takes none back that was changed, or that an earlier closing wrote', async () => {
    await close();
    await reopen();
    const s5 = (await rows()).find((row) => row.student_id === 'S5')!;
    const withdrawn = { student: [s5.student], status: 'Absent' };
    await post('teacher', 'withdraw-marks', withdrawn);
    marking.school.at('2026-03-02T09:20:00+11:00');
    await close();
    expect((await reopen('teacher', { take_back: true })).body).toEqual({ students: [s5.student] });
    expect(await statuses()).toMatchObject({ S2: 'Absent', S5: 'N/A' });
  });

  it('and keeps the mark that somebody makes at the same moment', async () => {
    await close();
    const [reopened, tapped] = await Promise.all([
      reopen('teacher', { take_back: true }),
      marking.tap('S2'),
    ]);
    expect([reopened.status, tapped.status]).toEqual([200, 201]);
    expect(await statuses()).toMatchObject({ S2: 'Present', S3: 'N/A', S5: 'N/A' });
  });

  it.each([{ take_back: 'yes' }, { take_back: null }])('with %j is refused', async (body) => {
    await close();
    expect(await reopen('teacher', body)).toMatchObject({
      status: 400,
      body: { take_back: ['must be true or false'] },
    });
    expect(await isClosed()).toBe(true);
  });

  it('of an open roll changes nothing', async () => {
    expect(await reopen()).toMatchObject({ status: 200, body: { students: [] } });
    expect(await events()).toEqual([]);
  });

  it('is refused to a teacher of other classes', async () => {
    await close();
    expect((await reopen('otherTeacher')).status).toBe(403);
    expect(await isClosed()).toBe(true);
  });
});
