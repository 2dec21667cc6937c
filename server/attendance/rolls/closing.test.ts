import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClosing, type Closing } from '#server/test/closing.ts';
import { create, monday } from '#server/test/marking.ts';
import { closeFinishedRolls } from './closing-jobs.ts';

let marking: Closing;
beforeAll(async () => {
  marking = await createClosing();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.begin());

const set: Closing['set'] = (...of) => marking.set(...of);
const post: Closing['post'] = (...of) => marking.post(...of);
const close: Closing['close'] = (...of) => marking.close(...of);
const reopen: Closing['reopen'] = (...of) => marking.reopen(...of);
const rows: Closing['rows'] = (...of) => marking.rows(...of);
const statuses: Closing['statuses'] = (...of) => marking.statuses(...of);
const isClosed: Closing['isClosed'] = (...of) => marking.isClosed(...of);
const events: Closing['events'] = (...of) => marking.events(...of);
const refused = { status: 400, body: { date: ['This roll is closed'] } };

describe('closing a roll', () => {
  it('marks the remaining students absent, returns them, and is in the history of the roll and of each mark', async () => {
    await marking.tap('S1');
    const answer = await close();
    expect(answer).toMatchObject({ status: 200, body: { students: { length: 3 } } });
    expect(await statuses()).toEqual({ S1: 'Present', S2: 'Absent', S3: 'Absent', S5: 'Absent' });
    const s2 = (await rows()).find((row) => row.student_id === 'S2')!;
    expect(s2.how).toBe('closing');
    expect(await isClosed()).toBe(true);
    expect(await events()).toMatchObject([{ kind: 'closed', by: 'Tess Teacher', students: 3 }]);
    const history = await marking.school.call(
      'teacher',
      'GET',
      `attendance/attendance/${s2.id}/history/`,
    );
    expect(history.body.results).toMatchObject([{ from: null, to: 'Absent', how: 'closing' }]);
  });

  it('again changes nothing', async () => {
    await close();
    expect(await close()).toMatchObject({ status: 200, body: { students: [] } });
    expect(await events()).toHaveLength(1);
  });

  it('twice at the same moment closes once', async () => {
    const answers = await Promise.all([close(), close('admin')]);
    expect(answers.map((answer) => answer.body.students.length).toSorted()).toEqual([0, 4]);
    expect(await events()).toHaveLength(1);
  });

  it('is allowed to the teacher, to users who have marked it, and to users who see all rolls', async () => {
    expect((await close('otherTeacher')).status).toBe(403);
    await marking.school.call('otherTeacher', 'POST', create, {
      rfid_number: 'S1',
      class_schedule: marking.mon9,
      date: monday,
    });
    expect((await close('otherTeacher')).status).toBe(200);
  });

  it('is refused on a day without the class', async () => {
    expect(await post('teacher', 'close-roll', { date: '2026-03-01' })).toMatchObject({
      status: 400,
      body: { date: ['No Class on this day!'] },
    });
  });
});

describe('a closed roll', () => {
  it('accepts cards and typed ids until the class ends, and stays closed', async () => {
    await close();
    expect(await marking.tap('1000001')).toMatchObject({
      status: 201,
      body: {
        late_minutes: 15,
        results: [{ status: 'Attendance Marked successfully; the roll stays closed' }],
      },
    });
    expect((await statuses())['S1']).toBe('Present');
    expect(await isClosed()).toBe(true);
    marking.school.at('2026-03-02T10:00:01+11:00');
    expect(await marking.tap('1000002')).toMatchObject(refused);
    expect((await statuses())['S2']).toBe('Absent');
  });

  it.each<[string, (record: number, student: number) => ReturnType<typeof close>]>([
    ['a mark by hand', (_record, student) => marking.tap(student)],
    ['a mark of several', (_record, student) => marking.tap([student])],
    ['an absence', () => marking.tap('S1', { status: 'Absent' })],
    [
      'a bulk mark',
      (_record, student) => post('teacher', 'mark-student-attendance', { student: [student] }),
    ],
    ['the rest absent', () => post('teacher', 'mark-rest-absent')],
    [
      'withdrawn marks',
      (_record, student) =>
        post('teacher', 'withdraw-marks', { student: [student], status: 'Present' }),
    ],
    [
      'a corrected record',
      (record) =>
        marking.school.call('teacher', 'PATCH', `attendance/attendance/${record}/`, {
          status: 'Absent',
        }),
    ],
    [
      'a withdrawn record',
      (record) => marking.school.call('teacher', 'DELETE', `attendance/attendance/${record}/`),
    ],
  ])('refuses %s', async (_name, change) => {
    const { body } = await marking.tap('S1');
    await close();
    const before = await rows();
    expect(await change(body.id, body.student)).toMatchObject(refused);
    expect(await rows()).toEqual(before);
  });
});

describe('is refused after the days for editing have passed', () => {
  beforeEach(async () => {
    await marking.tap('S1');
    await set({ edit_days: 3 });
  });

  it.each([
    ['2026-03-05T23:59:00+11:00', false],
    ['2026-03-06T00:00:00+11:00', true],
  ])('at %s a roll of three days ago counts as closed: %s', async (now, closed) => {
    marking.school.at(now);
    expect(await isClosed()).toBe(closed);
    expect((await marking.tap('S2')).status).toBe(closed ? 400 : 201);
  });

  it('is possible for an administrator with a reason, and restarts the days for editing', async () => {
    marking.school.at('2026-03-10T09:00:00+11:00');
    expect(await reopen('teacher', { reason: 'Forgot' })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('an administrator can reopen it') },
    });
    expect(await reopen('admin')).toMatchObject({ status: 400, body: { reason: ['is required'] } });
    expect((await reopen('admin', { reason: 'Paper list found' })).status).toBe(200);
    expect((await marking.tap('S2')).status).toBe(201);
    expect(await events()).toMatchObject([{ kind: 'reopened', reason: 'Paper list found' }]);
    marking.school.at('2026-03-14T00:00:00+11:00');
    expect(await isClosed()).toBe(true);
  });
});

describe('automatic closing', () => {
  const run = () => closeFinishedRolls(marking.school.context);

  it('is disabled until the institute sets its minutes', async () => {
    await marking.tap('S1');
    marking.school.at('2026-03-02T12:00:00+11:00');
    expect(await run()).toBe(0);
    await set({ close_after_minutes: 45 });
    expect(await run()).toBe(1);
    expect(await statuses()).toEqual({ S1: 'Present', S2: 'Absent', S3: 'Absent', S5: 'Absent' });
    expect(await events()).toMatchObject([{ kind: 'closed', by: null, students: 3 }]);
    expect(await run()).toBe(0);
  });

  it('waits its minutes after the end, and skips rolls without a mark and reopened ones', async () => {
    await set({ close_after_minutes: 30 });
    marking.school.at('2026-03-02T12:00:00+11:00');
    expect(await run()).toBe(0);
    marking.school.at('2026-03-02T09:30:00+11:00');
    await marking.tap('S1');
    marking.school.at('2026-03-02T10:29:59+11:00');
    expect(await run()).toBe(0);
    marking.school.at('2026-03-02T10:30:00+11:00');
    expect(await run()).toBe(1);
    await reopen();
    expect(await run()).toBe(0);
  });

  it('needs at least 30 minutes', async () => {
    expect(await set({ close_after_minutes: 29 })).toMatchObject({ status: 400 });
  });
});

describe('a closing that names who has no mark', () => {
  const ids = (codes: string[]) => Promise.all(codes.map((code) => marking.school.studentId(code)));

  it('marks them, and is refused where another student has none by now', async () => {
    await marking.tap('S1');
    const shown = { student: await ids(['S2', 'S3', 'S5']) };
    const { body } = await marking.tap('S3');
    await marking.school.call('admin', 'DELETE', `attendance/attendance/${body.id}/`);
    const s1 = (await rows()).find((row) => row.student_id === 'S1')!;
    await marking.school.call('admin', 'DELETE', `attendance/attendance/${s1.id}/`);
    const refusal = await post('teacher', 'close-roll', shown);
    expect(refusal).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/has no mark by now.*close it again/) },
    });
    expect(await isClosed()).toBe(false);
    expect(Object.values(await statuses())).toEqual(['N/A', 'N/A', 'N/A', 'N/A']);
    await marking.tap('S1');
    expect((await post('teacher', 'close-roll', shown)).body.students).toHaveLength(3);
  });

  it('and waited does not close a roll that somebody else reopened since', async () => {
    marking.school.at('2026-03-02T10:05:00+11:00');
    await close('admin');
    marking.school.at('2026-03-02T10:06:00+11:00');
    await reopen('admin', { undo: true });
    marking.school.at('2026-03-02T10:10:00+11:00');
    const before = { made_at: '2026-03-02T10:04:00+11:00' };
    expect(await post('teacher', 'close-roll', before)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/was closed or reopened since/) },
    });
    const after = { made_at: '2026-03-02T10:07:00+11:00' };
    expect(await post('teacher', 'close-roll', after)).toMatchObject({ status: 200 });
  });

  it('nor one that the same user reopened later, on another device', async () => {
    marking.school.at('2026-03-02T10:05:00+11:00');
    await close();
    marking.school.at('2026-03-02T10:06:00+11:00');
    await reopen('teacher', { undo: true });
    marking.school.at('2026-03-02T10:10:00+11:00');
    const before = { made_at: '2026-03-02T10:04:00+11:00' };
    expect(await post('teacher', 'close-roll', before)).toMatchObject({ status: 409 });
    expect(await isClosed()).toBe(false);
  });

  it('takes a student for the one who was merged into them since', async () => {
    const student = await ids(['S1', 'S2', 'S3', 'S4']);
    const { database } = marking.school;
    const [s4, s5] = await ids(['S4', 'S5']);
    await sql`update student set merged_into = ${s5}, archived_at = now() where id = ${s4}`.execute(
      database,
    );
    const answer = await post('teacher', 'close-roll', { student });
    await sql`update student set merged_into = null, archived_at = null where id = ${s4}`.execute(
      database,
    );
    expect(answer).toMatchObject({ status: 200, body: { students: { length: 4 } } });
  });
});
