import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessagesSchool, type MessagesSchool } from '#server/test/messages.ts';
import { openSmsReceiver } from '#server/test/sms-receiver.ts';

const secret = 'a secret of at least thirty-two letters';
let it_: MessagesSchool;
let receiver: Awaited<ReturnType<typeof openSmsReceiver>>;
let answer: { status: number } | null = { status: 200 };
beforeEach(async () => {
  answer = { status: 200 };
  receiver = await openSmsReceiver(secret, () => answer);
  it_ = await createMessagesSchool({
    env: { SMS_URL: receiver.url, SMS_SECRET: secret, SMS_NETWORKS: '127.0.0.1' },
  });
  await sql`update student set student_mail = null where student_id in ('S1', 'S2')`.execute(
    it_.school.database,
  );
});
afterEach(async () => {
  await it_.close();
  await receiver.close();
});

describe('short messages (R-MSG-7)', () => {
  it('go to who has no address for mails, once they are switched on', async () => {
    const { at, mark, set, step, settled, messages } = it_;
    await mark('S1', 'Absent');
    await mark('S3', 'Absent');
    at('09:35');
    await step();
    await settled();
    expect((await messages()).find(({ student }) => student === 'S1')).toMatchObject({
      state: 'unaddressed',
    });
    await set({ sms_messages: true });
    await mark('S2', 'Absent');
    at('10:00');
    await step();
    await settled();
    expect(receiver.requests).toEqual([{ isSigned: true, key: expect.any(String) }]);
    expect(receiver.accepted).toMatchObject([
      { to: '+61 400 000000', text: expect.stringContaining('Bo Nguyễn (S2)') },
    ]);
    expect(it_.accepted()).toEqual(['s3@school.example: Absent on Monday, 2 March 2026']);
  });

  it('go to everybody with a phone number where the institute wants them first', async () => {
    const { at, mark, set, step, settled, school } = it_;
    await sql`update student set phone_number = '' where student_id = 'S5'`.execute(
      school.database,
    );
    await set({ sms_messages: true, sms_first: true });
    for (const student of ['S3', 'S5']) await mark(student, 'Absent');
    at('09:35');
    await step();
    await settled();
    expect(receiver.accepted).toMatchObject([{ text: expect.stringContaining('(S3)') }]);
    expect(receiver.accepted[0]!.text).not.toContain('http');
    expect(it_.accepted()).toEqual(['s5@school.example: Absent on Monday, 2 March 2026']);
  });

  it('are listed with the gateway’s refusal, and are not sent again when it is unknown', async () => {
    const { at, mark, set, step, settled, school } = it_;
    await set({ sms_messages: true });
    answer = { status: 400 };
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    expect(await settled()).toMatchObject([{ mail: 'failed' }]);
    answer = null;
    await mark('S2', 'Absent');
    at('10:00');
    await step();
    await settled();
    await step();
    expect(receiver.requests).toHaveLength(2);
    const { body } = await school.call('admin', 'GET', 'attendance/student-messages/');
    expect(
      body.results.map((row: { state: string; reason: string }) => [row.state, row.reason]),
    ).toEqual([
      ['bounced', expect.stringContaining('It may have been sent')],
      ['bounced', 'The SMS gateway answered 400.'],
    ]);
  });

  it('reach a guardian with a phone only', async () => {
    const { at, mark, set, step, settled, school } = it_;
    await set({ sms_messages: true });
    const path = `attendance/student-details/${await school.studentId('S3')}/guardians/create/`;
    const added = await school.call('admin', 'POST', path, {
      name: 'Gus',
      phone: '+61 411 111111',
      gets_messages: true,
      consent: true,
    });
    expect(added.status).toBe(201);
    await mark('S3', 'Absent');
    at('09:35');
    await step();
    await settled();
    expect(receiver.accepted).toMatchObject([{ to: '+61 411 111111' }]);
  });
});
