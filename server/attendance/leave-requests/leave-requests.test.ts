import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { pdf, sendFile } from '#server/test/upload.ts';
import { purgeExpired } from '#server/people/privacy/retention.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
  for (const caller of ['admin', 'account'] as const)
    await school.call(caller, 'GET', 'user/details/');
});
afterAll(() => school.close());
beforeEach(async () => {
  await sql`delete from leave_request`.execute(school.database);
  await sql`update stored_file set created_at = now() - interval '2 days'`.execute(school.database);
});

async function document(caller: Caller = 'student'): Promise<string> {
  const answer = await sendFile(school, caller, '/file/leave-application', 'files', pdf, 'a.pdf');
  expect(answer.status).toBe(200);
  return answer.body.url[0];
}
const path = 'attendance/my-attendance/leave-requests/';
async function ask(caller: Caller = 'student', more: object = {}) {
  const body = {
    leave_from: '2026-03-02',
    leave_to: '2026-03-04',
    reason_for_leave: 'Flu',
    supporting_document: await document(caller),
    ...more,
  };
  return school.call(caller, 'POST', `${path}create/`, body);
}
const own = async (caller: Caller = 'student') =>
  (await school.call(caller, 'GET', path)).body.results;
const decide = (id: number, what: 'approve' | 'decline', body: object, caller: Caller = 'admin') =>
  school.call(caller, 'POST', `attendance/leave-requests/${id}/${what}/`, body);
const leaves = async () =>
  (await sql<{ faculty_email: string }>`select * from leave`.execute(school.database)).rows;

describe('a leave request (R-LEAVE-1)', () => {
  it('is listed for its student alone, and for those who decide', async () => {
    const { status, body } = await ask();
    expect({ status, body }).toMatchObject({ status: 201, body: { state: 'requested' } });
    expect(await own()).toEqual([
      { ...body, supporting_document: expect.stringContaining('/file/leave-application/') },
    ]);
    expect(await own('otherStudent')).toEqual([]);
    const listed = await school.call('admin', 'GET', 'attendance/leave-requests/?state=requested');
    expect(listed.body.results).toMatchObject([
      { id: body.id, student: { student_id: 'S1' }, reason_for_leave: 'Flu', is_own: false },
    ]);
    expect((await school.call('teacher', 'GET', 'attendance/leave-requests/')).status).toBe(403);
  });

  it('approved, writes the leave with the approver’s address, and moves the document', async () => {
    const { body } = await ask();
    const { body: approved, status } = await decide(body.id, 'approve', { answer: 'Get well' });
    expect({ status, approved }).toMatchObject({
      status: 200,
      approved: {
        state: 'approved',
        answer: 'Get well',
        decided_by: 'admin',
        supporting_document: expect.stringContaining('/file/leave-application/'),
        leave_id: expect.any(Number),
      },
    });
    const leave = await school.call('admin', 'GET', `attendance/leave/${approved.leave_id}/`);
    expect(leave.body).toMatchObject({
      leave_from: '2026-03-02',
      leave_to: '2026-03-04',
      reason_for_leave: 'Flu',
      faculty_email: 'ada@school.example',
      supporting_document: expect.stringContaining('/file/leave-application/'),
    });
    const file = await school.app.inject({ url: leave.body.supporting_document });
    expect(file.rawPayload).toEqual(pdf);
    expect(await own()).toMatchObject([{ state: 'approved', decided_at: expect.any(String) }]);
    const { rows } = await sql<{ recipient: string; body: string }>`
      select recipient, body from mail where kind = 'leave-request' order by id`.execute(
      school.database,
    );
    expect(rows.map(({ recipient }) => recipient)).toContain('s1@school.example');
    expect(rows.map(({ body: text }) => text).join()).not.toMatch(/Anna|Flu|Get well/);
  });

  it('is listed with those of its student alone (R-LEAVE-1)', async () => {
    const { body } = await ask();
    const listed = async (code: string) =>
      (
        await school.call(
          'admin',
          'GET',
          `attendance/leave-requests/?student=${await school.studentId(code)}&limit=50`,
        )
      ).body.results as { id: number; student: { student_id: string } }[];
    const of = await listed('S1');
    expect(of.map(({ id }) => id)).toContain(body.id);
    expect(new Set(of.map(({ student }) => student.student_id))).toEqual(new Set(['S1']));
    expect((await listed('S2')).map(({ id }) => id)).not.toContain(body.id);
  });

  it('is decided once', async () => {
    const { body } = await ask();
    const before = (await leaves()).length;
    const answers = await Promise.all([
      decide(body.id, 'approve', {}),
      decide(body.id, 'approve', {}, 'account'),
      decide(body.id, 'decline', { answer: 'No' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const [{ state }] = await own();
    expect((await leaves()).length - before).toBe(state === 'approved' ? 1 : 0);
  });

  it('declined needs a word, and its document goes after 30 days', async () => {
    const { body } = await ask();
    expect(await decide(body.id, 'decline', {})).toMatchObject({ status: 400 });
    expect(await decide(body.id, 'decline', { answer: 'Too late' })).toMatchObject({
      status: 200,
      body: { state: 'declined' },
    });
    const purge = () =>
      purgeExpired({
        ...school.context,
        erasures: `${school.config.dataDir}/erasures.json`,
        retentionDays: school.config.retentionDays,
      });
    await purge();
    expect((await own())[0].supporting_document).not.toBeNull();
    const link = (await own())[0].supporting_document;
    school.at('2026-04-02T09:15:00+11:00');
    await purge();
    expect(await own()).toMatchObject([{ state: 'declined', supporting_document: null }]);
    expect((await school.app.inject({ url: link })).statusCode).toBe(404);
    school.at('2026-03-02T09:15:00+11:00');
  });

  it('is withdrawn by its student alone, while it is not decided', async () => {
    const { body } = await ask();
    const withdraw = (caller: Caller) => school.call(caller, 'DELETE', `${path}${body.id}/`);
    expect((await withdraw('otherStudent')).status).toBe(404);
    expect((await withdraw('admin')).status).toBe(403);
    expect((await withdraw('student')).status).toBe(204);
    expect((await withdraw('student')).status).toBe(404);
    expect(await decide(body.id, 'approve', {})).toMatchObject({ status: 409 });
  });

  it.each([
    [{ leave_from: '2026-03-05' }, 'leave_to'],
    [{ leave_from: '2025-10-02' }, 'leave_from'],
    [{ leave_to: '2027-12-02' }, 'leave_to'],
    [{ reason_for_leave: ' ' }, 'reason_for_leave'],
    [{ supporting_document: '' }, 'supporting_document'],
    [{ supporting_document: '/file/leave-application/x.pdf' }, 'supporting_document'],
  ])('needs what a leave needs: %o', async (more, field) => {
    expect(await ask('student', more)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });
});

describe('limits of one account (R-LEAVE-3)', () => {
  it('five requests a day, however many come at once', async () => {
    const links = [await document(), await document(), await document()];
    const bodies = links.map((supporting_document) => ({
      leave_from: '2026-03-02',
      leave_to: '2026-03-02',
      reason_for_leave: 'Flu',
      supporting_document,
    }));
    await sql`
      insert into leave_request (student_id, leave_from, leave_to, reason_for_leave, requested_by,
        requested_at)
      select ${await school.studentId('S1')}, '2026-03-02', '2026-03-02', 'Ill', min(id),
        ${school.context.clock.now().toString()}
      from app_user, generate_series(1, 4) group by generate_series`.execute(school.database);
    const many = await Promise.all(
      bodies.map((body) => school.call('student', 'POST', `${path}create/`, body)),
    );
    const statuses = many.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 429, 429]);
    for (const body of bodies)
      expect((await school.call('student', 'POST', `${path}create/`, body)).status).toBe(429);
    expect((await ask('otherStudent')).status).toBe(201);
  });

  it('a document of somebody else cannot be attached', async () => {
    const link = await document('otherStudent');
    expect(await ask('student', { supporting_document: link })).toMatchObject({
      status: 400,
      body: { supporting_document: [expect.stringContaining('somebody else')] },
    });
  });

  it('links to documents last five minutes, and download', async () => {
    await ask();
    const [{ supporting_document: link }] = await own();
    const expires = Number(new URL(link, 'http://here').searchParams.get('expires'));
    expect(expires - Date.now()).toBeLessThanOrEqual(300_000);
    const { headers } = await school.app.inject({ url: link });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment/),
    });
    const later = link.replace(/expires=\d+/, `expires=${expires + 1_000_000}`);
    expect((await school.app.inject({ url: later })).statusCode).toBe(404);
  });
});

describe('users cannot decide about their own leave (R-LEAVE-2)', () => {
  beforeAll(async () => {
    await sql`
      update student set student_mail = 'ada@school.example' where student_id = 'S3'`.execute(
      school.database,
    );
  });

  it('by their own request: 403, in the audit log', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into leave_request (student_id, leave_from, leave_to, reason_for_leave, requested_by,
        requested_at)
      select ${await school.studentId('S3')}, '2026-03-02', '2026-03-02', 'Ill', min(id), now()
      from app_user returning id`.execute(school.database);
    const { id } = rows[0]!;
    expect((await decide(id, 'approve', {})).status).toBe(403);
    expect((await decide(id, 'decline', { answer: 'No' })).status).toBe(403);
    const { body } = await school.call('account', 'GET', 'attendance/audit/');
    expect(body.results[0]).toMatchObject({
      actor: 'ada@school.example',
      what: 'Decline a leave request',
      status: 403,
    });
    expect((await decide(id, 'approve', {}, 'account')).status).toBe(200);
  });

  it('nor by an approved leave: writing, changing and removing one', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from leave where student_id = ${await school.studentId('S3')}`.execute(
      school.database,
    );
    const id = rows[0]!.id;
    const other = await document('account');
    const body = {
      student_id: 'S3',
      leave_from: '2026-03-09',
      leave_to: '2026-03-09',
      faculty_email: 'x@school.example',
      reason_for_leave: 'Holiday',
      supporting_document: other,
    };
    const call = async (method: 'POST' | 'PATCH' | 'DELETE', to: string, sent?: object) =>
      (await school.call('admin', method, `attendance/leave/${to}`, sent)).status;
    expect(await call('POST', 'create/', body)).toBe(403);
    expect(await call('PATCH', `${id}/`, { leave_to: '2026-03-30' })).toBe(403);
    expect(await call('DELETE', `${id}/`)).toBe(403);
    expect(await call('POST', 'create/', { archive: 'ids', ids: [id] })).toBe(403);
    const left = await school.call('account', 'DELETE', `attendance/leave/${id}/`);
    expect(left.status).toBe(204);
  });
});

it('who made a request does not decide, also after their address was changed (R-LEAVE-2)', async () => {
  const { body } = await ask();
  await sql`
    update leave_request set requested_by = (select id from app_user where email = 'ada@school.example')
    where id = ${body.id}`.execute(school.database);
  expect((await decide(body.id, 'approve', {})).status).toBe(403);
  expect((await decide(body.id, 'approve', {}, 'account')).status).toBe(200);
});

it('requests are deleted with the approved leaves, after the same time', async () => {
  await ask();
  const last = { leave_from: '2026-02-01', leave_to: '2026-02-02' };
  expect((await ask('student', last)).status).toBe(201);
  school.at('2026-04-20T09:15:00+11:00');
  await purgeExpired({
    ...school.context,
    erasures: `${school.config.dataDir}/erasures.json`,
    retentionDays: { ...school.config.retentionDays, leaves: 60 },
  });
  expect((await own()).map((one: { leave_to: string }) => one.leave_to)).toEqual(['2026-03-04']);
  school.at('2026-03-02T09:15:00+11:00');
});

it('an upload that no request took goes with the erasure of its student', async () => {
  const link = await document();
  expect((await school.app.inject({ url: link })).statusCode).toBe(200);
  const id = await school.studentId('S1');
  const erased = await school.call('account', 'POST', `attendance/student-details/${id}/erase/`, {
    student_id: 'S1',
    redact_notes: true,
  });
  expect(erased.status).toBe(200);
  expect((await school.app.inject({ url: link })).statusCode).toBe(404);
});
