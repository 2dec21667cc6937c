import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { changedSince } from '#server/school/live-marks.ts';
import { createLiveHub } from '#server/platform/live/hub.ts';
import { callWith, makeAccessToken } from '#server/test/access-token.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { createIdentifyToken, tokensTopic } from './identify.ts';
import { hashOf, isWellFormed, newAccessToken } from './secret.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ asApplicationUser: true });
});
afterAll(() => school.close());

const list = 'attendance/students/?limit=1';
const create = 'attendance/access-tokens/create/';
const revoke = (id: number) =>
  school.call('admin', 'POST', `attendance/access-tokens/${id}/revoke/`, {});
const noTokens = () => sql`update access_token set revoked_at = now()`.execute(school.database);
/** What changed in the database is read again, as it is after ten seconds. */
const readAgain = () => school.context.live.publish(tokensTopic, null);

/** A user of the user list, who signs in once. */
async function userWith(email: string, claims: Record<string, unknown> = {}, roles = '{}') {
  await sql`insert into app_user (email, name, roles) values (${email}, 'Una', ${roles}::text[])
    on conflict (email) do update set roles = excluded.roles`.execute(school.database);
  return school.issuer.token({ email, name: 'Una', ...claims }, { subject: `${email} 1` });
}
async function tokenOf(bearer: string, granted: string[]): Promise<string> {
  const body = { name: 'Of a user', scopes: granted };
  const made = await callWith(school, bearer, 'POST', create, body);
  expect(made.status).toBe(201);
  return made.body.token as string;
}

describe('an access token', () => {
  it('is shown once, and stored as a hash (R-TOKEN-3)', async () => {
    const made = await school.call('admin', 'POST', create, {
      name: 'Library',
      scopes: ['Students:read'],
    });
    expect(made).toMatchObject({
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: {
        name: 'Library',
        scopes: ['Students:read'],
        state: 'active',
        expires_at: '2026-05-30T22:15:00.000Z',
        last_used_at: null,
      },
    });
    const { token, id } = made.body as { token: string; id: number };
    expect(token).toMatch(/^att_[0-9A-Za-z]{49}$/);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text || encode(hash, 'hex') as row from access_token t where id = ${id}`.execute(
      school.database,
    );
    expect(rows[0]?.row).toContain(hashOf(token));
    expect(rows[0]?.row).not.toContain(token.slice(4, 40));
    const listed = await school.call('account', 'GET', 'attendance/access-tokens/');
    expect(listed.body.results).toContainEqual(
      expect.objectContaining({
        id,
        user: expect.objectContaining({ email: 'ada@school.example' }),
      }),
    );
    expect(JSON.stringify(listed.body)).not.toContain(token.slice(4, 40));
    const audit = await school.call('admin', 'GET', 'attendance/audit/?kind=change');
    expect(audit.body.results).toContainEqual(
      expect.objectContaining({
        what: 'Make access token',
        names: [{ field: 'access_token', thing: 'access_token', id, name: 'Library' }],
      }),
    );
    expect(JSON.stringify(audit.body)).not.toContain(token.slice(4, 40));
  });

  it('opens what its scopes name, and nothing else (R-TOKEN-1)', async () => {
    const { token } = await makeAccessToken(school, ['Students:read']);
    expect((await callWith(school, token, 'GET', list)).status).toBe(200);
    for (const path of ['attendance/teachers/', 'attendance/settings/', 'attendance/audit/'])
      expect((await callWith(school, token, 'GET', path)).status).toBe(403);
    expect((await callWith(school, token, 'POST', 'attendance/students/create/', {})).status).toBe(
      403,
    );
    expect((await callWith(school, token, 'GET', 'user/details/')).body).toMatchObject({
      email: 'ada@school.example',
      permissions: { Students: ['read'] },
    });
  });

  it('has the rights of the role that its user has now (R-TOKEN-1)', async () => {
    const bearer = await userWith('una@school.example', {}, '{account}');
    const token = await tokenOf(bearer, ['Students:read', 'Payrolls:read']);
    expect((await callWith(school, token, 'GET', 'attendance/payrolls/')).status).toBe(200);
    await userWith('una@school.example', {}, '{admin}');
    readAgain();
    await expect
      .poll(async () => (await callWith(school, token, 'GET', 'attendance/payrolls/')).status)
      .toBe(403);
    expect((await callWith(school, token, 'GET', list)).status).toBe(200);
    await userWith('una@school.example');
    readAgain();
    await expect.poll(async () => (await callWith(school, token, 'GET', list)).status).toBe(403);
  });

  it('follows the roles that the sign-in service gave last (R-TOKEN-1)', async () => {
    const email = 'uma@school.example';
    const token = await tokenOf(await userWith(email, { roles: ['admin'] }), ['Students:read']);
    expect((await callWith(school, token, 'GET', list)).status).toBe(200);
    // Another account of the address is refused, and changes nothing.
    const other = await school.issuer.token({ email, name: 'Una' }, { subject: 'another' });
    expect((await callWith(school, other, 'GET', 'user/details/')).status).toBe(403);
    const stored = await sql`
      select from app_user where email = ${email} and claimed_roles = '{admin}'`.execute(
      school.database,
    );
    expect(stored.rows).toHaveLength(1);
    const without = await userWith(email, { roles: [], sid: 'later' });
    expect((await callWith(school, without, 'GET', 'user/details/')).status).toBe(403);
    readAgain();
    await expect.poll(async () => (await callWith(school, token, 'GET', list)).status).toBe(403);
  });

  it('ends when the address is released to another account (R-TOKEN-1)', async () => {
    const email = 'ute@school.example';
    const token = await tokenOf(await userWith(email, {}, '{admin}'), ['Students:read']);
    expect((await callWith(school, token, 'GET', list)).status).toBe(200);
    await sql`update sign_in_binding set subject = 'another'
      where user_id = (select id from app_user where email = ${email})`.execute(school.database);
    readAgain();
    await expect.poll(async () => (await callWith(school, token, 'GET', list)).status).toBe(401);
  });

  it('ends when it is revoked, in every process (R-TOKEN-4)', async () => {
    const { context } = school;
    const live = createLiveHub({
      connection: context.connection,
      notify: async () => {},
      poll: (since) => changedSince(school.database, since),
      log: () => {},
    });
    onTestFinished(() => live.stop());
    const elsewhere = createIdentifyToken({ ...context, live });
    const { id, token } = await makeAccessToken(school, ['Students:read']);
    expect((await elsewhere(token)).permissions).toEqual({ Students: ['read'] });
    expect((await callWith(school, token, 'GET', list)).status).toBe(200);
    const began = performance.now();
    expect((await revoke(id)).body).toMatchObject({ state: 'revoked' });
    await expect.poll(() => elsewhere(token).catch(({ status }) => status as number)).toBe(401);
    await expect.poll(async () => (await callWith(school, token, 'GET', list)).status).toBe(401);
    // Sooner than without the notification.
    expect(performance.now() - began).toBeLessThan(9000);
  });

  it('expires', async () => {
    const { token } = await makeAccessToken(school, ['Students:read'], { days: 1 });
    school.at('2026-03-03T09:14:59+11:00');
    onTestFinished(() => school.at('2026-03-02T09:15:00+11:00'));
    expect((await callWith(school, token, 'GET', list)).status).toBe(200);
    school.at('2026-03-03T09:15:00+11:00');
    expect(await callWith(school, token, 'GET', list)).toMatchObject({
      status: 401,
      body: { detail: 'This access token is not in use: it was revoked, or has expired.' },
    });
  });

  it('with a wrong character is refused without a look-up (R-TOKEN-3)', async () => {
    const token = newAccessToken();
    expect(isWellFormed(token)).toBe(true);
    const { context } = school;
    // A database that fails at once: what is looked up ends with another error.
    const broken = createIdentifyToken({
      ...context,
      database: context.database.withSchema('nowhere'),
    });
    for (let at = 4; at < token.length; at++) {
      const wrong = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
      await expect(broken(wrong)).rejects.toMatchObject({ status: 401 });
    }
    for (const wrong of ['att_', token.slice(0, -1), `${token}0`, `${token.slice(0, -1)}é`])
      await expect(broken(wrong)).rejects.toMatchObject({ status: 401 });
    expect(await callWith(school, token, 'GET', list)).toMatchObject({ status: 401 });
  });

  it('costs no further round trip to the database (R-TOKEN-4)', async () => {
    const { token } = await makeAccessToken(school, ['Students:read']);
    const signIn = await school.token('admin');
    let queries = 0;
    const count = () => queries++;
    const measure = async (bearer: string) => {
      await callWith(school, bearer, 'GET', list);
      await new Promise(setImmediate);
      queries = 0;
      await callWith(school, bearer, 'GET', list);
      return queries;
    };
    school.pool.on('acquire', count);
    onTestFinished(() => void school.pool.off('acquire', count));
    const bySignIn = await measure(signIn);
    await expect.poll(() => measure(token)).toBe(bySignIn);
    expect(bySignIn).toBeGreaterThan(0);
  });

  it('says when it was used last, within five minutes', async () => {
    const { id, token } = await makeAccessToken(school, ['Students:read']);
    const usedAt = async () =>
      (await school.call('admin', 'GET', 'attendance/access-tokens/?limit=200')).body.results.find(
        (row: { id: number }) => row.id === id,
      ).last_used_at;
    await callWith(school, token, 'GET', list);
    await expect.poll(usedAt).toBe('2026-03-01T22:15:00.000Z');
    school.at('2026-03-02T09:16:00+11:00');
    onTestFinished(() => school.at('2026-03-02T09:15:00+11:00'));
    await callWith(school, token, 'GET', list);
    expect(await usedAt()).toBe('2026-03-01T22:15:00.000Z');
  });

  it('is named in the history of marks and in the audit log (R-TOKEN-5)', async () => {
    const { id, token } = await makeAccessToken(
      school,
      ['Attendance:add', 'Attendance:edit', 'Attendance:delete', 'Attendance:read'],
      { name: 'Turnstile' },
    );
    const body = {
      rfid_number: 'S1',
      class_schedule: await school.classId('mon9'),
      date: '2026-03-02',
      status: 'Present',
    };
    const marked = await callWith(school, token, 'POST', 'attendance/attendance/create/', body);
    expect(marked.status).toBe(201);
    const record = marked.body.id as number;
    await callWith(school, token, 'PATCH', `attendance/attendance/${record}/`, {
      status: 'Absent',
    });
    const history = await school.call('admin', 'GET', `attendance/attendance/${record}/history/`);
    const names = (history.body.results as { changed_by: string }[]).map((it) => it.changed_by);
    expect(names).toEqual(['admin (access token Turnstile)', 'admin (access token Turnstile)']);
    expect(
      (await callWith(school, token, 'DELETE', `attendance/attendance/${record}/`)).status,
    ).toBe(204);
    const lines = await school.call('admin', 'GET', 'attendance/audit/?kind=mark');
    const own = (lines.body.results as { what: string; names: { id: number; name: string }[] }[])
      .filter(({ names }) => names.some((it) => it.id === id && it.name === 'Turnstile'))
      .map(({ what }) => what);
    expect(own.toSorted()).toEqual([
      'Mark changed from Present to Absent',
      'Mark taken back (Absent)',
    ]);
    await callWith(school, token, 'GET', 'attendance/settings/');
    const refusals = await school.call('admin', 'GET', 'attendance/audit/?kind=refusal');
    expect(refusals.body.results).toContainEqual(
      expect.objectContaining({ about: { access_token: id }, status: 403 }),
    );
  });
});

describe('what cannot be made', () => {
  it.each([
    [{ name: '', scopes: ['Students:read'] }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['Students:read'] }, 'name'],
    [{ name: 'A', scopes: [] }, 'scopes'],
    [{ name: 'A', scopes: ['Settings:edit'] }, 'scopes'],
    [{ name: 'A', scopes: ['My Attendance:read'] }, 'scopes'],
    [{ name: 'A', scopes: ['Students:read', 'Students:read'] }, 'scopes'],
    [{ name: 'A', scopes: 'Students:read' }, 'scopes'],
    [{ name: 'A', scopes: ['Payrolls:read'] }, 'scopes'],
    [{ name: 'A', scopes: ['Students:read'], expires_in_days: 0 }, 'expires_in_days'],
    [{ name: 'A', scopes: ['Students:read'], expires_in_days: 366 }, 'expires_in_days'],
    [{ name: 'A', scopes: ['Students:read'], expires_in_days: 1.5 }, 'expires_in_days'],
  ])('%j names %s', async (body, field) => {
    const count = () => sql`select from access_token`.execute(school.database);
    const before = (await count()).rows.length;
    const answer = await school.call('admin', 'POST', create, body);
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, [field]]);
    expect((await count()).rows).toHaveLength(before);
  });

  it('more than twenty in use of one user (R-TOKEN-3)', async () => {
    await noTokens();
    const make = () =>
      school.call('admin', 'POST', create, { name: 'One of many', scopes: ['Students:read'] });
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async () => (await make()).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    const { body } = await school.call('admin', 'GET', 'attendance/access-tokens/?limit=1');
    await revoke(body.results[0].id as number);
    expect((await make()).status).toBe(201);
    await noTokens();
  });
});
