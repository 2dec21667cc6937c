import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { createMessagesSchool, heldServer, type MessagesSchool } from '#server/test/messages.ts';

let it_: MessagesSchool;
afterEach(() => it_.close());
const open = async (...options: Parameters<typeof createMessagesSchool>) => {
  it_ = await createMessagesSchool(...options);
  return it_;
};

const to = (address: string): Email =>
  it_.server.accepted.findLast((mail) => mail.to?.[0]?.address === address)!;
const headerOf = (mail: Email, key: string) => mail.headers.find((one) => one.key === key)?.value;
const linkOf = (mail: Email): string => /https?:\S+/.exec(mail.text ?? '')![0];
const post = (link: string, payload = 'List-Unsubscribe=One-Click') =>
  it_.school.app.inject({
    method: 'POST',
    url: new URL(link).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });
const stops = async () =>
  (await sql`select stopped_by, guardian_id from message_stop`.execute(it_.school.database)).rows;
const path = async (student = 'S1') =>
  `attendance/student-details/${await it_.school.studentId(student)}`;
const addGuardian = async (student = 'S1') =>
  (
    await it_.school.call('admin', 'POST', `${await path(student)}/guardians/create/`, {
      name: 'Gus',
      email: 'gus@home.example',
      phone: '+61 400 111111',
      gets_messages: true,
      consent: true,
    })
  ).body.id as number;

/** Sends the first message of the day. */
async function send(students = ['S1']): Promise<void> {
  for (const student of students) await it_.mark(student, 'Absent');
  it_.at('09:35');
  await it_.step();
  await it_.settled();
}
/** The rest of the day is reported again. */
async function sendLater(): Promise<void> {
  await it_.set({ last_message: true, last_message_at: '10:00' });
  await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select s.id, c.id, '2026-02-23' from student s, class_schedule c
    where s.student_id = 'S1' and c.ref = 'mon10'`.execute(it_.school.database);
  it_.at('10:05');
  await it_.mark('S1', 'Absent', 'mon10');
  it_.at('10:45');
  expect((await it_.step()).queued).toBe(1);
  await it_.settled();
}

describe('the stop link of a message (R-MSG-8)', () => {
  it('stops messages to its recipient alone, which staff see and take back', async () => {
    const { school, messages } = await open();
    const guardian = await addGuardian();
    await send();
    const link = linkOf(to('s1@school.example'));
    expect(link).not.toMatch(/S1|school\.example\/?.*@/);
    expect(to('s1@school.example').html).toContain(`<a href="${link}">`);
    expect(headerOf(to('s1@school.example'), 'list-unsubscribe')).toBe(`<${link}>`);
    const page = await school.app.inject({ method: 'GET', url: new URL(link).pathname });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('<form method="post">');
    expect(page.body).not.toMatch(/Anna|S1\b|s1@/);
    expect(await stops()).toEqual([]);

    expect((await post(link)).body).toContain('The messages are stopped');
    expect((await post(link)).body).toContain('The messages are stopped');
    expect(await stops()).toEqual([{ stopped_by: null, guardian_id: null }]);
    const { body: log } = await school.call('admin', 'GET', 'attendance/audit/?limit=50');
    expect(JSON.stringify(log).match(/Stop messages by link/g)).toHaveLength(1);
    expect((await school.call('admin', 'GET', `${await path()}/messages/`)).body.stopped).toEqual({
      at: expect.any(String),
      by: null,
    });
    await sendLater();
    const later = (await messages()).filter(({ kind }) => kind === 'last');
    expect(later.map(({ state, reason }) => [state, reason])).toEqual([
      ['stopped', 'The messages to this recipient were stopped.'],
      ['queued', null],
    ]);
    expect(it_.server.accepted).toHaveLength(3);

    const again = `${await path()}/message-stop/`;
    const body = { guardian_id: null, stopped: false };
    expect((await school.call('teacher', 'POST', again, body)).status).toBe(403);
    expect((await school.call('admin', 'POST', again, body)).status).toBe(204);
    expect(await stops()).toEqual([]);
    await post(linkOf(to('gus@home.example')), '');
    expect(await stops()).toEqual([{ stopped_by: null, guardian_id: guardian }]);
    expect(
      (await school.call('admin', 'GET', `${await path()}/guardians/`)).body.results[0].stopped,
    ).toMatchObject({ by: null });
  });

  it('asks mail programs for one click only where the institute has https', async () => {
    await open({
      env: {
        PUBLIC_URL: 'https://attendance.school.example',
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'a',
        OIDC_AUDIENCE: 'a',
      },
    });
    await send();
    const mail = to('s1@school.example');
    expect(linkOf(mail)).toMatch(/^https:\/\/attendance\.school\.example\//);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('is worth nothing changed, for others, or after the address was changed', async () => {
    const { school } = await open();
    await addGuardian();
    await send(['S1', 'S2']);
    const link = linkOf(to('s1@school.example'));
    const other = linkOf(to('s2@school.example'));
    const letter = (text: string) => (text.endsWith('A') ? 'B' : 'A');
    const forged = [
      `${link.slice(0, -1)}${letter(link)}`,
      other.slice(0, -22) + link.slice(-22),
      link.replace(/\/s([0-9a-z]+)-/, '/g$1-'),
      link.replace(/\/s[0-9a-z]+-/, '/szzzzzzzzzz-'),
      `${link}x`,
    ];
    // The page says so before anything is pressed.
    const read = async (one: string) =>
      (await school.app.inject({ method: 'GET', url: new URL(one).pathname })).body;
    expect(await read(link)).toContain('<form method="post">');
    for (const one of forged) {
      expect(one).not.toBe(link);
      expect(await read(one)).toContain('This link is not valid');
      expect(await read(one)).not.toContain('<form');
      const { statusCode, body } = await post(one);
      expect([statusCode, body]).toEqual([200, expect.stringContaining('This link is not valid')]);
    }
    await school.call('admin', 'PATCH', `attendance/students/${await school.studentId('S1')}/`, {
      student_mail: 'anna@school.example',
    });
    expect(await read(link)).toContain('This link is not valid');
    expect((await post(link)).body).toContain('This link is not valid');
    expect((await post(link, 'x'.repeat(10_000))).statusCode).toBe(413);
    expect(await stops()).toEqual([]);
  });

  it('stops what waits, and what the mail server is about to accept', async () => {
    const held = heldServer();
    const { mark, at, step, untilWorking, settled, messages, school } = await open(held.options);
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    await untilWorking();
    const body = { guardian_id: null, stopped: true };
    await school.call('admin', 'POST', `${await path()}/message-stop/`, body);
    held.release();
    await settled();
    expect(it_.server.accepted).toEqual([]);
    expect(await messages()).toMatchObject([
      { state: 'stopped', reason: 'The messages to this recipient were stopped.' },
    ]);
    expect(
      (await school.call('admin', 'GET', `${await path()}/messages/`)).body.stopped.by,
    ).not.toBeNull();
  });

  it('of a merged student stops messages of who stays, at the same address', async () => {
    const { school } = await open();
    await send();
    const [own, other] = [await school.studentId('S1'), await school.studentId('S2')];
    await sql`update student set student_mail = 'S1@school.example' where id = ${other}`.execute(
      school.database,
    );
    await sql`update student set merged_into = ${other}, archived_at = now() where id = ${own}`.execute(
      school.database,
    );
    expect((await post(linkOf(to('s1@school.example')))).body).toContain('are stopped');
    const { rows } = await sql`select student_id from message_stop`.execute(school.database);
    expect(rows).toEqual([{ student_id: other }]);
  });

  it('of another student’s guardian, or of an erased student, is refused', async () => {
    const { school } = await open();
    const guardian = await addGuardian('S2');
    const body = { guardian_id: guardian, stopped: true };
    const stop = `${await path('S1')}/message-stop/`;
    expect((await school.call('admin', 'POST', stop, body)).status).toBe(404);
    expect(
      (await school.call('admin', 'POST', `${await path('S2')}/message-stop/`, body)).status,
    ).toBe(204);
    const erased = await path('S2');
    await school.call('admin', 'POST', `${erased}/erase/`, { student_id: 'S2' });
    expect(await stops()).toEqual([]);
    const again = { guardian_id: null, stopped: true };
    expect((await school.call('admin', 'POST', `${erased}/message-stop/`, again)).status).toBe(409);
  });

  it('is in the local inbox as it would be in the mail, for its recipient alone', async () => {
    const { school } = await open({ env: { SMTP_URL: '' } });
    await addGuardian();
    await send();
    const { results } = (await school.call('admin', 'GET', 'attendance/inbox/?ordering=to')).body;
    expect(results.map(({ to }: { to: string }) => to)).toEqual([
      'gus@home.example',
      's1@school.example',
    ]);
    const [ofGuardian, ofStudent] = results.map((mail: { stop_url: string }) => mail.stop_url);
    expect(ofGuardian).not.toBe(ofStudent);
    expect((await post(ofStudent)).body).toContain('The messages are stopped');
    expect(await stops()).toEqual([{ stopped_by: null, guardian_id: null }]);
    const one = await school.call('admin', 'GET', `attendance/inbox/${results[1].id}/`);
    expect(one.body.stop_url).toBe(ofStudent);
  });

  it('is in no stored text, and in no mail to staff', async () => {
    const { school } = await open();
    await send();
    const { body } = await school.call('admin', 'GET', 'attendance/student-messages/');
    expect(body.results[0].text.body).toContain('absent');
    expect(JSON.stringify(body)).not.toContain('message-stop');
  });
});
