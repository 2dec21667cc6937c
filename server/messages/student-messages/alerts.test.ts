import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessagesSchool, type MessagesSchool } from '#server/test/messages.ts';
import { standingsOf } from '#server/test/standings.ts';

let it_: MessagesSchool;
let follow: () => Promise<number>;
beforeEach(async () => {
  it_ = await createMessagesSchool();
  follow = standingsOf(it_.school);
  const { set, school } = it_;
  await set({ absence_messages: false, alert_students: true, alert_teachers: true });
  await set({ alert_coordinators: true });
  const courses = await school.call('account', 'GET', 'attendance/courses/');
  const [course] = courses.body.results;
  const path = `attendance/courses/${course.id}/`;
  const refused = await school.call('account', 'PATCH', path, { coordinator_email: 'cora' });
  expect(refused).toMatchObject({ status: 400, body: { coordinator_email: [expect.any(String)] } });
  const coordinator_email = 'cora@school.example';
  const changed = await school.call('account', 'PATCH', path, { coordinator_email });
  expect(changed.body).toMatchObject({ coordinator_email });
  await rule({ below: 80, least_meetings: 1 });
});
afterEach(() => it_.close());

const rule = (parts: object) =>
  it_.school.call('admin', 'POST', 'attendance/redlistrules/create/', parts);
const sent = () => it_.server.accepted.map(({ to }) => to![0]!.address).toSorted() as string[];
/** What the job does, once the standings have followed. */
const steps = async () => {
  await follow();
  const step = await it_.step();
  await it_.settled();
  return step;
};

describe('alerts (R-MSG-6)', () => {
  it('go to student, teacher and coordinator once, with the reason; not for what held before', async () => {
    const { mark, server } = it_;
    await mark('S2', 'Absent');
    await steps();
    expect(sent()).toEqual([]);
    await mark('S1', 'Absent');
    expect(await steps()).toMatchObject({ held: 4, queued: 4 });
    // Both teach the subject to this student.
    expect(sent()).toEqual([
      'cora@school.example',
      's1@school.example',
      'tess@school.example',
      'theo@school.example',
    ]);
    const mail = server.accepted.find(({ to }) => to![0]!.address === 'tess@school.example');
    expect(mail!.subject).toBe('Attendance of Anna Ångström in Algebra (MAT1)');
    expect(mail!.text).toContain('Hello Tess Teacher,');
    expect(mail!.text).toContain('below 80%');
    expect(mail!.text).toContain('0% of 1 classes');
    expect(await steps()).toMatchObject({ held: 0, queued: 0 });
    expect(sent()).toHaveLength(4);
  });

  it('are not sent when the rule holds no longer, for dismissed entries, archived students, or once switched off', async () => {
    const { mark, set, school, messages, at } = it_;
    await steps();
    at('21:00');
    for (const student of ['S1', 'S2', 'S3', 'S5']) await mark(student, 'Absent');
    expect(await steps()).toMatchObject({ held: 13, queued: 0 });
    await mark('S1', 'Present');
    await sql`update red_list_computed set state = 'dismissed'
      where student_id = ${await school.studentId('S2')}`.execute(school.database);
    await sql`update student set archived_at = now() where student_id = 'S3'`.execute(
      school.database,
    );
    await set({ alert_students: false, alert_coordinators: false });
    // The next morning: alerts wait for the end of quiet hours.
    at('07:00', '2026-03-03');
    expect(await steps()).toMatchObject({ queued: 13 });
    expect(sent()).toEqual(['tess@school.example']);
    const reasons = (await messages()).map(({ student, reason }) => `${student} ${reason}`);
    expect(new Set(reasons)).toEqual(
      new Set([
        'S1 The rule holds no longer, or others are alerted now.',
        'S2 The rule holds no longer, or others are alerted now.',
        'S3 The student was archived.',
        ...['S1', 'S2', 'S3', 'S5'].map((one) => `${one} Alerts were switched off.`),
        'S5 null',
      ]),
    );
  });

  it('go to no address that is not that of a teacher or coordinator of the student any more', async () => {
    const { mark, school, at } = it_;
    await steps();
    at('21:00');
    await mark('S1', 'Absent');
    expect(await steps()).toMatchObject({ held: 4, queued: 0 });
    await sql`update course set coordinator_email = 'carl@school.example'`.execute(school.database);
    await sql`update teacher set archived_at = now() where email = 'theo@school.example'`.execute(
      school.database,
    );
    at('07:00', '2026-03-03');
    await steps();
    expect(sent()).toEqual(['s1@school.example', 'tess@school.example']);
  });

  it('come again when another part begins to hold, and after the entry was cleared', async () => {
    const { mark, set, school } = it_;
    await set({ alert_teachers: false, alert_coordinators: false });
    await steps();
    await mark('S1', 'Absent');
    await steps();
    expect(sent()).toHaveLength(1);
    await sql`update red_list_rule set absences = 1, weeks = 4`.execute(school.database);
    await steps();
    expect(sent()).toHaveLength(2);
    await sql`update red_list_computed set state = 'cleared'`.execute(school.database);
    await it_.step();
    await sql`update red_list_computed set state = 'open'`.execute(school.database);
    await steps();
    expect(sent()).toHaveLength(3);
  });

  it('have no links of names, neither in the subject nor in the text', async () => {
    const { mark, server, school } = it_;
    await sql`update subject set subject_name = 'See http://evil.example' where subject_code = 'MAT1'`.execute(
      school.database,
    );
    await sql`update student set first_name = 'www.evil.example' where student_id = 'S1'`.execute(
      school.database,
    );
    await mark('S2', 'Absent');
    await steps();
    await mark('S1', 'Absent');
    await steps();
    const mails = server.accepted.filter(({ text }) => text!.includes('evil'));
    expect(mails.length).toBeGreaterThan(2);
    for (const { subject, text, html } of mails)
      expect(`${subject} ${text} ${html}`).not.toMatch(/http:\/\/evil|www\.evil/);
  });

  it('are previewed with a student on the red list', async () => {
    const { mark, school } = it_;
    await mark('S1', 'Absent');
    await follow();
    const values = async (student: string) =>
      (
        await school.call(
          'admin',
          'GET',
          `attendance/templates/alert_message/values/?student=${await school.studentId(student)}`,
        )
      ).body.values;
    expect(await values('S1')).toMatchObject({ reasons: 'below 80%', rate: '0%' });
    expect(await values('S2')).toBeNull();
  });
});
