import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { webhookLimits } from '#contract/exchange/webhook-terms.ts';
import { createSealer } from '#server/platform/secrets/sealer.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { uploadStudents } from '#server/test/student-upload.ts';
import { expectedSignature, openReceiver } from '#server/test/webhook-receiver.ts';
import { addWebhookTo, dispatcherOf, sendAll, webhookSettings } from '#server/test/webhooks.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ asApplicationUser: true, env: webhookSettings });
});
afterAll(() => school.close());
afterEach(async () => {
  await sql`delete from webhook`.execute(school.database);
  school.at('2026-03-02T09:15:00+11:00');
});

async function receiving(...given: Parameters<typeof openReceiver>) {
  const receiver = await openReceiver(...given);
  onTestFinished(() => receiver.close());
  return receiver;
}
const monday = '2026-03-02';
const mark = async (code: string, status = 'Present') =>
  school.call('admin', 'POST', 'attendance/attendance/create/', {
    rfid_number: code,
    class_schedule: await school.classId('mon9'),
    date: monday,
    status,
  });
const newStudent = (student_id: string) => ({
  student_id,
  first_name: 'Nia',
  last_name: 'New',
  phone_number: '0400000000',
  date_of_birth: '2004-05-06',
  student_mail: '',
});
const listed = async (id: number) =>
  (await school.call('admin', 'GET', 'attendance/webhooks/')).body.results.find(
    (row: { id: number }) => row.id === id,
  );
const log = async (id: number, query = '') =>
  (await school.call('admin', 'GET', `attendance/webhooks/${id}/deliveries/${query}`)).body;

describe('a webhook', () => {
  it('shows its secret once, and stores it encrypted (R-HOOK-3)', async () => {
    const { id, secret } = await addWebhookTo(school, 'https://hooks.example.org/a', ['marks']);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { rows } = await sql<{ secret: Buffer }>`
      select secret from webhook where id = ${id}`.execute(school.database);
    const stored = rows[0]!.secret;
    expect(stored.toString('latin1')).not.toContain(secret.slice(6, 30));
    expect(stored.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
    expect(school.context.sealer.open(stored)).toBe(secret);
    for (const path of ['attendance/webhooks/', 'attendance/audit/'])
      expect(JSON.stringify((await school.call('admin', 'GET', path)).body)).not.toContain(
        secret.slice(6, 30),
      );
    expect(await listed(id)).toMatchObject({ kinds: ['marks'], state: 'active', waiting: 0 });
    const renewed = await school.call('admin', 'POST', `attendance/webhooks/${id}/secret/`, {});
    expect(renewed.body.secret).not.toBe(secret);
  });

  it('is one of 20 at most, also when two are added at once (R-HOOK-1)', async () => {
    for (let number = 1; number < webhookLimits.webhooks; number++)
      await addWebhookTo(school, 'https://hooks.example.org/a', ['students'], {
        name: `${number}`,
      });
    const add = (name: string) =>
      school.call('admin', 'POST', 'attendance/webhooks/create/', {
        name,
        url: 'https://hooks.example.org/a',
        kinds: ['students'],
      });
    for (let times = 0; times < 5; times++) {
      const answers = await Promise.all([add('One'), add('Other')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      await sql`delete from webhook where name in ('One', 'Other')`.execute(school.database);
    }
  });

  it('gets signed events of marks with ids, and nothing else (R-HOOK-1, R-HOOK-3)', async () => {
    const receiver = await receiving();
    const { secret } = await addWebhookTo(school, receiver.url, ['marks']);
    const dispatcher = dispatcherOf(school);
    const { body } = await mark('S1');
    await mark('S1', 'Absent');
    await school.call('admin', 'DELETE', `attendance/attendance/${body.id}/`);
    await sendAll(dispatcher);
    const data = {
      student: await school.studentId('S1'),
      class_schedule: await school.classId('mon9'),
      date: monday,
    };
    expect(receiver.received.map(({ event }) => event)).toEqual(
      ['mark.created', 'mark.changed', 'mark.deleted'].map((type) => ({
        type,
        timestamp: '2026-03-01T22:15:00.000Z',
        data,
      })),
    );
    for (const one of receiver.received) {
      expect(one.signature).toBe(expectedSignature(secret, one));
      // By the real clock, as receivers compare it.
      expect(Math.abs(Number(one.timestamp) - Date.now() / 1000)).toBeLessThan(60);
    }
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
  });

  it('names students, classes and the status only where that is switched on (R-HOOK-3)', async () => {
    const receiver = await receiving();
    await addWebhookTo(school, receiver.url, ['marks'], { with_names: true });
    const dispatcher = dispatcherOf(school);
    await sql`update class_schedule set group_name = '12A' where id = ${await school.classId('mon9')}`.execute(
      school.database,
    );
    await mark('S2');
    await sendAll(dispatcher);
    expect(receiver.received[0]?.event.data.names).toEqual({
      student: { student_id: 'S2', first_name: expect.any(String), last_name: expect.any(String) },
      class: {
        subject_code: expect.any(String),
        subject_name: expect.any(String),
        group_name: '12A',
      },
      status: 'Present',
    });
    const { rows } = await sql<{ row: string }>`
      select row_to_json(d)::text as row from webhook_delivery d`.execute(school.database);
    const { first_name = '' } = receiver.received[0]?.event.data.names?.student ?? {};
    expect(rows.map(({ row }) => row).join()).not.toContain(first_name);
  });

  it('gets students however they are written: form, file, archive, erasure (R-HOOK-2)', async () => {
    const receiver = await receiving();
    await addWebhookTo(school, receiver.url, ['students']);
    const dispatcher = dispatcherOf(school);
    const types = () => receiver.received.map(({ event }) => event.type);
    const made = await school.call(
      'admin',
      'POST',
      'attendance/students/create/',
      newStudent('N1'),
    );
    expect(made.status).toBe(201);
    await sendAll(dispatcher);
    expect(types()).toEqual(['student.created']);
    const uploaded = await uploadStudents(
      school,
      'student_id,first_name,last_name,phone_number,date_of_birth\nN2,Ned,New,0400000001,2004-01-01\nN3,Nan,New,0400000002,2004-01-02\n',
    );
    expect(uploaded.status).toBe(200);
    await sendAll(dispatcher);
    expect(types().slice(1)).toEqual(['student.created', 'student.created']);
    await school.call('admin', 'PATCH', `attendance/students/${made.body.id}/`, {
      first_name: 'Nina',
    });
    // The same again changes nothing.
    await school.call('admin', 'PATCH', `attendance/students/${made.body.id}/`, {
      first_name: 'Nina',
    });
    await sendAll(dispatcher);
    expect(types().slice(3)).toEqual(['student.changed']);
    await school.call('admin', 'POST', 'attendance/students/create/', {
      archive: 'ids',
      ids: [made.body.id],
    });
    await school.call('admin', 'POST', `attendance/student-details/${made.body.id}/erase/`, {
      student_id: 'N1',
    });
    await sendAll(dispatcher);
    expect(types().slice(4)).toEqual(['student.changed', 'student.deleted']);
  });

  it('gets enrolments and meetings, and not what it does not want (R-HOOK-2)', async () => {
    const receiver = await receiving();
    await addWebhookTo(school, receiver.url, ['enrolments', 'meetings']);
    const dispatcher = dispatcherOf(school);
    const [student, mon9] = [await school.studentId('S4'), await school.classId('mon9b')];
    await sql`delete from enrolment where student_id = ${student} and class_schedule_id = ${mon9}`.execute(
      school.database,
    );
    await sendAll(dispatcher);
    receiver.received.length = 0;
    await mark('S1');
    await school.call('admin', 'POST', 'attendance/studentassignment/create/', {
      student_ids: [student],
      class_schedule: mon9,
    });
    await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
      values (${student}, ${mon9}, '2026-03-02') on conflict do nothing`.execute(school.database);
    await sendAll(dispatcher);
    expect(receiver.received.map(({ event }) => event)).toEqual([
      expect.objectContaining({
        type: 'enrolment.created',
        data: { student, class_schedule: mon9 },
      }),
    ]);
    const { rows } = await sql<{ id: number; date: string }>`
      select id, date from class_meeting where class_schedule_id = ${mon9} and date > ${monday}
      order by date limit 1`.execute(school.database);
    const meeting = rows[0]!;
    const cancelled = await school.call('admin', 'POST', 'attendance/meetings/cancel/', {
      ids: [meeting.id],
      reason: 'Power cut',
    });
    expect(cancelled.status).toBe(200);
    await sendAll(dispatcher);
    expect(receiver.received.slice(1).map(({ event }) => event)).toEqual([
      expect.objectContaining({
        type: 'meeting.changed',
        data: { class_schedule: mon9, date: meeting.date },
      }),
    ]);
  });

  it('is sent nothing of the time when it was disabled, and its failed events again (R-HOOK-4)', async () => {
    const receiver = await receiving((response) => response.writeHead(500).end());
    const { id } = await addWebhookTo(school, receiver.url, ['marks']);
    const dispatcher = dispatcherOf(school);
    await mark('S3');
    await sendAll(dispatcher);
    expect(await listed(id)).toMatchObject({ state: 'failing', waiting: 1 });
    await school.call('admin', 'POST', `attendance/webhooks/${id}/disable/`, {});
    expect(await listed(id)).toMatchObject({ state: 'disabled', disabled_by: 'admin', failed: 1 });
    expect((await log(id)).results).toMatchObject([
      { event: 'mark.created', state: 'failed', attempts: 1, answer_code: 500 },
    ]);
    await mark('S3', 'Absent');
    await sendAll(dispatcher);
    const replay = (body: object) =>
      school.call('admin', 'POST', `attendance/webhooks/${id}/replay/`, body);
    const all = { failed_since: '2026-03-01T00:00:00Z' };
    expect((await replay(all)).status).toBe(409);
    await school.call('admin', 'POST', `attendance/webhooks/${id}/enable/`, {});
    receiver.answer = (response) => response.writeHead(200).end();
    expect((await replay(all)).body).toEqual({ replayed: 1 });
    await sendAll(dispatcher);
    expect(receiver.received.map(({ event }) => event.type)).toEqual([
      'mark.created',
      'mark.created',
    ]);
    // The same id, so that the receiver can drop a repeat.
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    const [delivered] = (await log(id, '?state=delivered')).results;
    expect((await replay({ deliveries: [delivered.id] })).body).toEqual({ replayed: 1 });
    await sendAll(dispatcher);
    expect(receiver.received).toHaveLength(3);
    for (const body of [{}, { deliveries: [1], ...all }, { deliveries: [] }, { deliveries: ['x'] }])
      expect([(await replay(body)).status, body]).toEqual([400, body]);
    expect((await replay({ failed_since: 'yesterday' })).body).toHaveProperty('failed_since');
  });

  it('sends a test event at once, and logs it', async () => {
    const receiver = await receiving();
    const { id, secret } = await addWebhookTo(school, receiver.url, ['students']);
    const test = () => school.call('admin', 'POST', `attendance/webhooks/${id}/test/`, {});
    expect((await test()).body).toMatchObject({
      event: 'test',
      state: 'delivered',
      answer_code: 204,
    });
    expect(receiver.received[0]?.event).toMatchObject({ type: 'test', data: {} });
    expect(receiver.received[0]?.signature).toBe(expectedSignature(secret, receiver.received[0]!));
    await receiver.close();
    expect((await test()).body).toMatchObject({
      state: 'failed',
      answer_code: null,
      error: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await listed(id)).toMatchObject({ state: 'active', failed: 0 });
  });

  it('whose secret was encrypted with another key says so', async () => {
    const receiver = await receiving();
    const { id } = await addWebhookTo(school, receiver.url, ['marks']);
    const dispatcher = dispatcherOf(school, { sealer: createSealer('another key') });
    await mark('S5');
    await sendAll(dispatcher);
    expect(receiver.received).toEqual([]);
    expect((await log(id)).results[0]).toMatchObject({
      state: 'waiting',
      error: 'It was encrypted with another SECRETS_KEY.',
    });
  });
});
