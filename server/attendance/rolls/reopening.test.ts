import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClosing, type Closing } from '#server/test/closing.ts';

let marking: Closing;
beforeAll(async () => {
  marking = await createClosing();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.begin());

const post: Closing['post'] = (...of) => marking.post(...of);
const close: Closing['close'] = (...of) => marking.close(...of);
const reopen: Closing['reopen'] = (...of) => marking.reopen(...of);
const rows: Closing['rows'] = (...of) => marking.rows(...of);
const statuses: Closing['statuses'] = (...of) => marking.statuses(...of);
const isClosed: Closing['isClosed'] = (...of) => marking.isClosed(...of);
const mayReopen: Closing['mayReopen'] = (...of) => marking.mayReopen(...of);
const events: Closing['events'] = (...of) => marking.events(...of);

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

  it('is refused to a teacher of other classes, who is not offered it', async () => {
    await close();
    expect((await reopen('otherTeacher')).status).toBe(403);
    expect(await isClosed()).toBe(true);
    expect(await mayReopen('otherTeacher')).toBe(false);
  });

  it('is offered to who teaches the class and to administrators, while it is closed', async () => {
    const offered = () => Promise.all((['teacher', 'admin'] as const).map(mayReopen));
    expect(await offered()).toEqual([false, false]);
    await close();
    expect(await offered()).toEqual([true, true]);
    await marking.set({ edit_days: 3 });
    marking.school.at('2026-03-10T09:00:00+11:00');
    expect(await offered()).toEqual([false, true]);
  });
});
