import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());
/** Each test has its own accounts: a user is cached for some seconds. */
let round = 0;
beforeEach(async () => {
  round++;
  await sql`truncate blocked_sign_in, sign_in_binding`.execute(school.database);
});

/** A user's own requests, with a token of an account of the provider. */
async function signIn(
  email: string,
  account: string,
  { expiresAt, ...more }: Record<string, unknown> & { expiresAt?: string } = {},
) {
  const subject = subjectOf(account);
  const claims = { email, name: `Name of ${account}`, sid: subject, ...more };
  const authorization = `Bearer ${await school.issuer.token(claims, { subject, expiresAt })}`;
  return (path = 'user/details/', method: 'GET' | 'POST' = 'GET') =>
    school.call('anonymous', method, path, undefined, { authorization });
}
const subjectOf = (account: string) => `${account}-in-${round}`;
const tess = 'tess@school.example';
const blocked = async (caller: Caller = 'admin') =>
  (await school.call(caller, 'GET', 'attendance/sign-in-blocks/')).body;

describe('an address belongs to the account that signs in with it first', () => {
  it('whose tokens stay valid in every session', async () => {
    for (const session of ['one', 'two'])
      expect((await (await signIn(tess, 'tess-1', { sid: session }))()).status).toBe(200);
  });

  it('another account with the same address is refused with an explanation, and learns nothing', async () => {
    await (
      await signIn(tess, 'tess-1')
    )();
    const stranger = await signIn(tess, 'stranger-1');
    expect(await stranger()).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/another account.*administrator/) },
    });
    expect((await stranger('attendance/payroll-logs/')).status).toBe(403);
    expect((await (await signIn(tess, 'tess-1'))()).status).toBe(200);
  });

  it('also when it shares the session id, and while the first one is still cached', async () => {
    expect((await (await signIn(tess, 'tess-1', { sid: 'same' }))()).status).toBe(200);
    expect((await (await signIn(tess, 'stranger-1', { sid: 'same' }))()).status).toBe(403);
  });

  it('only one of several concurrent accounts', async () => {
    const callers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => signIn(tess, `racer-${number}`)),
    );
    const answers = await Promise.all(callers.map((call) => call()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403]);
  });

  it('a user without a role leaves no trace of an account', async () => {
    expect((await (await signIn('sam@elsewhere.example', 'sam-1'))()).status).toBe(403);
    expect((await sql`select from sign_in_binding`.execute(school.database)).rows).toHaveLength(0);
  });
});

describe('a blocked sign-in', () => {
  const blockStranger = async (email = tess, subject = 'stranger-1', more = {}) => {
    await (
      await signIn(email, 'owner-1', more)
    )();
    const call = await signIn(email, subject, more);
    expect((await call()).status).toBe(403);
    const { rows } = await sql<{
      id: number;
    }>`select id from blocked_sign_in where subject = ${subjectOf(subject)}`.execute(
      school.database,
    );
    return { call, id: rows[0]!.id };
  };

  it('is listed for administrators, once per account, with both accounts', async () => {
    const { call } = await blockStranger();
    await call();
    expect(await blocked()).toMatchObject({
      total: 1,
      results: [
        {
          email: tess,
          subject: subjectOf('stranger-1'),
          name: 'Name of stranger-1',
          role: 'teacher',
          attempts: 2,
          bound_subject: subjectOf('owner-1'),
        },
      ],
    });
    expect((await school.call('teacher', 'GET', 'attendance/sign-in-blocks/')).status).toBe(403);
  });

  it('is released: the account gets the address instead of the previous one, and the audit log records it', async () => {
    const { call, id } = await blockStranger();
    expect(
      (await school.call('admin', 'POST', `attendance/sign-in-blocks/${id}/release/`)).body,
    ).toEqual({
      message: `${tess} can sign in with the released account`,
    });
    expect((await call()).status).toBe(200);
    expect((await (await signIn(tess, 'owner-1', { sid: 'later' }))()).status).toBe(403);
    const { body } = await school.call(
      'admin',
      'GET',
      'attendance/audit/?search=release%20blocked',
    );
    expect(body.results[0]).toMatchObject({
      what: 'Release blocked sign-in',
      about: { id },
      status: 200,
      actor: 'ada@school.example',
    });
  });

  it('is dismissed: nothing changes, and the list is empty', async () => {
    const { call, id } = await blockStranger();
    expect((await school.call('admin', 'DELETE', `attendance/sign-in-blocks/${id}/`)).status).toBe(
      204,
    );
    expect((await blocked()).total).toBe(0);
    expect((await call()).status).toBe(403);
    expect(
      (await school.call('admin', 'DELETE', `attendance/sign-in-blocks/${id}00/`)).status,
    ).toBe(404);
    expect(
      (await school.call('admin', 'POST', `attendance/sign-in-blocks/${id}00/release/`)).status,
    ).toBe(404);
  });

  it('that would give the role account is not released by an admin', async () => {
    const { id } = await blockStranger('nina@school.example', 'stranger-2', { roles: ['account'] });
    expect(
      (await school.call('admin', 'POST', `attendance/sign-in-blocks/${id}/release/`)).status,
    ).toBe(403);
    expect(
      (await school.call('account', 'POST', `attendance/sign-in-blocks/${id}/release/`)).status,
    ).toBe(200);
  });

  it('of an address that has the role account since then is not released by an admin either', async () => {
    const released = async () => {
      const [{ id }] = (await blocked()).results;
      return (await school.call('admin', 'POST', `attendance/sign-in-blocks/${id}/release/`))
        .status;
    };
    await blockStranger('newbie@school.example', 'stranger-5', { roles: ['admin'] });
    await sql`
      update app_user set roles = '{account}' where email = 'newbie@school.example'`.execute(
      school.database,
    );
    expect(await released()).toBe(403);
    await sql`truncate blocked_sign_in`.execute(school.database);
    // By the settings, which changed after the attempt.
    await (
      await signIn('leo@school.example', 'leo-1')
    )();
    expect((await (await signIn('leo@school.example', 'stranger-6'))()).status).toBe(403);
    await sql`update blocked_sign_in set role = 'admin'`.execute(school.database);
    expect(await released()).toBe(403);
    await sql`truncate blocked_sign_in`.execute(school.database);
    // By the token only, at the latest sign-in.
    await blockStranger('later@school.example', 'stranger-7', { roles: ['admin'] });
    await (
      await signIn('later@school.example', 'owner-1', { roles: ['account'], sid: 'later' })
    )();
    expect(await released()).toBe(403);
    await sql`truncate blocked_sign_in`.execute(school.database);
    // By the token only, within the session, while another tab still has the token of before.
    const within = 'within@school.example';
    await blockStranger(within, 'stranger-8', { roles: ['admin'], expiresAt: '30m' });
    for (const more of [
      { roles: ['account'], expiresAt: '40m' },
      { roles: ['admin'], expiresAt: '35m', sid: 'another tab' },
    ])
      await (
        await signIn(within, 'owner-1', more)
      )();
    expect(await released()).toBe(403);
  });

  it('of the releasing user’s own account is released by another user, whatever the address', async () => {
    await (
      await signIn(tess, 'tess-1')
    )();
    const ada = await signIn('ada@school.example', 'ada-1');
    expect((await ada()).status).toBe(200);
    expect((await (await signIn(tess, 'ada-1'))()).status).toBe(403);
    const [{ id }] = (await blocked()).results;
    expect((await ada(`attendance/sign-in-blocks/${id}/release/`, 'POST')).status).toBe(403);
    expect(
      (await school.call('account', 'POST', `attendance/sign-in-blocks/${id}/release/`)).status,
    ).toBe(200);
  });

  it('of a paid teacher is not released by an admin, who would see the pay', async () => {
    const class_schedule = await school.classId('mon9');
    await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
      class_schedule,
      date: '2026-03-02',
    });
    const stranger = await signIn(tess, 'stranger-3');
    expect((await stranger()).status).toBe(403);
    const [{ id }] = (await blocked()).results;
    expect(
      (await school.call('admin', 'POST', `attendance/sign-in-blocks/${id}/release/`)).status,
    ).toBe(403);
    expect(
      (await school.call('account', 'POST', `attendance/sign-in-blocks/${id}/release/`)).status,
    ).toBe(200);
    await sql`delete from payroll_log`.execute(school.database);
  });

  it('of the user’s own address is released by another user', async () => {
    await (
      await signIn('ada@school.example', 'ada-1')
    )();
    const stranger = await signIn('ada@school.example', 'stranger-4');
    expect((await stranger()).status).toBe(403);
    const [{ id }] = (await blocked()).results;
    expect(
      (await school.call('admin', 'POST', `attendance/sign-in-blocks/${id}/release/`)).status,
    ).toBe(403);
    expect(
      (await school.call('account', 'POST', `attendance/sign-in-blocks/${id}/release/`)).status,
    ).toBe(200);
  });
});

it('with another provider every address is free again: an institute that changes it is not locked out', async () => {
  await (
    await signIn(tess, 'tess-1')
  )();
  await sql`update sign_in_binding set issuer = 'https://before.example'`.execute(school.database);
  expect((await (await signIn(tess, 'tess-at-the-new-one'))()).status).toBe(200);
});

it.each(['sam@elsewhere.example', tess])(
  'thirty concurrent refused requests of an account with the address %s use one connection',
  async (email) => {
    await (
      await signIn(tess, 'tess-1')
    )();
    const call = await signIn(email, 'stranger-1');
    const holder = new pg.Client(school.connection);
    await holder.connect();
    // Accounts are looked up once this ends.
    await holder.query('begin; lock table app_user, sign_in_binding in access exclusive mode');
    const calls = Array.from({ length: 30 }, () => call());
    const taken = () => school.pool.totalCount - school.pool.idleCount + school.pool.waitingCount;
    await expect.poll(taken).toBeGreaterThan(0);
    // Meanwhile the tokens of the other requests are verified.
    for (let others = 0; others < 30; others++) await school.call('anonymous', 'GET', 'config/');
    expect(taken()).toBe(1);
    await holder.query('commit');
    await holder.end();
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([403]));
    expect((await call()).status).toBe(403);
  },
);
