import { sql } from 'kysely';
import { readText } from '#server/exchange/csv/read.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let [tess, theo] = [0, 0];
/** Tess has a check-in and a calendar link, Theo has neither. */
beforeAll(async () => {
  school = await createTestSchool({
    env: { ADMIN_EMAILS: 'ada@school.example,otto@school.example' },
  });
  tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
  theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  const checkIn = { class_schedule: await school.classId('mon9'), date: '2026-03-02' };
  expect(
    (await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', checkIn)).status,
  ).toBe(201);
});
afterAll(() => school.close());

const patch = (caller: Caller, id: number, body: object) =>
  school.call(caller, 'PATCH', `attendance/teachers/${id}/`, body);
const create = (caller: Caller, email: string) =>
  school.call(caller, 'POST', 'attendance/teachers/create/', {
    first_name: 'New',
    last_name: 'Teacher',
    email,
    phone: '1',
  });
const emailOf = async (id: number) =>
  (await school.call('admin', 'GET', `attendance/teachers/${id}/`)).body.email;
const own = /is your own address/;
const ofStaff = /belongs to an administrator or to accounts/;
/** Signed in with a role that only the token grants. */
async function signInByToken(email: string, roles: string[], sid?: string) {
  const token = await school.issuer.token({ email, name: email, roles, ...(sid && { sid }) });
  expect(
    (
      await school.call('anonymous', 'GET', 'user/details/', undefined, {
        authorization: `Bearer ${token}`,
      })
    ).status,
  ).toBe(200);
}

describe('the sign-in address of a teacher', () => {
  it('cannot be the caller’s own: an admin would read the teacher’s pay', async () => {
    for (const [caller, email] of [
      ['admin', 'ada@school.example'],
      ['account', 'leo@school.example'],
    ] as const) {
      for (const answer of [
        await patch(caller, tess, { email }),
        await patch(caller, theo, { email: email.toUpperCase() }),
        await create(caller, email),
      ]) {
        expect(answer).toMatchObject({
          status: 400,
          body: { email: [expect.stringMatching(own)] },
        });
      }
    }
    expect([await emailOf(tess), await emailOf(theo)]).toEqual([
      'tess@school.example',
      'theo@school.example',
    ]);
    expect((await school.call('admin', 'GET', 'user/details/')).body.teacher_id).toBe(null);
  });

  it('can be an administrator’s or an account’s only by a change of accounts', async () => {
    await signInByToken('tina@school.example', ['admin']);
    // Toni taught until now; the role comes within the session.
    const toni = (await create('account', 'toni@school.example')).body.id;
    await signInByToken('toni@school.example', [], 'toni-1');
    await signInByToken('toni@school.example', ['account'], 'toni-1');
    expect((await patch('account', toni, { email: 'tony@school.example' })).status).toBe(200);
    await school.database
      .insertInto('app_user')
      .values({ email: 'uwe@school.example', name: 'Uwe', roles: ['account'] })
      .execute();
    for (const email of [
      'otto@school.example',
      'leo@school.example',
      'tina@school.example',
      'toni@school.example',
      'uwe@school.example',
    ]) {
      for (const answer of [await patch('admin', theo, { email }), await create('admin', email)]) {
        expect({ email, ...answer }).toMatchObject({
          status: 400,
          body: { email: [expect.stringMatching(ofStaff)] },
        });
      }
    }
    expect((await create('account', 'tina@school.example')).status).toBe(201);
  });

  it('is checked as well when an archived teacher with it would be restored', async () => {
    const { id } = (await create('admin', 'rex@school.example')).body;
    const other = (await create('admin', 'sam@school.example')).body.id;
    const archive = (caller: Caller, what: string) =>
      school.call(caller, 'POST', 'attendance/teachers/create/', {
        archive: what,
        ids: [id, other],
      });
    expect((await archive('admin', 'ids')).status).toBe(200);
    await signInByToken('rex@school.example', ['admin']);
    expect(await archive('admin', 'restore')).toMatchObject({
      status: 400,
      body: { ids: [expect.stringMatching(ofStaff)] },
    });
    const byDelete = { archive: 'restore', ids: [id] };
    expect(
      (await school.call('admin', 'DELETE', 'attendance/teachers/create/', byDelete)).status,
    ).toBe(400);
    await sql`update teacher set email = 'leo@school.example' where id = ${id}`.execute(
      school.database,
    );
    expect(await archive('account', 'restore')).toMatchObject({
      status: 400,
      body: { ids: [expect.stringMatching(own)] },
    });
    await sql`update teacher set email = 'rex@school.example' where id = ${id}`.execute(
      school.database,
    );
    expect((await archive('account', 'restore')).status).toBe(200);
  });

  it('is checked as well when an undo would bring one back, or back to another teacher', async () => {
    const imported = async (rows: string) => {
      const file = readText('teachers', Buffer.from(`first_name,last_name,email,phone\n${rows}\n`));
      const { operation } = await runImport(school.database, [file], {
        dryRun: false,
        today: '2026-03-02',
        now: '2026-03-02T00:00:00Z',
        operation: { kind: 'import', about: 'teachers', rights: [['Teachers', 'edit']] },
      });
      return Number(operation);
    };
    const undo = (caller: Caller, operation: number) =>
      school.call(caller, 'POST', `attendance/bulk-operations/${operation}/undo/`, {});
    const mistake = await imported('Ada,Admin,ada@school.example,1');
    const undone = await undo('account', mistake);
    expect(undone.body).toMatchObject({ undone: 1 });
    expect((await undo('admin', undone.body.operation)).body).toMatchObject({
      undone: 0,
      rows: [{ reason: expect.stringMatching(own) }],
    });
    expect((await undo('account', undone.body.operation)).body).toMatchObject({ undone: 1 });
    await sql`delete from teacher where email = 'ada@school.example'`.execute(school.database);

    // A change of an address by a file of another system.
    const { operation } = await school.database.transaction().execute((trx) =>
      asOperation(
        trx,
        {
          kind: 'import',
          about: 'teachers',
          user: null,
          now: '2026-03-02T00:00:00Z',
          rights: [['Teachers', 'edit']],
        },
        () =>
          sql`update teacher set email = 'theo.new@school.example' where id = ${theo}`.execute(trx),
      ),
    );
    await sql`update bulk_operation_row set before = before || '{"email": "ada@school.example"}'
      where operation_id = ${operation}`.execute(school.database);
    expect((await undo('admin', Number(operation))).body).toMatchObject({
      undone: 0,
      rows: [{ reason: expect.stringMatching(own) }],
    });
    await sql`update teacher set email = 'theo@school.example' where id = ${theo}`.execute(
      school.database,
    );
  });

  it('of a teacher with check-ins is changed by accounts only; other fields and other teachers by an admin', async () => {
    const refused = await patch('admin', tess, { email: 'tess.new@school.example' });
    expect(refused).toMatchObject({
      status: 403,
      body: { detail: 'This teacher has check-ins: only accounts can change their e-mail.' },
    });
    expect(await emailOf(tess)).toBe('tess@school.example');
    expect((await patch('admin', tess, { email: 'tess@school.example', phone: '2' })).status).toBe(
      200,
    );
    expect((await patch('admin', theo, { email: 'theo.new@school.example' })).body.email).toBe(
      'theo.new@school.example',
    );
    expect((await patch('admin', theo, { email: 'theo@school.example' })).status).toBe(200);
  });

  it('when it changes, the calendar link is deleted, and the audit log records both', async () => {
    const { url } = (await school.call('teacher', 'POST', 'attendance/calendar-link/create/', {}))
      .body;
    const feed = async () => (await school.call('anonymous', 'GET', new URL(url).pathname)).status;
    expect(await feed()).toBe(200);
    expect((await patch('account', tess, { phone: '3' })).status).toBe(200);
    expect(await feed()).toBe(200);
    // A taken address changes nothing and discloses nothing.
    expect((await patch('account', tess, { email: 'theo@school.example' })).status).toBe(400);
    expect(await feed()).toBe(200);
    expect((await patch('account', tess, { email: 'tess.new@school.example' })).status).toBe(200);
    expect(await feed()).toBe(404);
    const lines = (
      await school.call('admin', 'GET', 'attendance/audit/?search=address%20of%20a%20teacher')
    ).body.results;
    const ofTess = lines.filter(
      ({ about }: { about: { teacher: number } }) => about.teacher === tess,
    );
    expect(ofTess).toMatchObject([
      {
        kind: 'change',
        actor: 'leo@school.example',
        role: 'account',
        about: { teacher: tess, fields: ['email'], calendar_link: 'withdrawn' },
      },
    ]);
    expect(JSON.stringify(ofTess)).not.toContain('tess');
  });
});
