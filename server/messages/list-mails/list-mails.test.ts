import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ListMails } from '#contract/messages/list-mails.ts';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { sendListMails } from './send.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-04T12:00:00+11:00' });
});
afterEach(() => school.close());

const order = (list: string, every: string | null, caller: Caller = 'admin') =>
  school.call(caller, 'POST', 'attendance/list-mails/create/', { list, every });
const orders = async (caller: Caller = 'admin'): Promise<ListMails> =>
  (await school.call(caller, 'GET', 'attendance/list-mails/')).body;
const mails = async () =>
  (
    await sql<{ recipient: string; subject: string; body: string }>`
      select recipient, subject, body from mail where kind = 'list' order by id`.execute(
      school.database,
    )
  ).rows;
const sendAt = (instant: string) => {
  school.at(instant);
  return sendListMails(school.context);
};

it('a list is ordered to one’s own address, changed and cancelled (R-MAIL-1)', async () => {
  expect((await orders()).results).toEqual([
    { list: 'open_rolls', every: null },
    { list: 'red_list', every: null },
  ]);
  expect((await order('open_rolls', 'week')).body.results[0]).toEqual({
    list: 'open_rolls',
    every: 'week',
  });
  await order('open_rolls', 'month');
  expect((await orders()).results[0]!.every).toBe('month');
  expect((await orders('account')).results[0]!.every).toBeNull();
  await order('open_rolls', null);
  expect((await orders()).results[0]!.every).toBeNull();
});

it('what is not such a list, or no interval, is refused, as are teachers', async () => {
  expect((await order('students', 'week')).body).toMatchObject({ list: [expect.any(String)] });
  expect((await order('red_list', 'day')).body).toMatchObject({ every: [expect.any(String)] });
  expect((await order('open_rolls', 'week', 'teacher')).status).toBe(403);
});

it('is sent on Mondays from 6:00, once, with the rolls since the last mail by teacher', async () => {
  await order('open_rolls', 'week');
  expect(await sendAt('2026-03-07T12:00:00+11:00')).toBe(0);
  expect(await sendAt('2026-03-09T05:59:00+11:00')).toBe(0);
  expect(await sendAt('2026-03-09T06:00:00+11:00')).toBe(1);
  expect(await sendAt('2026-03-09T06:01:00+11:00')).toBe(0);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    recipient: (await orders()).recipient,
    subject: '1 roll not taken or unfinished',
  });
  expect(mail!.body).toContain('From 2026-03-04 to 2026-03-08 1 roll was');
  expect(mail!.body).toContain('/open-rolls?from_date=2026-03-04&to_date=2026-03-08');
});

it('is sent later in the week when the server was stopped on Monday, and on the first of a month', async () => {
  await order('open_rolls', 'week');
  await order('open_rolls', 'month', 'account');
  expect(await sendAt('2026-03-11T08:00:00+11:00')).toBe(1);
  expect(await sendAt('2026-04-01T08:00:00+11:00')).toBe(2);
});

it('has nothing to send, and sends nothing, while no roll is open', async () => {
  await order('open_rolls', 'week');
  await sql`update class_meeting set status = 'cancelled'`.execute(school.database);
  expect(await sendAt('2026-03-09T06:00:00+11:00')).toBe(0);
  await sql`update class_meeting set status = 'scheduled'`.execute(school.database);
  expect(await sendAt('2026-03-09T07:00:00+11:00')).toBe(0);
});

it('the red list is counted by subject, without names', async () => {
  const class_schedule = await school.classId('mon9');
  const mark = { class_schedule, date: '2026-03-02', student: 'S1', status: 'Absent' };
  await school.call('admin', 'POST', 'attendance/attendance/create/', mark);
  const rule = { below: 80, least_meetings: 1 };
  await school.call('admin', 'POST', 'attendance/redlistrules/create/', rule);
  await standingsOf(school)();
  await order('red_list', 'week');
  expect(await sendAt('2026-03-09T06:00:00+11:00')).toBe(1);
  const [mail] = await mails();
  expect(mail!.subject).toBe('Red list: 1 new, 0 accepted');
  expect(mail!.body).toContain('MAT1 Algebra: 1 new, 0 accepted, 1 listed since 2026-03-04');
  const { rows } = await sql<{ last_name: string }>`
    select last_name from student where student_id = 'S1'`.execute(school.database);
  expect(mail!.body).not.toContain(rows[0]!.last_name);
});

it('goes to who had the right at the latest sign-in, which was not long ago', async () => {
  await order('open_rolls', 'week');
  await order('open_rolls', 'week', 'account');
  const { recipient } = await orders();
  await sql`insert into audit (at, actor, role, kind, what, about)
    values (${school.context.clock.now().toString()}, ${recipient}, 'teacher', 'sign_in', 'Signed in', '{}')`.execute(
    school.database,
  );
  expect(await sendAt('2026-03-09T06:00:00+11:00')).toBe(1);
  expect((await mails())[0]!.recipient).not.toBe(recipient);
  expect(await sendAt('2026-06-15T06:00:00+10:00')).toBe(0);
});

it('is not sent to who has lost the role since their latest sign-in (R-ACCESS-6)', async () => {
  await order('open_rolls', 'week');
  const nina = async (roles: string[]) => {
    const token = await school.issuer.token({ email: 'nina@school.example', name: 'Nina', roles });
    return school.call(
      'anonymous',
      'POST',
      'attendance/list-mails/create/',
      { list: 'open_rolls', every: 'week' },
      { authorization: `Bearer ${token}` },
    );
  };
  expect((await nina(['admin'])).status).toBe(200);
  expect((await nina([])).status).toBe(403);
  expect(await sendAt('2026-03-09T08:00:00+11:00')).toBe(1);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([(await orders()).recipient]);
});
