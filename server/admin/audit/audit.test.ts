import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditLine } from '#contract/admin/audit.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const lines = async (query = '') =>
  (await school.call('admin', 'GET', `attendance/audit/?${query}`)).body.results as AuditLine[];
const last = async (query = '') => (await lines(`limit=1&${query}`))[0];
const call = (
  caller: Caller,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => school.call(caller, method, `attendance/${path}`, body);

describe('the audit log records', () => {
  it('a sign-in, once for all tokens of it', async () => {
    const token = (claims: object) =>
      school.issuer.token({ email: 'ada@school.example', name: 'Ada', ...claims });
    for (const claims of [
      { sid: 'one' },
      { sid: 'one', roles: ['account'] },
      { sid: 'two' },
      { sid: 'one' },
    ]) {
      await school.call('anonymous', 'GET', 'user/details/', undefined, {
        authorization: `Bearer ${await token(claims)}`,
      });
    }
    const found = (await lines('kind=sign_in')).filter(
      (line) => line.actor === 'ada@school.example' && line.what === 'Signed in',
    );
    const sessions = await school.pool.query(
      `select session from audit where kind = 'sign_in' and actor = 'ada@school.example'`,
    );
    expect(
      sessions.rows
        .map(({ session }) => session)
        .filter((session) => ['one', 'two'].includes(session)),
    ).toEqual(['one', 'two']);
    expect(found[0]).toMatchObject({ role: 'admin', status: 200 });
  });

  it('refusals, also of an unknown e-mail, repeated ones once a minute', async () => {
    for (let time = 0; time < 5; time++) await call('teacher', 'DELETE', 'students/3/');
    await call('stranger', 'GET', 'students/');
    const refused = await lines('kind=refusal');
    expect(refused).toMatchObject([
      {
        actor: 'sam@elsewhere.example',
        name: null,
        role: null,
        what: 'GET /api/v2/attendance/students',
        status: 403,
      },
      {
        actor: 'tess@school.example',
        role: 'teacher',
        what: 'DELETE /api/v2/attendance/students/:id',
        status: 403,
      },
    ]);
  });

  it('a refusal that depends on the owner of the row', async () => {
    const class_schedule_id = await school.classId('mon9');
    const { id } = (
      await call('teacher', 'POST', 'attendance-note/create/', {
        class_schedule_id,
        date: '2026-03-02',
        note: 'Lamp',
      })
    ).body;
    await call('otherTeacher', 'DELETE', `attendance-note/${id}/`);
    expect((await lines('kind=refusal'))[0]).toMatchObject({
      kind: 'delete',
      what: 'Delete note',
      actor: 'theo@school.example',
      about: { id },
      status: 403,
    });
  });

  it('additions, changes, archiving, deletion and conflicts, with the fields and not their values', async () => {
    const { id } = (await call('account', 'POST', 'courses/create/', { name: 'Secret plans' }))
      .body;
    expect(await last()).toMatchObject({
      kind: 'change',
      what: 'Add course',
      about: { fields: ['name'] },
      status: 201,
      actor: 'leo@school.example',
    });
    await call('account', 'PATCH', `courses/${id}/`, { name: 'Other plans' });
    expect(await last()).toMatchObject({
      kind: 'change',
      what: 'Change course',
      about: { id, fields: ['name'] },
      status: 200,
    });
    await call('account', 'POST', 'courses/create/', { archive: 'ids', ids: [id] });
    expect(await last()).toMatchObject({
      kind: 'archive',
      what: 'Archive course',
      about: { archive: 'ids', ids: [id] },
    });
    await call('account', 'POST', 'courses/create/', { archive: 'restore', ids: [id] });
    expect(await last()).toMatchObject({ kind: 'archive', what: 'Restore course' });
    const answer = await call('account', 'DELETE', `courses/${id}/`);
    expect(await last()).toMatchObject({
      kind: 'delete',
      what: 'Delete course',
      about: { id },
      status: 204,
      request_id: answer.headers['x-request-id'],
    });
    expect(
      (await call('account', 'DELETE', `students/${await school.studentId('S1')}/`)).status,
    ).toBe(409);
    expect(await last()).toMatchObject({ kind: 'delete', what: 'Delete student', status: 409 });
  });

  it('exports and imports', async () => {
    const subject = (await call('admin', 'GET', 'subjects/?limit=1')).body.results[0].id;
    await call('admin', 'POST', 'master-export/', {
      fromDate: '2026-02-09',
      toDate: '2026-03-02',
      subject: [subject],
    });
    expect(await last()).toMatchObject({
      kind: 'export',
      about: { fromDate: '2026-02-09', toDate: '2026-03-02', subject: [subject] },
    });
    await call('admin', 'POST', 'spreadsheet-export/', { email: 'ada@school.example' });
    expect(await last()).toMatchObject({
      kind: 'export',
      what: 'All data by mail',
      about: { email: 'ada@school.example' },
      status: 202,
    });
    await call('admin', 'GET', 'bulk-student-export/');
    expect(await last()).toMatchObject({
      kind: 'export',
      what: 'Students as a file',
      about: { file: 'students.csv' },
      status: 200,
    });
    const csv = Buffer.from(
      'student_id,first_name,last_name,phone_number,date_of_birth\nS91,Zoe,Quirk,1,2005-01-01\n',
    );
    await sendFile(
      school,
      'admin',
      '/api/v2/attendance/bulk-student-upload/',
      'file',
      csv,
      'a.csv',
    );
    expect(await last()).toMatchObject({
      kind: 'import',
      what: 'Students by file',
      about: { dry_run: false },
      status: 200,
    });
  });

  it('a changed or withdrawn mark, not a first mark; and check-ins without amounts', async () => {
    const class_schedule = await school.classId('mon9');
    const mark = (status: string) =>
      call('teacher', 'POST', 'attendance/create/', {
        rfid_number: 'S1',
        class_schedule,
        date: '2026-03-02',
        status,
      });
    const { id } = (await mark('Absent')).body;
    expect(await lines('kind=mark')).toEqual([]);
    await mark('Present');
    await call('admin', 'DELETE', `attendance/${id}/`);
    const about = { student: await school.studentId('S1'), class_schedule, date: '2026-03-02' };
    expect(await lines('kind=mark')).toMatchObject([
      {
        what: 'Mark taken back (Present)',
        actor: 'ada@school.example',
        about: { ...about, how: 'manual' },
      },
      {
        what: 'Mark changed from Absent to Present',
        actor: 'tess@school.example',
        about: { ...about, how: 'typed' },
      },
    ]);
    expect(await lines(`student=${about.student}&kind=mark`)).toHaveLength(2);
    expect(await lines('student=424242')).toEqual([]);
    // The name of S1, as the lines show it.
    expect(await lines('search=anna%20angstrom&kind=mark')).toHaveLength(2);
    expect(await lines('search=angstrom%20zzz&kind=mark')).toEqual([]);

    const log = (
      await call('teacher', 'POST', 'payroll-logs/create/', { class_schedule, date: '2026-03-02' })
    ).body.id;
    await call('account', 'PATCH', `payroll-logs/${log}/`, { amount_need_to_be_paid: '99.00' });
    const pay = await lines('kind=pay');
    expect(pay).toMatchObject([
      { what: 'Check-in changed', actor: 'leo@school.example' },
      { what: 'Check-in checked in' },
    ]);
    expect(JSON.stringify(pay)).not.toContain('99');
  });
});

describe('the audit log', () => {
  it('is filtered by day, kind, user and words', async () => {
    const total = async (query: string) =>
      (await call('account', 'GET', `audit/?${query}`)).body.total as number;
    const all = await total('');
    expect(await total('from_date=2026-03-02&to_date=2026-03-02')).toBe(all);
    expect(await total('from_date=2026-03-03')).toBe(0);
    expect(await total('to_date=2026-03-01')).toBe(0);
    expect(await total('search=delete%20leo')).toBe(2);
    const { id } = (await school.call('account', 'GET', 'user/details/')).body;
    expect(await total(`user=${id}&kind=delete`)).toBe(2);
    expect(await total('kind=delete,archive')).toBe(5);
    for (const [query, field] of [
      ['kind=x', 'kind'],
      ['from_date=x', 'from_date'],
      ['from_date=2026-03-02&to_date=2026-03-01', 'to_date'],
    ]) {
      expect((await call('account', 'GET', `audit/?${query}`)).body).toHaveProperty(field!);
    }
  });

  it('is exported as a file, which is recorded itself', async () => {
    const { body } = await call('account', 'GET', 'audit-export/?kind=delete');
    const [head, ...rows] = String(body).trim().split('\n');
    expect(head).toContain('At (UTC),Kind,Who');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain('Delete course');
    expect(await last()).toMatchObject({
      kind: 'export',
      what: 'Audit log as a file',
      about: { kind: ['delete'], file: expect.stringMatching(/^audit-[\d-]+\.csv$/) },
    });
  });

  it.each(['teacher', 'anonymous'] as const)('is not shown to %s', async (caller) => {
    expect((await call(caller, 'GET', 'audit/')).status).toBe(caller === 'teacher' ? 403 : 401);
    expect((await call(caller, 'GET', 'audit-export/')).status).toBe(
      caller === 'teacher' ? 403 : 401,
    );
  });

  it.each([
    'update audit set what = $$x$$',
    'update audit set status = 200 where status <> 200',
    'delete from audit',
    'truncate audit',
  ])('is not changed by the database’s own owner: %s', async (statement) => {
    await expect(school.pool.query(statement)).rejects.toThrow('append-only');
  });

  it('stores the request when the response was never sent, and a response once', async () => {
    const user = (await school.call('admin', 'GET', 'user/details/')).body.id as number;
    const { rows } = await sql<{ id: number }>`
      insert into audit (at, user_id, actor, kind, what)
      values (now(), ${user}, 'x', 'delete', 'Delete x') returning id`.execute(school.database);
    await school.pool.query('update audit set status = 204 where id = $1', [rows[0]!.id]);
    await expect(
      school.pool.query('update audit set status = null where id = $1', [rows[0]!.id]),
    ).rejects.toThrow('append-only');
  });

  it('is written first: an action that cannot be recorded is not done', async () => {
    const before = (await call('account', 'GET', 'courses/')).body.total;
    await school.pool.query(
      `alter table audit add constraint nothing_more check (what <> 'Add course') not valid`,
    );
    expect((await call('account', 'POST', 'courses/create/', { name: 'Untold' })).status).toBe(500);
    await school.pool.query('alter table audit drop constraint nothing_more');
    expect((await call('account', 'GET', 'courses/')).body.total).toBe(before);
  });
});
