import { setTimeout as wait } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openMailServer, type MailServer } from '#server/test/mail-server.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool | null = null;
let server: MailServer | null = null;
afterEach(async () => {
  await school?.close();
  await server?.close();
  school = server = null;
});

const open = async (smtp?: string) =>
  (school = await createTestSchool({
    env: {
      ...(smtp && { SMTP_URL: smtp }),
      MAIL_FROM: 'Attendance <no-reply@school.example>',
      MAIL_RETRY_SECONDS: '1',
    },
  }));

const ask = async (email = 'head@school.example') => {
  const answer = await school!.call('admin', 'POST', 'attendance/spreadsheet-export/', { email });
  expect(answer).toMatchObject({
    status: 202,
    body: { message: `The workbook will be mailed to ${email}`, id: expect.any(Number) },
  });
  return answer.body.id as number;
};
const job = async (id: number) =>
  (await school!.call('account', 'GET', `attendance/jobs/${id}/`)).body;
/** Waits until the job is as expected; fails with its state when that takes too long. */
async function becomes(id: number, expected: object) {
  for (let tries = 0; tries < 300; tries++) {
    const now = await job(id);
    try {
      expect(now).toMatchObject(expected);
      return now;
    } catch (error) {
      if (tries === 299) throw error;
      await wait(100);
    }
  }
}

describe('a workbook by mail', () => {
  it('contains the data of the database, and its file is not stored here', async () => {
    server = await openMailServer();
    await open(server.address);
    await sql`update teacher set last_name = '=cmd' where first_name = 'Theo'`.execute(
      school!.database,
    );
    const id = await ask();
    await becomes(id, {
      state: 'done',
      title: 'Master Export',
      recipient: 'head@school.example',
      requested_by: 'admin',
      attempts: 1,
      reason: null,
    });
    expect(server.accepted).toHaveLength(1);
    const [mail] = server.accepted;
    expect(mail!.from).toMatchObject({ address: 'no-reply@school.example', name: 'Attendance' });
    expect(mail!.to).toMatchObject([{ address: 'head@school.example' }]);
    expect(mail!.subject).toBe('Master Export, 2026-03-02');
    expect(mail!.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(mail!.attachments[0]!.filename).toBe('Master-Export-2026-03-02.xlsx');
    const { sheets } = await readXlsx(new Uint8Array(mail!.attachments[0]!.content as ArrayBuffer));
    expect(sheets.map(({ name, rows }) => [name, rows.length - 1])).toEqual([
      ['Students', 5],
      ['Cohorts', 0],
      ['Schedule', 5],
      ['Teachers', 2],
      ['Courses', 1],
    ]);
    const [header, first] = sheets[0]!.rows;
    expect(first![header!.indexOf('Date of birth')]).toEqual(new Date('2004-05-06T00:00:00Z'));
    expect(first!.slice(0, 3)).toEqual(['S1', 'Anna', 'Ångström']);
    expect(sheets[3]!.rows[1]![1]).toBe('=cmd');
    expect(sheets.every(({ freezePane }) => freezePane?.rows === 1)).toBe(true);
    const { rows } = await sql`select content from mail_attachment`.execute(school!.database);
    expect(rows).toEqual([{ content: null }]);
  });

  it('without a mail server is in the local inbox, where its file can be opened', async () => {
    await open();
    const id = await ask();
    await becomes(id, { state: 'done' });
    const { body } = await school!.call('account', 'GET', 'attendance/inbox/');
    expect(body).toMatchObject({
      total: 1,
      results: [
        {
          to: 'head@school.example',
          subject: 'Master Export, 2026-03-02',
          attachments: [{ place: 0 }],
        },
      ],
    });
    const token = await school!.token('admin');
    const file = await school!.app.inject({
      url: `/api/v2/attendance/inbox/${id}/attachments/0/`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await readXlsx(new Uint8Array(file.rawPayload))).sheets).toHaveLength(5);
    for (const caller of ['teacher', 'anonymous'] as const) {
      expect(
        (await school!.call(caller, 'GET', `attendance/inbox/${id}/attachments/0/`)).status,
      ).toBe(caller === 'anonymous' ? 401 : 403);
    }
  });

  it('waits while the mail server is down, and is sent once it is back', async () => {
    server = await openMailServer();
    const { port } = server;
    await server.close();
    await open(`smtp://127.0.0.1:${port}`);
    const id = await ask();
    await becomes(id, {
      state: 'waiting',
      reason: expect.stringContaining('The mail server cannot be reached'),
    });
    server = await openMailServer({}, port);
    await becomes(id, { state: 'done', reason: null });
    expect(server.accepted).toHaveLength(1);
    expect((await job(id)).attempts).toBeGreaterThan(1);
  });

  it('is retried when the mail server is busy: created once, sent once', async () => {
    let attempts = 0;
    server = await openMailServer({
      onMail() {
        if (++attempts < 3)
          throw Object.assign(new Error('Try again later'), { responseCode: 451 });
      },
    });
    await open(server.address);
    const id = await ask();
    await becomes(id, { state: 'done', attempts: 3 });
    expect([attempts, server.accepted.length]).toEqual([3, 1]);
    const { rows } = await sql`select count(*)::int as files from mail_attachment`.execute(
      school!.database,
    );
    expect(rows).toEqual([{ files: 1 }]);
  });

  it('that was accepted is not sent again when storing that fails', async () => {
    server = await openMailServer();
    await open(server.address);
    await sql`
      create function no_end() returns trigger language plpgsql
        as 'begin raise exception ''the disk is full''; end'`.execute(school!.database);
    await sql`
      create trigger no_end before update on mail for each row when (new.state = 'done')
        execute function no_end()`.execute(school!.database);
    const id = await ask();
    await becomes(id, {
      state: 'failed',
      attempts: 2,
      reason: expect.stringContaining('It may have been sent'),
    });
    expect(server.accepted).toHaveLength(1);
  });

  it('waits for a slow mail server, and sends once', async () => {
    server = await openMailServer({ beforeRecipient: () => wait(1500), onMail: () => wait(1500) });
    await open(server.address);
    const id = await ask();
    await becomes(id, { state: 'working' });
    await becomes(id, { state: 'done', attempts: 1 });
    expect(server.accepted).toHaveLength(1);
  });

  it('fails at once when the mail server rejects it permanently, shows the reason, and can be retried', async () => {
    let known = false;
    server = await openMailServer({
      rejectRecipient: () => (known ? null : { code: 550, text: 'No such mailbox' }),
    });
    await open(server.address);
    const id = await ask();
    await becomes(id, {
      state: 'failed',
      attempts: 1,
      reason: expect.stringContaining('No such mailbox'),
      finished_at: expect.any(String),
    });
    expect((await school!.call('admin', 'GET', 'attendance/jobs/?state=failed')).body.total).toBe(
      1,
    );
    known = true;
    expect((await school!.call('admin', 'POST', `attendance/jobs/${id}/retry/`, {})).status).toBe(
      202,
    );
    await becomes(id, { state: 'done' });
    expect(server.accepted).toHaveLength(1);
    expect((await school!.call('admin', 'POST', `attendance/jobs/${id}/retry/`, {})).status).toBe(
      404,
    );
  });

  it('whose connection is lost before the reply may have been sent: it is not sent again automatically', async () => {
    server = await openMailServer({ onMail: () => server!.drop() });
    await open(server.address);
    const id = await ask();
    await becomes(id, {
      state: 'failed',
      attempts: 1,
      reason: expect.stringContaining('It may have been sent'),
    });
    // Due jobs are done once a later one is.
    await server.close();
    server = await openMailServer({}, server.port);
    await becomes(await ask(), { state: 'done' });
    expect(server.accepted).toHaveLength(1);
    expect(await job(id)).toMatchObject({ state: 'failed', attempts: 1 });
  });
});

describe('recipients of data', () => {
  it('with configured domains only there, also when a failed mail is retried', async () => {
    school = await createTestSchool({ env: { MAIL_DOMAINS: 'school.example, exams.example' } });
    const mailTo = (email: string) =>
      school!.call('admin', 'POST', 'attendance/spreadsheet-export/', { email });
    const elsewhere = [
      'head@elsewhere.example',
      'head@school.example.evil.example',
      'head@sub.school.example',
    ];
    const through = [
      'head%elsewhere.example@school.example',
      'elsewhere.example!head@school.example',
    ];
    for (const email of [...elsewhere, ...through]) {
      expect(await mailTo(email)).toMatchObject({
        status: 400,
        body: { email: ['must be an address at school.example or exams.example'] },
      });
      const body = { email, from_date: '2026-03-02', to_date: '2026-03-02' };
      expect(
        (
          await school.call(
            'admin',
            'POST',
            'attendance/attendance-export/export_attendance/',
            body,
          )
        ).status,
      ).toBe(400);
    }
    for (const email of ['head@school.example', 'HEAD@EXAMS.example'])
      expect((await mailTo(email)).status).toBe(202);
    const { rows } = await sql<{ id: number }>`
      insert into mail (kind, asked, recipient, requested_by, subject, body, created_at, state,
        finished_at)
      select 'spreadsheet', '{}', 'head@elsewhere.example', id, 'x', 'x', now(), 'failed', now()
      from app_user limit 1 returning id`.execute(school.database);
    expect(
      (await school.call('admin', 'POST', `attendance/jobs/${rows[0]!.id}/retry/`)).status,
    ).toBe(400);
    expect((await job(rows[0]!.id)).state).toBe('failed');
  });

  it.each(['(x)a@b.c', 'a@[127.0.0.1]', 'a@localhost'])('%s is no address', async (email) => {
    school = await createTestSchool();
    expect(
      (await school.call('admin', 'POST', 'attendance/spreadsheet-export/', { email })).body,
    ).toEqual({ email: ['must be an e-mail address'] });
  });
});
