import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.reset());

describe('a tap', () => {
  it('by card makes the student present, answers with a message, and stores how', async () => {
    const answer = await marking.tap('1000001');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      student_id: 'S1',
      first_name: 'Anna',
      status: 'Present',
      how: 'card',
      date: monday,
      class_schedule: marking.mon9,
    });
    expect(answer.body.results).toEqual([
      { student_id: 'S1', status: 'Attendance Marked successfully' },
    ]);
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('by student id marks a student without a card', async () => {
    expect((await marking.tap('S3')).body).toMatchObject({ student_id: 'S3', how: 'typed' });
  });

  it('that was chosen among what was typed is named by number, and counts as typed (R-ROLL-7)', async () => {
    const student = await marking.school.studentId('S3');
    const typed = { how: 'typed' };
    expect((await marking.tap(student, typed)).body).toMatchObject({
      student_id: 'S3',
      how: 'typed',
      late_minutes: 15,
    });
    for (const key of ['S1', [student]])
      expect(await marking.tap(key, typed)).toMatchObject({
        status: 400,
        body: { how: [expect.any(String)] },
      });
  });

  it('names the student by id (a number) or uuid as well', async () => {
    const id = await marking.school.studentId('S2');
    const first = await marking.tap(id);
    expect(first.body).toMatchObject({ student_id: 'S2', how: 'manual' });
    expect((await marking.tap(first.body.student_uuid)).status).toBe(200);
  });

  it('takes student as another name of rfid_number, and today without a date', async () => {
    const answer = await marking.school.call('teacher', 'POST', create, {
      student: 'S1',
      class_schedule: marking.mon9,
    });
    expect(answer.body).toMatchObject({ student_id: 'S1', date: monday });
  });

  it('of the same card again answers with the time, and changes nothing', async () => {
    await marking.tap('1000001');
    const before = await marking.historyRows();
    marking.school.at('2026-03-02T09:40:00+11:00');
    const again = await marking.tap('1000001');
    expect(again.status).toBe(200);
    expect(again.body.results[0].status).toBe('already present at 09:15');
    expect(again.body.marked_at).toBe('2026-03-01T22:15:00.000Z');
    expect([await marking.written(), await marking.historyRows()]).toEqual([1, before]);
  });

  it('on an absent student makes them present, with both in the history', async () => {
    await marking.tap('S1', { status: 'Absent' });
    expect(await marking.statusOf('S1')).toBe('Absent');
    const marked = await marking.tap('1000001');
    expect(marked.status).toBe(201);
    const history = await marking.school.call(
      'teacher',
      'GET',
      `attendance/attendance/${marked.body.id}/history/`,
    );
    expect(history.body.results.slice(-2)).toMatchObject([
      { from: null, to: 'Absent', how: 'typed', changed_by: 'Tess Teacher' },
      { from: 'Absent', to: 'Present', how: 'card' },
    ]);
  });

  it('twice at the same moment leaves one record and one line of history', async () => {
    const before = await marking.historyRows();
    const answers = await Promise.all(Array.from({ length: 12 }, () => marking.tap('1000002')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
    expect([await marking.written(), (await marking.historyRows()) - before]).toEqual([1, 1]);
  });

  it('with the same Idempotency-Key has the same response and is done once', async () => {
    const key = { 'idempotency-key': 'a-tap-from-the-browser-1' };
    const first = await marking.tap('1000001', {}, key);
    await marking.school.call('teacher', 'PATCH', `attendance/attendance/${first.body.id}/`, {
      status: 'Absent',
    });
    const again = await marking.tap('1000001', {}, key);
    expect(again.body).toEqual(first.body);
    expect(await marking.statusOf('S1')).toBe('Absent');
  });

  it('with a student id in another case finds the same student', async () => {
    expect(await marking.tap('s3')).toMatchObject({
      status: 201,
      body: { student_id: 'S3', how: 'typed' },
    });
  });

  it('with an Idempotency-Key of another request is refused, and marks no other student', async () => {
    const key = { 'idempotency-key': 'a-key-that-is-used-twice' };
    await marking.tap('1000001', {}, key);
    const refused = { status: 422, body: { 'Idempotency-Key': ['was used for another request'] } };
    expect(await marking.tap('1000002', {}, key)).toMatchObject(refused);
    expect(await marking.tap('1000001', { status: 'Absent' }, key)).toMatchObject(refused);
    expect(await marking.statusOf('S2')).toBe('N/A');
    expect((await marking.tap('1000001', {}, key)).status).toBe(201);
  });
});

describe('a student of another class', () => {
  it('gets their own classes, the current one first, and nothing is written', async () => {
    const answer = await marking.tap('1000004');
    expect(answer.status).toBe(400);
    expect(answer.body.fail).toHaveLength(1);
    const [fail] = answer.body.fail;
    expect(fail).toMatchObject({
      student_id: 'S4',
      name: 'Dana Zimmer',
      status: 'This student is not enrolled in this class',
    });
    expect(fail.class_schedules).toMatchObject([
      {
        subject: { subject_name: 'Geometry', subject_code: 'MAT2' },
        start_time: '09:00',
        end_time: '10:30',
        day_of_week: 'Monday',
        currentClass: true,
      },
      {
        start_time: '10:00',
        classroom: { room_number: 'R1' },
        teacher: { first_name: 'Theo', last_name: 'Tutor' },
        currentClass: false,
      },
    ]);
    expect(await marking.written()).toBe(0);
  });

  it('gets the current or next class before past ones', async () => {
    marking.school.at('2026-03-02T10:35:00+11:00');
    const answer = await marking.tap('1000004');
    marking.school.at('2026-03-02T09:15:00+11:00');
    expect(
      answer.body.fail[0].class_schedules.map((it: { start_time: string }) => it.start_time),
    ).toEqual(['10:00', '09:00']);
  });

  it('without a class that day gets only the reason', async () => {
    const tue14 = await marking.school.classId('tue14');
    const answer = await marking.school.call('teacher', 'POST', create, {
      rfid_number: 'S2',
      class_schedule: tue14,
      date: '2026-02-24',
    });
    expect(answer.body.fail[0]).not.toHaveProperty('class_schedules');
  });
});
