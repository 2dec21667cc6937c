import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createMessagesSchool,
  heldServer,
  monday,
  type MessagesSchool,
} from '#server/test/messages.ts';
import { purgeExpired } from '#server/people/privacy/retention.ts';

let it_: MessagesSchool;
afterEach(() => it_.close());
const open = async (options: Parameters<typeof createMessagesSchool>[0] = {}) => {
  it_ = await createMessagesSchool(options);
  return it_;
};
const outbox = async (query = '') =>
  (await it_.school.call('admin', 'GET', `attendance/student-messages/${query}`)).body.results;

describe('the outbox (R-MSG-5)', () => {
  it('lists what waits, was sent, bounced or cancelled, and who has no address, with reasons', async () => {
    const { at, step, mark, settled, school } = await open({
      rejectRecipient: (address) =>
        address.startsWith('s2') ? { code: 550, text: 'No such mailbox' } : null,
    });
    await sql`update student set student_mail = null where student_id = 'S3'`.execute(
      school.database,
    );
    for (const student of ['S1', 'S2', 'S3', 'S5']) await mark(student, 'Absent');
    await step();
    await mark('S5', 'Present');
    at('09:35');
    await step();
    await settled();
    await mark('S4', 'Absent', 'mon9b');
    await step();
    const rows = await outbox('?ordering=student');
    expect(
      rows.map((row: { student: { student_id: string }; state: string; reason: string | null }) => [
        row.student.student_id,
        row.state,
        row.reason,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['S1', 'sent', null],
        ['S2', 'bounced', expect.stringContaining('No such mailbox')],
        ['S3', 'no_address', 'There is no e-mail address.'],
        ['S4', 'waiting', null],
        ['S5', 'cancelled', 'The absence was corrected.'],
      ]),
    );
    expect(await outbox('?state=bounced,no_address')).toHaveLength(2);
    expect(await outbox('?search=zimmer')).toMatchObject([
      { classes: [{ subject_code: 'MAT2', start_time: '09:00', end_time: '10:30' }], text: null },
    ]);
    const [sent] = await outbox('?state=sent');
    expect(sent).toMatchObject({
      address: 's1@school.example',
      day: monday,
      text: { subject: 'Absent on Monday, 2 March 2026', body: expect.stringContaining('Algebra') },
    });
    // The student's page has neither addresses nor texts, and teachers do not see it.
    const path = `attendance/student-details/${await school.studentId('S1')}/messages/`;
    const { body } = await school.call('admin', 'GET', path);
    expect(body.results).toMatchObject([{ kind: 'absence', state: 'sent' }]);
    expect(JSON.stringify(body)).not.toContain('@');
    expect((await school.call('teacher', 'GET', path)).status).toBe(403);
    // What was sent about a student is no export.
    expect((await school.call('admin', 'GET', 'attendance/jobs/')).body.total).toBe(0);
  });

  it('sends again what bounced, and what was stopped only if its absence still stands', async () => {
    let known = false;
    const { at, step, mark, settled, server, school } = await open({
      rejectRecipient: () => (known ? null : { code: 550, text: 'No such mailbox' }),
    });
    const again = async (id: number) =>
      (await school.call('admin', 'POST', `attendance/student-messages/${id}/resend/`, {})).status;
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    const [bounced] = await settled();
    known = true;
    expect(await again(bounced!.id)).toBe(204);
    expect(await again(bounced!.id)).toBe(409);
    await step();
    await settled();
    expect(server.accepted).toHaveLength(1);
    expect(await again(bounced!.id)).toBe(409);
    expect(await again(424_242)).toBe(404);

    await mark('S2', 'Absent');
    await mark('S3', 'Absent');
    await step();
    const { body } = await school.call('admin', 'POST', 'attendance/student-messages/stop/', {});
    expect(body).toEqual({ stopped: 2 });
    await mark('S2', 'Present');
    const stopped = (await it_.messages()).slice(1);
    expect(stopped.map(({ state, reason }) => [state, reason])).toEqual([
      ['stopped', 'Stopped by admin.'],
      ['stopped', 'Stopped by admin.'],
    ]);
    at('11:00');
    await step();
    expect(server.accepted).toHaveLength(1);
    for (const { id } of stopped) expect(await again(id)).toBe(204);
    // The day after: who sends it again means it.
    at('09:00', '2026-03-03');
    await step();
    await settled();
    expect(server.accepted.map(({ to }) => to![0]!.address)).toEqual([
      's1@school.example',
      's3@school.example',
    ]);
    expect((await it_.messages()).find(({ student }) => student === 'S2')).toMatchObject({
      state: 'cancelled',
    });
  });

  it('stops a mail that the mail server has not accepted yet', async () => {
    const { options, release } = heldServer();
    const { at, step, mark, settled, server, school } = await open(options);
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    await it_.untilWorking();
    await school.call('admin', 'POST', 'attendance/student-messages/stop/', {});
    release();
    // The attempt ends, and its job finds nothing to do.
    await expect
      .poll(
        async () =>
          (
            await sql<{ open: number }>`
              select count(*) as open from jobs.job
              where name = 'message' and state <> 'completed'`.execute(school.database)
          ).rows[0]?.open,
        { timeout: 20_000 },
      )
      .toBe(0);
    await step();
    await settled();
    expect(server.accepted).toEqual([]);
    expect((await it_.messages())[0]).toMatchObject({ state: 'stopped' });
  });

  it('without a mail server lies in the local inbox', async () => {
    const { at, step, mark, settled, school } = await open({ env: { SMTP_URL: '' } });
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    expect(await settled()).toMatchObject([
      { mail: 'done', reason: 'It is in the local inbox: no mail server is set.' },
    ]);
    const { body } = await school.call('admin', 'GET', 'attendance/inbox/');
    expect(body.results).toMatchObject([
      { to: 's1@school.example', subject: 'Absent on Monday, 2 March 2026' },
    ]);
  });
});

it('the preview names who would have got one yesterday, also while messages are off (R-MSG-4)', async () => {
  const { at, mark, set, school } = await open({ env: { MAIL_DOMAINS: 'school.example' } });
  await set({ absence_messages: false });
  await sql`update student set student_mail = 's2@else.example' where student_id = 'S2'`.execute(
    school.database,
  );
  for (const student of ['S1', 'S2', 'S3']) await mark(student, 'Absent');
  await mark('S3', 'Present');
  at('10:00', '2026-03-03');
  const { body } = await school.call('admin', 'GET', 'attendance/student-message-preview/');
  expect(body).toMatchObject({ day: monday, on: false, total: 2 });
  expect(
    body.results.map((one: { student: { student_id: string }; address: string | null }) => [
      one.student.student_id,
      one.address,
    ]),
  ).toEqual([
    ['S1', 's1@school.example'],
    ['S2', null],
  ]);
  expect((await school.call('teacher', 'GET', 'attendance/student-message-preview/')).status).toBe(
    403,
  );
});

describe('what a message says (R-MSG-3)', () => {
  it('has the values of its own student as data: no markup, no fields, no links, no headers', async () => {
    const { at, step, mark, settled, school, server } = await open();
    await sql`
      update student set first_name = ${'<script>alert(1)</script> {{contact}} https://evil.example'},
        last_name = ${'x\r\nBcc: all@school.example'} where student_id = 'S1'`.execute(
      school.database,
    );
    const { body: templates } = await school.call('admin', 'GET', 'attendance/templates/');
    const { version, body } = templates.results.find(
      (one: { kind: string }) => one.kind === 'absence_message',
    );
    const saved = await school.call('admin', 'PATCH', 'attendance/templates/absence_message/', {
      title: '{{student_name}}: {{day}}',
      body,
      version,
    });
    expect(saved.status).toBe(200);
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    await settled();
    const [mail] = server.accepted;
    expect(mail!.bcc ?? []).toEqual([]);
    expect(mail!.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail!.html).not.toContain('<script');
    expect(mail!.html).toContain('&lt;script&gt;');
    expect(mail!.text).toContain('{{contact}}');
    expect(mail!.text).not.toContain('https://');
  });

  it.each([
    [
      'an address of others',
      '{{student_name}} {{day}} {{classes}} {{contact}} http://evil.example',
    ],
    ['a field that it does not have', '{{student_name}} {{day}} {{classes}} {{contact}} {{phone}}'],
    ['no contact', '{{student_name}} {{day}} {{classes}}'],
  ])('is refused with %s', async (_what, body) => {
    const { school } = await open();
    const answer = await school.call('admin', 'PATCH', 'attendance/templates/absence_message/', {
      title: 'Absent',
      body,
      version: 0,
    });
    expect(answer).toMatchObject({ status: 400, body: { body: [expect.any(String)] } });
  });

  it('previews the latest absences of a student', async () => {
    const { mark, school } = await open();
    await mark('S1', 'Absent');
    const values = async (student: string) =>
      (
        await school.call(
          'admin',
          'GET',
          `attendance/templates/absence_message/values/?student=${await school.studentId(student)}`,
        )
      ).body.values;
    expect(await values('S1')).toMatchObject({
      student_id: 'S1',
      classes: '09:00–10:00 Algebra (MAT1)',
    });
    expect(await values('S2')).toBeNull();
  });
});

it('is erased with its student, also while it is being sent, and after KEEP_MESSAGES_DAYS', async () => {
  const { options, release } = heldServer();
  const { at, step, mark, settled, school, server } = await open(options);
  await mark('S1', 'Absent');
  at('09:35');
  await step();
  await it_.untilWorking();
  const id = await school.studentId('S1');
  const erased = await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
    student_id: 'S1',
  });
  expect(erased.status).toBe(200);
  release();
  await mark('S2', 'Absent');
  at('10:35');
  await step();
  await settled();
  expect(server.accepted.map(({ to }) => to![0]!.address)).toEqual(['s2@school.example']);
  const count = async () =>
    (
      await sql<{ messages: number; mails: number }>`
        select (select count(*)::int from student_message) as messages,
          (select count(*)::int from mail) as mails`.execute(school.database)
    ).rows[0];
  expect(await count()).toEqual({ messages: 1, mails: 1 });
  school.at('2027-03-04T09:00:00+11:00');
  const { config, context } = school;
  const done = await purgeExpired({
    ...context,
    erasures: `${config.dataDir}/erasures`,
    retentionDays: config.retentionDays,
  });
  expect(done.messages).toBe(1);
  expect(await count()).toEqual({ messages: 0, mails: 0 });
});
