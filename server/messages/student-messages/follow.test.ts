import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createMessagesSchool,
  heldServer,
  monday,
  type MessagesSchool,
} from '#server/test/messages.ts';

let it_: MessagesSchool;
afterEach(() => it_.close());
const open = async (options: Parameters<typeof createMessagesSchool>[0] = {}) => {
  it_ = await createMessagesSchool(options);
  return it_;
};
const states = async () =>
  (await it_.messages()).map(({ student, kind, state, classes }) => [
    student,
    kind,
    state,
    classes.join(),
  ]);

describe('a message of absence (R-MSG-1)', () => {
  it('is held back after the first absence, names all so far, and is sent once', async () => {
    const { at, step, mark, settled, accepted, server } = await open();
    await mark('S4', 'Absent', 'mon9b');
    await step();
    expect(await states()).toEqual([['S4', 'absence', 'held', 'mon9b']]);
    at('09:34');
    expect((await step()).queued).toBe(0);
    at('10:05');
    await mark('S4', 'Absent', 'mon10');
    expect((await step()).queued).toBe(1);
    await settled();
    expect(accepted()).toEqual(['s4@school.example: Absent on Monday, 2 March 2026']);
    const [mail] = server.accepted;
    expect(mail!.text).toContain('09:00–10:30 Geometry (MAT2)\n10:00–11:00 Geometry (MAT2)');
    expect(mail!.text).toContain('Dana Zimmer (S4)');
    expect(mail!.text).toContain('Please contact the office');
    expect(mail!.html).toContain('09:00–10:30 Geometry (MAT2)<br>10:00–11:00 Geometry (MAT2)');
    at('12:00');
    await mark('S4', 'Absent', 'mon10');
    expect(await step()).toMatchObject({ held: 0, queued: 0 });
    expect(server.accepted).toHaveLength(1);
  });

  it('is not sent at all when it was corrected, excused, cancelled or archived before', async () => {
    const { at, step, mark, messages, school, server } = await open();
    for (const student of ['S1', 'S2', 'S3', 'S5']) await mark(student, 'Absent');
    await mark('S4', 'Absent', 'mon9b');
    await step();
    await mark('S1', 'Present');
    await sql`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      values (${await school.studentId('S2')}, ${monday}, ${monday}, 'dean@school.example', 'Ill')`.execute(
      school.database,
    );
    await sql`insert into mark_detail (class_schedule_id, date, student_id, excuse)
      select class_schedule_id, date, student_id, 'sick' from attendance
      where student_id = ${await school.studentId('S3')}`.execute(school.database);
    await sql`update class_meeting set status = 'cancelled' where date = ${monday}
      and class_schedule_id = ${await school.classId('mon9b')}`.execute(school.database);
    await sql`update student set archived_at = now() where student_id = 'S5'`.execute(
      school.database,
    );
    at('09:35');
    expect(await step()).toMatchObject({ cancelled: 5, queued: 0 });
    expect(
      (await messages()).map(({ student, state, reason }) => [student, state, reason]),
    ).toEqual(
      expect.arrayContaining([
        ['S1', 'cancelled', 'The absence was corrected.'],
        ['S2', 'cancelled', 'The absence was excused.'],
        ['S3', 'cancelled', 'The absence was excused.'],
        ['S4', 'cancelled', 'The class was cancelled or moved.'],
        ['S5', 'cancelled', 'The student was archived.'],
      ]),
    );
    expect(server.accepted).toEqual([]);
  });

  it('is sent for an absence that was corrected and entered again', async () => {
    const { at, step, mark, settled, accepted } = await open();
    await mark('S1', 'Absent');
    await step();
    await mark('S1', 'Present');
    await step();
    at('09:40');
    await mark('S1', 'Absent');
    await step();
    at('09:59');
    expect((await step()).queued).toBe(0);
    at('10:00');
    await step();
    await settled();
    expect(accepted()).toHaveLength(1);
    expect(await states()).toEqual([
      ['S1', 'absence', 'cancelled', 'mon9'],
      ['S1', 'absence', 'queued', 'mon9'],
    ]);
  });

  it('is only about absences of today that were entered today', async () => {
    const { at, step, mark } = await open();
    at('09:15', '2026-03-03');
    await mark('S1', 'Absent');
    expect(await step()).toMatchObject({ held: 0 });
    await sql`update class_meeting set date = '2026-03-03' where date = ${monday}
      and class_schedule_id = ${await it_.school.classId('mon9')}`.execute(it_.school.database);
    await sql`update attendance set date = '2026-03-03', marked_at = '2026-03-02T10:00+11:00'`.execute(
      it_.school.database,
    );
    expect(await step()).toMatchObject({ held: 0 });
  });

  it('is corrected once after it was sent', async () => {
    const { at, step, mark, settled, accepted, server } = await open();
    await mark('S4', 'Absent', 'mon9b');
    await mark('S4', 'Absent', 'mon10');
    at('09:35');
    await step();
    await settled();
    await mark('S4', 'Present', 'mon9b');
    await step();
    await settled();
    expect(accepted()).toEqual([
      's4@school.example: Absent on Monday, 2 March 2026',
      's4@school.example: Correction: Monday, 2 March 2026',
    ]);
    expect(server.accepted[1]!.text).toContain('09:00–10:30 Geometry (MAT2)');
    expect(server.accepted[1]!.text).not.toContain('10:00–11:00');
    await mark('S4', 'Present', 'mon10');
    expect(await step()).toMatchObject({ held: 0, queued: 0 });
  });

  it('is not corrected for a student who was archived meanwhile, however often it is looked at', async () => {
    const { at, step, mark, settled, accepted, messages, school } = await open();
    await mark('S4', 'Absent', 'mon9b');
    at('09:35');
    await step();
    await settled();
    await mark('S4', 'Present', 'mon9b');
    await sql`update student set archived_at = now() where student_id = 'S4'`.execute(
      school.database,
    );
    for (let times = 0; times < 3; times++) {
      await step();
      await settled();
    }
    expect(accepted()).toEqual(['s4@school.example: Absent on Monday, 2 March 2026']);
    expect((await messages()).filter(({ kind }) => kind === 'correction')).toHaveLength(0);
  });

  it('is not sent for courses that are switched off, nor while all are, which cancels what waits', async () => {
    const { at, step, mark, set, school, messages } = await open();
    const courses = await school.call('admin', 'GET', 'attendance/student-message-courses/');
    const [course] = courses.body.results;
    const turn = (on: boolean) =>
      school.call('admin', 'POST', 'attendance/student-message-courses/create/', {
        course: course.id,
        on,
      });
    expect((await turn(false)).body.results).toEqual([{ ...course, on: false }]);
    await mark('S1', 'Absent');
    expect(await step()).toMatchObject({ held: 0 });
    await turn(true);
    expect(await step()).toMatchObject({ held: 1 });
    await set({ absence_messages: false });
    at('09:35');
    expect(await step()).toEqual({ held: 0, cancelled: 1, queued: 0, more: false });
    expect((await messages())[0]).toMatchObject({ reason: 'Messages were switched off.' });
  });

  it('names rolls that closed by themselves in the last message of the day', async () => {
    const { at, step, set, settled, school, server } = await open();
    await set({ last_message: true, last_message_at: '18:00' });
    await sql`insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      values (${await school.studentId('S1')}, ${await school.classId('mon9')}, ${monday}, 'Absent',
        'closing', '2026-03-02T11:00+11:00')`.execute(school.database);
    at('17:59');
    await step();
    expect(server.accepted).toEqual([]);
    expect(await states()).toEqual([['S1', 'last', 'held', 'mon9']]);
    at('18:00');
    await step();
    await settled();
    expect(server.accepted).toHaveLength(1);
  });
});

describe('quiet hours and the end of the day (R-MSG-2)', () => {
  it('a message waits until they are over, and is dropped when the day is', async () => {
    const { at, step, mark, set, settled, messages } = await open();
    await set({ quiet_from: '09:00', quiet_to: '12:00' });
    await mark('S1', 'Absent');
    at('11:59');
    expect(await step()).toMatchObject({ held: 1, queued: 0 });
    at('12:00');
    expect(await step()).toMatchObject({ queued: 1 });
    await settled();
    await set({ quiet_from: '20:00', quiet_to: '07:00' });
    at('19:50');
    await mark('S2', 'Absent');
    at('23:59');
    await step();
    at('00:00', '2026-03-03');
    await step();
    expect((await messages()).at(-1)).toMatchObject({
      student: 'S2',
      state: 'dropped',
      reason: 'It was quiet until the end of the day.',
    });
  });
});

describe('several processes and crashes', () => {
  it('a step that runs at the same time in several processes makes each message once', async () => {
    const { at, step, mark, settled, accepted } = await open();
    for (const student of ['S1', 'S2', 'S3', 'S5']) await mark(student, 'Absent');
    at('09:35');
    await Promise.all([step(), step(), step(), step()]);
    await step();
    await settled();
    expect(accepted()).toHaveLength(4);
  });
});

describe('the hand-over (R-MSG-2)', () => {
  it('reads again what was corrected after the message was queued', async () => {
    const { options, release } = heldServer();
    const { at, step, mark, settled, server } = await open(options);
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    // The mail server hesitates: the text is made, and nothing accepted yet.
    await it_.untilWorking();
    await mark('S1', 'Present');
    release();
    expect((await settled()).map(({ state, reason }) => [state, reason])).toEqual([
      ['cancelled', 'The absence was corrected.'],
    ]);
    expect(server.accepted).toEqual([]);
  });

  it('says so when the absence was corrected while the mail server was about to answer', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { at, step, mark, settled, server } = await open({ onMail: () => waiting });
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    await expect
      .poll(async () => (await it_.messages())[0]?.mail, { timeout: 10_000 })
      .toBe('handing_over');
    await mark('S1', 'Present');
    answer();
    expect((await settled())[0]).toMatchObject({
      mail: 'done',
      reason: 'The absence was corrected while the message was being sent.',
    });
    await step();
    await settled();
    expect(server.accepted.map(({ subject }) => subject)).toEqual([
      'Absent on Monday, 2 March 2026',
      'Correction: Monday, 2 March 2026',
    ]);
  });

  it('takes the address and the switch of that moment', async () => {
    const { at, step, mark, set, settled, school, server } = await open();
    await mark('S1', 'Absent');
    await mark('S2', 'Absent');
    at('09:35');
    await sql`update student set student_mail = 'new@school.example' where student_id = 'S1'`.execute(
      school.database,
    );
    await step();
    await settled();
    expect(server.accepted.map(({ to }) => to![0]!.address).toSorted()).toEqual([
      'new@school.example',
      's2@school.example',
    ]);
    await set({ absence_messages: false });
    await mark('S3', 'Absent');
    at('10:35');
    await step();
    expect(server.accepted).toHaveLength(2);
  });

  it('a day that is over before the mail server takes it ends the message', async () => {
    let down = true;
    const { at, step, mark, settled, server } = await open({
      onMail() {
        if (down) throw Object.assign(new Error('Try again later'), { responseCode: 451 });
      },
    });
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    await expect
      .poll(async () => (await it_.messages())[0]?.mail, { timeout: 10_000 })
      .toBe('waiting');
    at('09:00', '2026-03-03');
    down = false;
    expect((await settled())[0]).toMatchObject({
      state: 'dropped',
      reason: 'The day was over before the mail server took it.',
    });
    expect(server.accepted).toEqual([]);
  });
});
