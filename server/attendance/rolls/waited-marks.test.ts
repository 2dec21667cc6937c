import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  await sql`update class_meeting set closed_at = null, reopened_at = null, status = 'scheduled',
    reason = null where class_schedule_id = ${marking.mon9} and date = ${monday}`.execute(
    marking.school.database,
  );
});

const at = (time: string) => `${monday}T${time}+11:00`;
const now = (time: string) => marking.school.at(at(time));
const waited = (card: string, time: string, more: object = {}) =>
  marking.tap(card, { made_at: at(time), ...more });
const post = (path: string, body: object) =>
  marking.school.call('teacher', 'POST', `attendance/${path}/`, body);
const closeRoll = () => post('close-roll', { class_schedule: marking.mon9, date: monday });
const latest = async (id: number) => {
  const path = `attendance/attendance/${id}/history/`;
  return (await marking.school.call('teacher', 'GET', path)).body.results.at(-1);
};

describe('a mark that waited for the network', () => {
  it('counts from its own time; the history has both times', async () => {
    now('11:30:00');
    const { body } = await waited('1000001', '09:12:00');
    expect(body).toMatchObject({
      status: 'Present',
      late_minutes: 12,
      marked_at: '2026-03-01T22:12:00.000Z',
    });
    expect(await latest(body.id)).toMatchObject({
      changed_at: '2026-03-02T00:30:00.000Z',
      made_at: '2026-03-01T22:12:00.000Z',
    });
  });

  it.each([
    ['of the future was made now', '23:00:00', '2026-03-01T22:15:00.000Z'],
    ['of long before the class was made when it opened', '03:00:00', '2026-03-01T21:45:00.000Z'],
  ])('%s', async (_name, made, marked_at) => {
    expect((await waited('1000001', made)).body.marked_at).toBe(marked_at);
  });

  it('never replaces a later one', async () => {
    now('09:40:00');
    const student = await marking.school.studentId('S1');
    await marking.tap(student, { status: 'Absent' });
    expect(await waited('1000001', '09:20:00')).toMatchObject({
      status: 200,
      body: { status: 'Absent', results: [{ status: 'a later mark stands' }] },
    });
    now('09:50:00');
    expect(await waited('1000001', '09:45:00')).toMatchObject({
      status: 201,
      body: { status: 'Present', late_minutes: 45 },
    });
  });

  it.each(['0000-01-01T00:00:00Z', '2026-03-02T09:00:00+16:00', '2026-03-02T09:00:00-23:00'])(
    'made at %s is refused with the name of the field',
    async (made_at) => {
      const of = { class_schedule: marking.mon9, date: monday, made_at };
      for (const [path, body] of [
        ['attendance/create', { rfid_number: '1000001', ...of }],
        ['mark-student-attendance', { student: ['S1'], ...of }],
        ['withdraw-marks', { student: [await marking.school.studentId('S1')], ...of }],
      ] as const)
        expect(await post(path, body)).toMatchObject({
          status: 400,
          body: { made_at: ['must be an instant'] },
        });
    },
  );

  it('follows a mark of the same user that was under way when it was made', async () => {
    // The request of the first left the screen at 9:40:00, and arrived at 9:40:06.
    now('09:40:06');
    await waited('1000001', '09:40:06');
    now('09:40:10');
    const student = await marking.school.studentId('S1');
    expect(await marking.tap(student, { status: 'Absent', made_at: at('09:40:03') })).toMatchObject(
      {
        status: 201,
        body: { status: 'Absent' },
      },
    );
  });

  it('does not bring back what somebody else took back later, and says so', async () => {
    now('09:10:00');
    const { body } = await marking.tap('1000001');
    now('09:30:00');
    await marking.school.call('admin', 'DELETE', `attendance/attendance/${body.id}/`);
    now('09:40:00');
    expect(await waited('1000001', '09:20:00', { status: 'Absent' })).toMatchObject({
      status: 400,
      body: { fail: [{ student_id: 'S1', status: 'The mark was taken back later' }] },
    });
    expect(await marking.statusOf('S1')).toBe('N/A');
    expect((await waited('1000001', '09:35:00')).status).toBe(201);
  });

  it('in a bulk request does not either', async () => {
    now('09:40:00');
    await marking.tap(await marking.school.studentId('S1'), { status: 'Absent' });
    const bulk = {
      student: ['S1', 'S2'],
      class_schedule: marking.mon9,
      date: monday,
      made_at: at('09:20:00'),
    };
    expect((await post('mark-student-attendance', bulk)).body.results).toEqual([
      { student_id: 'S1', status: 'a later mark stands' },
      { student_id: 'S2', status: 'Student Marked Present' },
    ]);
    expect(await marking.statusOf('S1')).toBe('Absent');
  });

  it('replaces the absence of those who had no mark, unless somebody confirmed it for the student', async () => {
    now('09:30:00');
    await post('mark-rest-absent', { class_schedule: marking.mon9, date: monday });
    expect(await waited('1000001', '09:20:00')).toMatchObject({
      status: 201,
      body: { status: 'Present', late_minutes: 20 },
    });
    await marking.tap(await marking.school.studentId('S2'), { status: 'Absent' });
    expect((await waited('1000002', '09:20:00')).body.status).toBe('Absent');
  });

  it('from more than a day ago is accepted, not late, with a note', async () => {
    marking.school.at('2026-03-03T09:12:01+11:00');
    const answer = await waited('1000001', '09:12:00');
    expect(answer.body).toMatchObject({
      late_minutes: null,
      results: [{ status: 'Attendance Marked successfully; it arrived late' }],
    });
  });

  it('is accepted for a roll that was closed since, if it was made before the class ended', async () => {
    now('10:05:00');
    await closeRoll();
    now('10:30:00');
    expect(await waited('1000001', '09:05:00')).toMatchObject({
      status: 201,
      body: {
        status: 'Present',
        results: [{ status: 'Attendance Marked successfully; the roll stays closed' }],
      },
    });
    // By who teaches the class, also when it was made after the class and before the closing.
    expect(await waited('1000002', '10:01:00')).toMatchObject({ status: 201 });
  });

  it('is accepted although its class was cancelled afterwards, and rejected if before', async () => {
    const { body } = await marking.school.call(
      'teacher',
      'GET',
      `attendance/classschedule/${marking.mon9}/?date=${monday}`,
    );
    now('09:30:00');
    await marking.school.call('admin', 'POST', 'attendance/meetings/cancel/', {
      ids: [body.meeting.id],
      reason: 'Flood',
    });
    now('09:40:00');
    expect(await waited('1000001', '09:29:59')).toMatchObject({ status: 201 });
    expect(await waited('1000002', '09:31:00')).toMatchObject({
      status: 400,
      body: { date: [expect.stringContaining('Flood')] },
    });
    expect(await marking.tap('1000002')).toMatchObject({ status: 400 });
  });

  it('that was answered before without its time has the same response', async () => {
    const key = { 'idempotency-key': 'first-without-moment' };
    const first = await marking.tap('1000001', {}, key);
    const again = await marking.tap('1000001', { made_at: at('09:15:00') }, key);
    expect(again.body.id).toBe(first.body.id);
  });

  it.each(['yesterday', '2026-03-02T09:00:00', 5])('made at %j is refused', async (made_at) => {
    expect(await marking.tap('1000001', { made_at })).toMatchObject({
      status: 400,
      body: { made_at: ['must be an instant'] },
    });
  });

  // The history of these students is not removed: last.
  it.each([
    ['a closing', 'close-roll', 'reopen-roll'],
    ['marking the rest', 'mark-rest-absent', 'undo-marks'],
  ])(
    'is taken after %s was undone, which took no mark of the student back',
    async (_name, path, undo) => {
      const student = await Promise.all(
        ['S1', 'S2', 'S3', 'S5'].map((id) => marking.school.studentId(id)),
      );
      const of = { class_schedule: marking.mon9, date: monday };
      const rest = {
        rfid_number: student,
        status: 'Present',
        seen: 'N/A',
        made_at: at('09:25:00'),
      };
      now('09:40:00');
      expect((await post(path, { ...of, confirm: true })).status).toBe(200);
      now('09:41:00');
      const undone = undo === 'reopen-roll' ? { undo: true } : { student, status: 'Absent' };
      expect((await post(undo, { ...of, ...undone })).status).toBe(200);
      expect(await marking.statusOf('S1')).toBe('N/A');
      now('09:50:00');
      expect((await waited('1000001', '09:20:00')).status).toBe(201);
      expect((await post('attendance/create', { ...of, ...rest })).status).toBe(201);
      for (const id of ['S1', 'S2', 'S3', 'S5']) expect(await marking.statusOf(id)).toBe('Present');
      // A mark that somebody took back from the student stays taken back.
      await post('withdraw-marks', { ...of, student: [student[0]], status: 'Present' });
      expect(await waited('1000001', '09:22:00')).toMatchObject({
        status: 400,
        body: { fail: [{ status: 'The mark was taken back later' }] },
      });
    },
  );
});
