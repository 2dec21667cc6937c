import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#server/test/test-school.ts';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  const { database } = marking.school;
  await sql`delete from held_mark`.execute(database);
  await sql`delete from roll_event`.execute(database);
  await sql`update class_meeting set closed_at = null, reopened_at = null
    where class_schedule_id = ${marking.mon9} and date = ${monday}`.execute(database);
});

const at = (time: string) => `${monday}T${time}+11:00`;
const now = (instant: string) => marking.school.at(instant);
const roll = () => ({ class_schedule: marking.mon9, date: monday });
const post = (caller: Caller, path: string, body: object, headers = {}) =>
  marking.school.call(caller, 'POST', `attendance/${path}/`, { ...roll(), ...body }, headers);
const send = (caller: Caller, student: string, time: string, more = {}, headers = {}) =>
  post(caller, 'attendance/create', { rfid_number: student, made_at: at(time), ...more }, headers);
const held = async (caller: Caller = 'admin') =>
  (await marking.school.call(caller, 'GET', 'attendance/held-marks/')).body;
const decide = async (accept: boolean, caller: Caller = 'admin') => {
  const ids = (await held()).results.map(({ id }: { id: number }) => id);
  const path = 'attendance/held-marks/decide/';
  return marking.school.call(caller, 'POST', path, { ids, accept });
};

/** Tess closes her roll at 10:05. */
async function closed(): Promise<void> {
  now(at('10:05:00'));
  await post('teacher', 'close-roll', {});
  await marking.school.call('otherTeacher', 'GET', 'user/details/');
}

describe('a mark that waited and meets a closed roll (R-ROLL-25)', () => {
  it('of a teacher of another class is held, since its time proves nothing', async () => {
    await closed();
    now(at('10:30:00'));
    expect((await post('otherTeacher', 'attendance/create', { rfid_number: 'S1' })).status).toBe(
      400,
    );
    expect(await send('otherTeacher', 'S1', '09:05:00')).toMatchObject({
      status: 200,
      body: { held: true, results: [{ student_id: 'S1', status: 'Held for an administrator' }] },
    });
    expect(await marking.statusOf('S1')).toBe('Absent');
    expect((await held()).results).toMatchObject([
      { student: { student_id: 'S1' }, status: 'Present', made_at: '2026-03-01T22:05:00.000Z' },
    ]);
  });

  it('is held in whichever way it was made: as one of the rest, or of several, too', async () => {
    await closed();
    now(at('10:30:00'));
    const made_at = at('09:05:00');
    const id = await marking.school.studentId('S1');
    const others = await Promise.all(
      ['S2', 'S3', 'S5'].map((code) => marking.school.studentId(code)),
    );
    const one = { status: 200, body: { held: true } };
    expect(await send('otherTeacher', 'S1', '09:05:00')).toMatchObject(one);
    const several = { student: ['S2'], made_at };
    expect(await post('otherTeacher', 'mark-student-attendance', several)).toMatchObject(one);
    const rest = { rfid_number: [id, ...others], status: 'Present', seen: 'N/A', made_at };
    expect(await post('otherTeacher', 'attendance/create', rest)).toMatchObject(one);
    await decide(true);
    const codes = ['S1', 'S2', 'S3', 'S5'];
    expect(await Promise.all(codes.map((code) => marking.statusOf(code)))).toEqual(
      codes.map(() => 'Present'),
    );
  });

  it('makes the roll not one of its sender', async () => {
    await closed();
    now(at('10:30:00'));
    await send('otherTeacher', 'S1', '09:05:00');
    expect((await post('otherTeacher', 'reopen-roll', {})).status).toBe(403);
  });

  it('is taken by hand and as absent, too', async () => {
    now(at('09:20:00'));
    await post('teacher', 'attendance/create', { rfid_number: 'S2' });
    await closed();
    now(at('10:30:00'));
    const student = await marking.school.studentId('S2');
    const body = { rfid_number: student, status: 'Absent', made_at: at('09:40:00') };
    expect((await post('teacher', 'attendance/create', body)).status).toBe(201);
    expect(await marking.statusOf('S2')).toBe('Absent');
  });

  it('is held from 24 hours after the closing on, also of the class’s teacher', async () => {
    await closed();
    now('2026-03-03T10:06:00+11:00');
    expect((await send('teacher', 'S1', '09:05:00')).body).toMatchObject({ held: true });
  });

  it('is taken where the days for editing ended at midnight, and it was made before', async () => {
    now(at('09:20:00'));
    await post('teacher', 'attendance/create', { rfid_number: 'S2' });
    await marking.school.call('admin', 'PATCH', 'attendance/settings/', { edit_days: 1 });
    now('2026-03-04T08:00:00+11:00');
    const made = (made_at: string) =>
      post('teacher', 'attendance/create', { rfid_number: 'S1', made_at });
    expect((await made('2026-03-04T00:05:00+11:00')).body).toMatchObject({ held: true });
    expect((await made('2026-03-03T23:55:00+11:00')).status).toBe(201);
    await marking.school.call('admin', 'PATCH', 'attendance/settings/', { edit_days: 0 });
  });

  it('is held one by one in a selection, and once for each request', async () => {
    await closed();
    now(at('10:30:00'));
    const body = { student: ['S1', 'S2', 'S4'], made_at: at('09:05:00') };
    const key = { 'idempotency-key': 'held-selection' };
    const first = await post('otherTeacher', 'mark-student-attendance', body, key);
    expect(first).toMatchObject({
      status: 200,
      body: {
        held: true,
        results: [{ student_id: 'S1' }, { student_id: 'S2' }],
        fail: [{ student_id: 'S4' }],
      },
    });
    expect((await post('otherTeacher', 'mark-student-attendance', body, key)).body).toEqual(
      first.body,
    );
    expect(await held()).toMatchObject({ total: 2 });
  });

  it('is shown to its author and to who manages all rolls', async () => {
    await closed();
    now(at('10:30:00'));
    await send('otherTeacher', 'S1', '09:05:00');
    expect(await held('otherTeacher')).toMatchObject({ total: 1 });
    expect(await held('teacher')).toMatchObject({ total: 0, results: [] });
  });
});

/** S1 is marked Present by card at 9:05, and the roll is closed at 10:05. */
async function markedAndClosed(): Promise<{ id: number; student: number }> {
  now(at('09:05:00'));
  const { body } = await post('teacher', 'attendance/create', { rfid_number: 'S1' });
  await closed();
  now(at('10:30:00'));
  return { id: body.id, student: await marking.school.studentId('S1') };
}
const withdraw = (caller: Caller, student: number, time: string, more = {}) =>
  post(caller, 'withdraw-marks', { student: [student], made_at: at(time), ...more });

describe('a withdrawal that waited and meets a closed roll (R-ROLL-25)', () => {
  it('is refused without the time at which it was made', async () => {
    const { id, student } = await markedAndClosed();
    const path = `attendance/attendance/${id}/`;
    expect((await marking.school.call('teacher', 'DELETE', path)).body).toMatchObject({
      date: ['This roll is closed'],
    });
    const body = { student: [student], status: 'Present' };
    expect((await post('teacher', 'withdraw-marks', body)).status).toBe(400);
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('is taken of the teacher of the class: the student is Absent, as closing would have written', async () => {
    const { student } = await markedAndClosed();
    expect(await withdraw('teacher', student, '09:10:00')).toMatchObject({
      status: 200,
      body: { students: [student] },
    });
    expect(await marking.statusOf('S1')).toBe('Absent');
    // As every absence of the closing, it goes when the closing is taken back.
    await post('teacher', 'reopen-roll', { undo: true });
    expect(await marking.statusOf('S1')).toBe('N/A');
  });

  it('of a teacher of another class is held, once, and written when it is accepted', async () => {
    const { student } = await markedAndClosed();
    for (let request = 0; request < 2; request++)
      expect(await withdraw('otherTeacher', student, '09:10:00')).toMatchObject({
        status: 200,
        body: { students: [], held: true },
      });
    expect(await marking.statusOf('S1')).toBe('Present');
    expect(await held()).toMatchObject({
      total: 1,
      results: [{ student: { student_id: 'S1' }, status: 'N/A', from_status: 'Present' }],
    });
    expect((await decide(true)).body).toMatchObject({ results: [{ student_id: 'S1' }], fail: [] });
    expect(await marking.statusOf('S1')).toBe('Absent');
    expect(await held()).toMatchObject({ total: 0 });
  });

  it('that is dismissed leaves the mark', async () => {
    const { student } = await markedAndClosed();
    await withdraw('otherTeacher', student, '09:10:00');
    await decide(false);
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('never takes a mark away that somebody else made later', async () => {
    const { student } = await markedAndClosed();
    await post('admin', 'reopen-roll', {});
    now(at('10:40:00'));
    await post('admin', 'attendance/create', { rfid_number: student, status: 'Absent' });
    const { body } = await withdraw('teacher', student, '09:10:00', { status: 'Absent' });
    expect(body).toMatchObject({
      students: [],
      fail: [{ student_id: 'S1', status: 'a later mark stands' }],
    });
    expect(await marking.statusOf('S1')).toBe('Absent');
  });
});

describe('a decision about held marks', () => {
  const holdOne = async () => {
    await closed();
    now(at('10:30:00'));
    await send('otherTeacher', 'S1', '09:05:00');
  };

  it('writes them as of when they were made, and leaves the roll closed', async () => {
    await holdOne();
    expect(await decide(true)).toMatchObject({
      status: 200,
      body: { results: [{ student_id: 'S1', status: 'Attendance Marked successfully' }], fail: [] },
    });
    expect(await marking.statusOf('S1')).toBe('Present');
    expect(await held()).toMatchObject({ total: 0 });
    const events = await marking.school.call(
      'admin',
      'GET',
      `attendance/roll-events/?class_schedule=${marking.mon9}&date=${monday}`,
    );
    expect(events.body.results.at(-1)).toMatchObject({ kind: 'closed' });
  });

  it('leaves a mark that somebody made later', async () => {
    await holdOne();
    await post('teacher', 'reopen-roll', {});
    const student = await marking.school.studentId('S1');
    await post('teacher', 'attendance/create', { rfid_number: student, status: 'Present' });
    await post('teacher', 'attendance/create', { rfid_number: student, status: 'Absent' });
    expect((await decide(true)).body.results).toMatchObject([{ status: 'a later mark stands' }]);
    expect(await marking.statusOf('S1')).toBe('Absent');
  });

  it('dismisses them without a mark', async () => {
    await holdOne();
    expect((await decide(false)).body.results).toMatchObject([{ status: 'Dismissed' }]);
    expect(await marking.statusOf('S1')).toBe('Absent');
    expect(await held()).toMatchObject({ total: 0 });
  });

  it('keeps one that cannot be written any more', async () => {
    await holdOne();
    await sql`update enrolment set enrolled_to = '2026-03-01'
      where class_schedule_id = ${marking.mon9}
        and student_id = ${await marking.school.studentId('S1')}`.execute(marking.school.database);
    expect((await decide(true)).body).toMatchObject({
      results: [],
      fail: [{ student_id: 'S1' }],
    });
    expect(await held()).toMatchObject({ total: 1 });
    await sql`update enrolment set enrolled_to = null
      where class_schedule_id = ${marking.mon9}`.execute(marking.school.database);
  });

  it('is for who manages all rolls, and once', async () => {
    await holdOne();
    const { id } = (await held()).results[0];
    expect((await decide(true, 'otherTeacher')).status).toBe(403);
    await decide(false);
    const again = { ids: [id], accept: true };
    const path = 'attendance/held-marks/decide/';
    expect((await marking.school.call('admin', 'POST', path, again)).status).toBe(409);
  });
});

// Last: the history of marks stays, and makes the roll one of that teacher.
describe('a closed roll', () => {
  it('takes waiting marks from who had marked before the closing, and from who teaches', async () => {
    now(at('09:20:00'));
    await post('otherTeacher', 'attendance/create', { rfid_number: 'S2' });
    await closed();
    now(at('10:30:00'));
    expect((await send('otherTeacher', 'S1', '09:25:00')).status).toBe(201);
    expect((await send('teacher', 'S3', '09:25:00')).status).toBe(201);
    expect(await held()).toMatchObject({ total: 0 });
  });
});
