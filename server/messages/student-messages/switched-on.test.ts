import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createMessagesSchool, type MessagesSchool } from '#server/test/messages.ts';

let it_: MessagesSchool;
afterEach(() => it_.close());
/** MAT1 ends at 10:00, MAT2 at 10:30 and 11:00; absences of S1 and S4 in the first two. */
const open = async () => {
  it_ = await createMessagesSchool();
  await it_.mark('S1', 'Absent');
  await it_.mark('S4', 'Absent', 'mon9b');
  return it_;
};
const messages = async () =>
  (await it_.messages()).map(({ student, state, classes, reason }) => [
    student,
    state,
    classes.join(),
    reason,
  ]);
/** The one course of all classes. */
async function switchCourse(on: boolean): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from course`.execute(it_.school.database);
  const path = 'attendance/student-message-courses/create/';
  const body = { course: rows[0]!.id, on };
  expect((await it_.school.call('admin', 'POST', path, body)).status).toBe(200);
}

describe('absences of classes that were over when messages were switched on (R-MSG-1)', () => {
  it('for the institute, are not reported; those of classes that end later are', async () => {
    const { at, set, step } = await open();
    await set({ absence_messages: false });
    at('10:05');
    await set({ absence_messages: true });
    await step();
    expect(await messages()).toEqual([['S4', 'queued', 'mon9b', null]]);
    at('10:40');
    await it_.mark('S4', 'Absent', 'mon10');
    await it_.mark('S1', 'Present');
    await it_.mark('S1', 'Absent');
    at('11:10');
    expect(await step()).toMatchObject({ held: 0, queued: 0 });
    // Nothing else of the settings is a switch.
    await set({ message_after_minutes: 5 });
    expect(await step()).toMatchObject({ held: 0, queued: 0 });
  });

  it('for a course, are not reported; what waited ends with the reason', async () => {
    const { at, step } = await open();
    await step();
    expect(await messages()).toEqual([
      ['S1', 'held', 'mon9', null],
      ['S4', 'held', 'mon9b', null],
    ]);
    at('10:10');
    await switchCourse(false);
    await switchCourse(true);
    await step();
    expect(await messages()).toEqual([
      ['S1', 'cancelled', 'mon9', 'Messages were switched on after the class.'],
      ['S4', 'queued', 'mon9b', null],
    ]);
    // A course that is on stays on since before.
    at('10:50');
    await switchCourse(true);
    const { rows } = await sql`select since from course_messages_on`.execute(it_.school.database);
    expect(rows).toEqual([{ since: '2026-03-01T23:10:00.000Z' }]);
  });

  it('are reported when somebody sends the message again', async () => {
    const { at, set, step, settled, accepted, school } = await open();
    await step();
    await school.call('admin', 'POST', 'attendance/student-messages/stop/');
    await set({ absence_messages: false });
    at('10:15');
    await set({ absence_messages: true });
    await step();
    const [ofS1] = await it_.messages();
    expect(ofS1).toMatchObject({ student: 'S1', state: 'stopped' });
    await school.call('admin', 'POST', `attendance/student-messages/${ofS1!.id}/resend/`, {});
    await step();
    await settled();
    expect(accepted()).toContain('s1@school.example: Absent on Monday, 2 March 2026');
  });

  it('are in no last message of the day that was switched on after its time', async () => {
    const { at, set, step } = await open();
    await set({ last_message_at: '10:30' });
    at('10:20');
    await step();
    await it_.settled();
    at('10:45');
    await it_.mark('S4', 'Absent', 'mon10');
    await set({ last_message: true });
    at('11:10');
    await step();
    expect((await it_.messages()).filter(({ kind }) => kind === 'last')).toEqual([]);
    await set({ last_message: false, last_message_at: '11:30' });
    await set({ last_message: true });
    await step();
    expect((await it_.messages()).filter(({ kind }) => kind === 'last')).toMatchObject([
      { student: 'S4', state: 'held', classes: ['mon10'] },
    ]);
  });

  it('are not reported to a guardian who begins to get messages, or whose consent is recorded, later', async () => {
    const { at, step, school } = await open();
    const student = await school.studentId('S1');
    const guardians = `attendance/student-details/${student}/guardians/`;
    const add = async (name: string, more: object) =>
      (
        await school.call('admin', 'POST', `${guardians}create/`, {
          name,
          email: `${name}@home.example`,
          ...more,
        })
      ).body.id as number;
    const early = { gets_messages: true, consent: true };
    await add('early', early);
    const off = await add('off', { ...early, gets_messages: false });
    const unasked = await add('unasked', { ...early, consent: false });
    at('10:10');
    await add('late', early);
    const change = (id: number, body: object) =>
      school.call('admin', 'PATCH', `attendance/guardians/${id}/`, body);
    await change(off, { gets_messages: true });
    await change(unasked, { consent: true });
    await step();
    const { rows } = await sql<{ name: string | null }>`
      select g.name from student_message m left join guardian g on g.id = m.guardian_id
      where m.student_id = ${student} order by g.name`.execute(school.database);
    expect(rows).toEqual([{ name: 'early' }, { name: null }]);
  });
});
