import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createMessagesSchool, heldServer, type MessagesSchool } from '#server/test/messages.ts';
import { purgeExpired } from '../privacy/retention.ts';
import { compose } from '#server/messages/student-messages/compose.ts';
import { readQueued } from '#server/messages/student-messages/hand-over.ts';

let it_: MessagesSchool;
afterEach(() => it_.close());
const open = async () => {
  it_ = await createMessagesSchool();
  return it_;
};
const pathOf = async (student: string) =>
  `attendance/student-details/${await it_.school.studentId(student)}/guardians/`;
const add = async (student: string, body: object) =>
  it_.school.call('admin', 'POST', `${await pathOf(student)}create/`, body);
const change = (id: number, body: object) =>
  it_.school.call('admin', 'PATCH', `attendance/guardians/${id}/`, body);
const born = (student: string, date: string) =>
  sql`update student set date_of_birth = ${date} where student_id = ${student}`.execute(
    it_.school.database,
  );
const gus = { name: 'Gus Ångström', email: 'gus@home.example', gets_messages: true };

describe('guardians (R-GUARD-1)', () => {
  it('are added, changed and deleted by who edits students, and read by no other user', async () => {
    const { school } = await open();
    const added = await add('S1', { ...gus, relation: 'Father', phone: '+61 400 111111' });
    expect(added).toMatchObject({
      status: 201,
      body: { ...gus, relation: 'Father', consent: null },
    });
    const { id } = added.body;
    expect((await change(id, { relation: '', consent: true })).body).toMatchObject({
      relation: null,
      consent: { by: 'admin' },
    });
    const { consent } = (await change(id, { consent: true, name: 'Gus' })).body;
    school.at('2026-03-02T10:00:00+11:00');
    expect((await change(id, { consent: true })).body.consent).toEqual(consent);
    const path = await pathOf('S1');
    expect((await school.call('admin', 'GET', path)).body).toMatchObject({
      needs_consent: true,
      results: [{ id, name: 'Gus' }],
    });
    expect((await school.call('teacher', 'GET', path)).status).toBe(403);
    expect((await school.call('teacher', 'DELETE', `attendance/guardians/${id}/`)).status).toBe(
      403,
    );
    const others = await Promise.all(
      ['students/?limit=20', `student-details/${await school.studentId('S1')}/`].map((one) =>
        school.call('teacher', 'GET', `attendance/${one}`),
      ),
    );
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect(JSON.stringify(others.map(({ body }) => body))).not.toContain('gus@home');
    const { body: log } = await school.call('admin', 'GET', 'attendance/audit/?limit=50');
    expect(JSON.stringify(log)).toContain('Add guardian');
    expect(JSON.stringify(log)).not.toContain('gus@home');
    expect((await school.call('admin', 'DELETE', `attendance/guardians/${id}/`)).status).toBe(204);
    expect((await change(id, {})).status).toBe(404);
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['messages without an address', { name: 'Gus', gets_messages: true }, 'email'],
    ['no address', { ...gus, email: 'gus' }, 'email'],
    [
      'an address with a line break',
      { ...gus, email: 'gus@home.example\nBcc: a@b.example' },
      'email',
    ],
    ['a name with a line break', { ...gus, name: 'Gus\u0000' }, 'name'],
  ])('with %s are refused', async (_what, body, field) => {
    await open();
    expect(await add('S1', body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });

  it('lose their address only together with the messages', async () => {
    await open();
    const { id } = (await add('S1', gus)).body;
    expect((await change(id, { email: null })).status).toBe(400);
    expect((await change(id, { email: '', gets_messages: false })).body).toMatchObject({
      email: null,
    });
  });

  it('are at most ten, and none of an erased student', async () => {
    const { school } = await open();
    for (let count = 0; count < 10; count++) await add('S1', { name: `Gus ${count}` });
    expect((await add('S1', { name: 'Gus' })).status).toBe(409);
    const id = await school.studentId('S2');
    await add('S2', gus);
    await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
      student_id: 'S2',
    });
    expect(
      (
        await school.call(
          'admin',
          'POST',
          `attendance/student-details/${id}/guardians/create/`,
          gus,
        )
      ).status,
    ).toBe(409);
    const left = await sql`select from guardian where student_id = ${id}`.execute(school.database);
    expect(left.rows).toEqual([]);
  });

  it('are deleted some days after their student was archived', async () => {
    const { school } = await open();
    await add('S1', gus);
    await add('S2', gus);
    await sql`update student set archived_at = '2026-03-02' where student_id = 'S1'`.execute(
      school.database,
    );
    const purge = (instant: string) => {
      school.at(instant);
      return purgeExpired({
        ...school.context,
        erasures: `${school.config.dataDir}/erasures`,
        retentionDays: school.config.retentionDays,
      });
    };
    expect((await purge('2026-03-31T00:00:00Z')).guardians).toBe(0);
    expect((await purge('2026-04-02T00:00:00Z')).guardians).toBe(1);
  });
});

describe('messages to guardians (R-GUARD-2)', () => {
  it('go to those of minors, and of others with a consent; each is notified once', async () => {
    const { at, step, mark, settled, server } = await open();
    await born('S1', '2010-01-01');
    await born('S2', '2008-03-02');
    await born('S3', '2008-03-03');
    for (const student of ['S1', 'S2', 'S3', 'S5'])
      await add(student, { ...gus, email: `${student.toLowerCase()}@home.example` });
    await add('S5', { ...gus, email: 'consented@home.example', consent: true });
    await add('S1', { ...gus, email: 'quiet@home.example', gets_messages: false });
    for (const student of ['S1', 'S2', 'S3', 'S5']) await mark(student, 'Absent');
    at('09:35');
    await step();
    await settled();
    await step();
    expect(
      server.accepted
        .map(({ to }) => to![0]!.address)
        .filter((address) => address!.endsWith('home.example'))
        .toSorted(),
    ).toEqual(['consented@home.example', 's1@home.example', 's3@home.example']);
    const mail = server.accepted.find(({ to }) => to![0]!.address === 's1@home.example');
    expect(mail!.text).toContain('Hello Gus Ångström,');
    expect(mail!.text).toContain('Anna Ångström (S1)');
    expect(server.accepted).toHaveLength(7);
  });

  it('end when the consent is withdrawn, also of one that was queued, and when the guardian is deleted', async () => {
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      release = resolve;
    });
    it_ = await createMessagesSchool({ beforeRecipient: () => arrived });
    const { at, step, mark, settled, school, server, messages } = it_;
    const { id } = (await add('S1', { ...gus, consent: true })).body;
    const other = (await add('S2', { ...gus, consent: true })).body;
    await mark('S1', 'Absent');
    await mark('S2', 'Absent');
    await step();
    await school.call('admin', 'DELETE', `attendance/guardians/${other.id}/`);
    at('09:35');
    await step();
    await change(id, { consent: false });
    release();
    await settled();
    expect(server.accepted.map(({ to }) => to![0]!.address).toSorted()).toEqual([
      's1@school.example',
      's2@school.example',
    ]);
    const ended = (await messages()).filter(({ state }) => state === 'cancelled');
    expect(ended.map(({ reason }) => reason)).toEqual([
      'The guardian gets no messages any more.',
      'The guardian gets no messages any more.',
    ]);
  });
});

it('a message says that its guardian gets none any more, also when that changed while it was read', async () => {
  const held = heldServer();
  it_ = await createMessagesSchool(held.options);
  const { at, step, mark, school } = it_;
  const { id } = (await add('S1', { ...gus, consent: true })).body;
  await mark('S1', 'Absent');
  await step();
  at('09:35');
  await step();
  const { rows } = await sql<{ id: number }>`
    select id from student_message where recipient = 'guardian'`.execute(school.database);
  const message = await readQueued(school.database, rows[0]!.id);
  await change(id, { consent: false });
  expect(await compose(school.context, message!)).toEqual({
    state: 'cancelled',
    reason: 'The guardian gets no messages any more.',
  });
  held.release();
});

describe('a deleted guardian (R-GUARD-1)', () => {
  const named = async (word: string) => {
    const found = await Promise.all(
      ['student_message', 'mail', 'guardian', 'jobs.job', 'audit'].map(async (table) => {
        const { rows } = await sql`
          select 1 from ${sql.table(table)} x where position(${word} in lower(x::text)) > 0`.execute(
          it_.school.database,
        );
        return rows.length > 0 ? [table] : [];
      }),
    );
    return found.flat();
  };

  it.each([
    ['sent', null, ['queued', 'done', null]],
    ['refused', { code: 550, text: '<gus@home.example> is unknown' }, ['queued', 'failed', null]],
  ])('is in no message that was %s', async (_what, answer, [state, mail]) => {
    it_ = await createMessagesSchool({
      rejectRecipient: (address) => (address.startsWith('gus') ? answer : null),
    });
    const { at, step, mark, settled, school, messages } = it_;
    await born('S1', '2012-01-01');
    const { id } = (await add('S1', gus)).body;
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    await settled();
    expect(await named('gus@home')).toContain('mail');
    await school.call('admin', 'DELETE', `attendance/guardians/${id}/`);
    expect(await named('gus@home')).toEqual([]);
    expect(await named('gus ångström')).toEqual([]);
    expect((await messages()).map((one) => [one.state, one.mail])).toContainEqual([state, mail]);
    const outbox = await school.call('admin', 'GET', 'attendance/student-messages/');
    expect(
      outbox.body.results.map((one: { recipient: string; state: string; address: string | null }) =>
        one.recipient === 'guardian' ? [one.state, one.address] : null,
      ),
    ).toContainEqual([answer ? 'bounced' : 'sent', null]);
  });

  it('is in no message that waits for the mail server', async () => {
    const held = heldServer();
    it_ = await createMessagesSchool(held.options);
    const { at, step, mark, settled, school, server, untilWorking } = it_;
    await born('S1', '2012-01-01');
    const { id } = (await add('S1', gus)).body;
    await mark('S1', 'Absent');
    at('09:35');
    await step();
    await untilWorking();
    await school.call('admin', 'DELETE', `attendance/guardians/${id}/`);
    expect(await named('gus@home')).toEqual([]);
    held.release();
    await settled();
    expect(server.accepted.map(({ to }) => to![0]!.address)).toEqual(['s1@school.example']);
  });
});
