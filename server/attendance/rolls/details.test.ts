import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import { pdf, uploadFile } from '#server/test/upload.ts';
import type { Caller } from '#server/test/test-school.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  await set({ late_after_minutes: 10, late_after_by_class_type: {}, absent_after_minutes: {} });
});

const set = (values: object) =>
  marking.school.call('admin', 'PATCH', 'attendance/settings/', values);
const row = async (code: string): Promise<RollRow> => {
  const path = `attendance/attendance/?class_schedule=${marking.mon9}&date=${monday}`;
  const { body } = await marking.school.call('teacher', 'GET', path);
  return body.results.find((it: RollRow) => it.student_id === code);
};
const change = (id: number, body: object, caller: Caller = 'teacher') =>
  marking.school.call(caller, 'PATCH', `attendance/attendance/${id}/`, body);
/** The latest changes of a mark: earlier tests have added others. */
const latestOf = async (id: number, count: number) => {
  const path = `attendance/attendance/${id}/history/`;
  return (await marking.school.call('teacher', 'GET', path)).body.results.slice(-count);
};
const classType = async () =>
  (await marking.school.call('teacher', 'GET', `attendance/classschedule/${marking.mon9}/`)).body
    .class_type as string;

describe('a tap', () => {
  it.each([
    ['08:40:00', null],
    ['09:00:59', null],
    ['09:10:59', null],
    ['09:11:00', 11],
    ['09:59:59', 59],
    ['10:00:00', 60],
    ['10:00:01', null],
    ['15:00:00', null],
  ])('at %s in a class from 9 to 10 is late by %s', async (time, late_minutes) => {
    marking.school.at(`${monday}T${time}+11:00`);
    expect((await marking.tap('1000001')).body).toMatchObject({ status: 'Present', late_minutes });
    expect(await row('S1')).toMatchObject({ status: 'Present', late_minutes });
  });

  it('of the next day, for the day before, is not late', async () => {
    marking.school.at('2026-03-03T09:30:00+11:00');
    expect((await marking.tap('1000001')).body.late_minutes).toBeNull();
  });

  it('again never increases the lateness; a card after an absence makes the student present', async () => {
    marking.school.at(`${monday}T09:05:00+11:00`);
    await marking.tap('1000001');
    marking.school.at(`${monday}T09:40:00+11:00`);
    expect((await marking.tap('1000001')).body.late_minutes).toBeNull();
    await marking.tap('S2', { status: 'Absent' });
    expect((await marking.tap('1000002')).body.late_minutes).toBe(40);
  });

  it('is late by the minutes of the class type, and never where they are 0', async () => {
    await set({ late_after_by_class_type: { [await classType()]: 20 } });
    expect((await marking.tap('1000001')).body.late_minutes).toBeNull();
    marking.school.at(`${monday}T09:21:00+11:00`);
    expect((await marking.tap('1000002')).body.late_minutes).toBe(21);
    await set({ late_after_by_class_type: {}, late_after_minutes: 0 });
    expect((await marking.tap('S3')).body.late_minutes).toBeNull();
  });

  it('after the cut-off is absent, with the time of arrival; a second one changes nothing', async () => {
    await set({ absent_after_minutes: { [await classType()]: 30 } });
    marking.school.at(`${monday}T09:30:59+11:00`);
    expect((await marking.tap('1000001')).body).toMatchObject({
      status: 'Present',
      late_minutes: 30,
    });
    marking.school.at(`${monday}T09:31:00+11:00`);
    const late = { status: 'Absent', late_minutes: null, arrived_at: '2026-03-01T22:31:00.000Z' };
    expect((await marking.tap('1000002')).body).toMatchObject(late);
    marking.school.at(`${monday}T09:50:00+11:00`);
    expect(await marking.tap('1000002')).toMatchObject({ status: 200, body: late });
    expect(await row('S2')).toMatchObject({ status: 'Absent', arrived_at: expect.any(String) });
  });

  it('by hand, or of several students, has no minutes', async () => {
    const student = await marking.school.studentId('S1');
    expect((await marking.tap(student)).body.late_minutes).toBeNull();
    await marking.tap(['S2']);
    expect((await row('S2')).late_minutes).toBeNull();
  });
});

describe('minutes', () => {
  it('are entered, changed and cleared by hand; each change is in the history', async () => {
    const { body } = await marking.tap('1000001');
    expect((await change(body.id, { late_minutes: 5, left_early_minutes: 12 })).body).toMatchObject(
      {
        late_minutes: 5,
        left_early_minutes: 12,
        marked_at: body.marked_at,
      },
    );
    await change(body.id, { late_minutes: null });
    expect(await row('S1')).toMatchObject({ late_minutes: null, left_early_minutes: 12 });
    expect(await latestOf(body.id, 3)).toMatchObject([
      { from: null, to: 'Present', late_minutes: 15 },
      { from: 'Present', to: 'Present', late_minutes: 5, left_early_minutes: 12 },
      { from: 'Present', to: 'Present', late_minutes: null, left_early_minutes: 12 },
    ]);
  });

  it('are sent with a mark by hand, and removed with another status', async () => {
    const student = await marking.school.studentId('S1');
    const { body } = await marking.tap(student, { late_minutes: 7 });
    expect(body).toMatchObject({ status: 'Present', late_minutes: 7 });
    await change(body.id, { status: 'Absent' });
    await change(body.id, { status: 'Present' });
    expect(await row('S1')).toMatchObject({ status: 'Present', late_minutes: null });
  });

  it.each([
    [{ late_minutes: 0 }, 'late_minutes'],
    [{ late_minutes: 1441 }, 'late_minutes'],
    [{ late_minutes: 1.5 }, 'late_minutes'],
    [{ left_early_minutes: '9' }, 'left_early_minutes'],
    [{ status: 'Absent', late_minutes: 5 }, 'late_minutes'],
    [{ status: 'Present', excuse: 'sick' }, 'excuse'],
    [{ excuse: 'sick' }, 'excuse'],
    [{ status: 'Absent', excuse: 'holiday' }, 'excuse'],
    [{ status: 'Absent', excuse: null, excuse_note: 'x' }, 'excuse_note'],
    [{ status: 'Absent', excuse_note: 'x' }, 'excuse_note'],
    [{ excuse_note: 'x' }, 'excuse_note'],
    [{ status: 'Absent', excuse: 'sick', excuse_note: 'x'.repeat(501) }, 'excuse_note'],
    [{}, 'status'],
  ])('%j of a present student are refused, and nothing changes', async (body, field) => {
    const mark = (await marking.tap('1000001')).body;
    const before = await row('S1');
    const answer = await change(mark.id, body);
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
    expect(await row('S1')).toEqual(before);
  });

  it('are for one student', async () => {
    expect(await marking.tap(['S1', 'S2'], { late_minutes: 5 })).toMatchObject({
      status: 400,
      body: { late_minutes: ['for one student only'] },
    });
  });
});

describe('an absence', () => {
  const details = (caller: Caller, id: number) =>
    marking.school.call(caller, 'GET', `attendance/attendance/${id}/`);

  it('is excused by a reason, which only its author and users who may read leaves see', async () => {
    const { body } = await marking.tap('S1', {
      status: 'Absent',
      excuse: 'sick',
      excuse_note: 'Flu',
    });
    expect(body).toMatchObject({ status: 'Absent', excused: true });
    expect(JSON.stringify(await row('S1'))).not.toContain('sick');
    const known = { excuse: 'sick', excuse_note: 'Flu' };
    expect((await details('teacher', body.id)).body).toMatchObject(known);
    expect((await details('admin', body.id)).body).toMatchObject(known);
    expect((await details('otherTeacher', body.id)).body).toMatchObject({
      excused: true,
      excuse: null,
      excuse_note: null,
    });
  });

  it.each([
    ['the note', { excuse_note: 'Seen' }],
    ['the reason', { excuse: 'other' }],
  ])('does not show what somebody else wrote to who changes %s alone', async (_, part) => {
    const { body } = await marking.tap('S1', { status: 'Absent' });
    await change(body.id, { excuse: 'sick', excuse_note: 'Oncology' }, 'admin');
    expect((await change(body.id, part)).status).toBe(200);
    expect((await details('teacher', body.id)).body).toMatchObject({
      excused: true,
      excuse: null,
      excuse_note: null,
    });
    expect((await details('admin', body.id)).body).toMatchObject({
      excuse: 'sick',
      excuse_note: 'Oncology',
      ...part,
    });
    // The author of both knows both.
    const own = { excuse: 'school', excuse_note: 'Chess' };
    await change(body.id, own);
    expect((await details('teacher', body.id)).body).toMatchObject(own);
  });

  it.each(['sick', 'school'])(
    'is answered alike whether a guessed reason (%s) is the one of another user',
    async (excuse) => {
      const { body } = await marking.tap('S1', { status: 'Absent' });
      await change(body.id, { excuse: 'sick' }, 'admin');
      expect((await marking.tap('S1', { status: 'Absent', excuse })).status).toBe(201);
      const [last] = await latestOf(body.id, 1);
      const of = { class_schedule: marking.mon9, date: monday, changes: [last.id] };
      const undone = await marking.school.call('teacher', 'POST', 'attendance/undo-marks/', of);
      expect(undone.status).toBe(200);
      expect((await details('admin', body.id)).body.excuse).toBe('sick');
      expect((await details('teacher', body.id)).body.excuse).toBeNull();
    },
  );

  it('takes a note with its excuse only', async () => {
    const refused = { status: 400, body: { excuse_note: ['only with an excuse'] } };
    expect(await marking.tap('S1', { status: 'Absent', excuse_note: 'x' })).toMatchObject(refused);
    expect((await row('S1')).status).toBe('N/A');
    const { body } = await marking.tap('S1', { status: 'Absent' });
    expect(await change(body.id, { excuse_note: 'x' })).toMatchObject(refused);
    await change(body.id, { excuse: 'sick' });
    expect((await change(body.id, { status: 'Absent', excuse_note: 'x' })).status).toBe(200);
    expect((await details('teacher', body.id)).body.excuse_note).toBe('x');
  });

  it('loses its excuse and the note', async () => {
    const { body } = await marking.tap('S1', {
      status: 'Absent',
      excuse: 'sick',
      excuse_note: 'x',
    });
    expect((await change(body.id, { excuse: null })).body.excused).toBe(false);
    expect((await details('teacher', body.id)).body).toMatchObject({
      excuse: null,
      excuse_note: null,
    });
    expect(await latestOf(body.id, 2)).toMatchObject([{ excused: true }, { excused: false }]);
  });

  it('is excused by an approved leave as long as it exists; presence stays presence', async () => {
    const { body: mark } = await marking.tap('S1', { status: 'Absent' });
    await marking.tap('S2');
    expect((await row('S1')).excused).toBe(false);
    const leaves: number[] = [];
    for (const student_id of ['S1', 'S2']) {
      const { body } = await marking.school.call('account', 'POST', 'attendance/leave/create/', {
        student_id,
        leave_from: monday,
        leave_to: monday,
        faculty_email: 'dean@school.example',
        reason_for_leave: 'Wedding',
        supporting_document: await uploadFile(marking.school, 'leave-application', pdf, 'a.pdf'),
      });
      expect(body).toMatchObject({ id: expect.any(Number) });
      leaves.push(body.id);
    }
    expect(await row('S1')).toMatchObject({ status: 'Absent', excused: true });
    expect(await row('S2')).toMatchObject({ status: 'Present', excused: false });
    expect(await change(mark.id, { excuse: null })).toMatchObject({
      status: 400,
      body: { excuse: [expect.stringContaining('approved leave')] },
    });
    await marking.school.call('admin', 'DELETE', `attendance/leave/${leaves[0]}/`);
    expect((await row('S1')).excused).toBe(false);
  });
});

describe('a user', () => {
  it('cannot mark, change or excuse themselves as a student', async () => {
    const student = await marking.school.studentId('S1');
    await sql`update student set student_mail = 'Tess@School.example' where id = ${student}`.execute(
      marking.school.database,
    );
    expect(await marking.tap('1000001')).toMatchObject({
      status: 403,
      body: { detail: 'You cannot change your own attendance' },
    });
    const { body } = await marking.school.call('admin', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: marking.mon9,
      date: monday,
      status: 'Absent',
    });
    expect((await change(body.id, { excuse: 'sick' })).status).toBe(403);
    expect((await change(body.id, { status: 'Present' })).status).toBe(403);
    const remove = () =>
      marking.school.call('teacher', 'DELETE', `attendance/attendance/${body.id}/`);
    expect((await remove()).status).toBe(403);
    expect((await marking.tap(['S1', 'S2'])).body).toMatchObject({
      results: [{ student_id: 'S2' }],
      fail: [{ student_id: 'S1', status: 'You cannot change your own attendance' }],
    });
    await marking.reset();
    await marking.school.call('teacher', 'POST', 'attendance/mark-rest-absent/', {
      class_schedule: marking.mon9,
      date: monday,
    });
    expect(await row('S1')).toMatchObject({ status: 'N/A' });
    await marking.school.call('admin', 'PATCH', `attendance/students/${student}/`, {
      student_mail: null,
    });
  });
});
