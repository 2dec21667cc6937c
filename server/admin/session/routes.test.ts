import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T23:30:00Z' });
});
afterAll(() => school.close());

it('the configuration has the institute’s date, not the machine’s', async () => {
  expect((await school.call('anonymous', 'GET', 'config/')).body).toMatchObject({
    time_zone: 'Australia/Sydney',
    locale: 'en-AU',
    currency: 'AUD',
    now: '2026-03-02T23:30:00Z',
    today: '2026-03-03',
    development: false,
    reader_gap_ms: 35,
    check_in_before_minutes: 30,
    limits: {
      pageSize: 20,
      studentIdLength: 10,
      rfidLength: 15,
      uploadBytes: 4_194_304,
      toastMs: { forms: 8000, shell: 2000 },
    },
    sign_in: { client_id: 'web', redirect_uri: 'http://localhost:3000/auth/callback' },
  });
});

it.each([
  ['teacher', ['teacher'], expect.any(Number)],
  ['admin', ['admin'], null],
  ['account', ['account'], null],
] as const)('%s gets their own details', async (caller, user_role, teacher_id) => {
  const { body } = await school.call(caller, 'GET', 'user/details/');
  expect(body).toMatchObject({ user_role, teacher_id, id: expect.any(Number) });
  expect(body.permissions.Attendance).toContain('add');
});

it('the token’s roles may grant admin and account, nothing else', async () => {
  const details = async (roles: string[]) => {
    const token = await school.issuer.token({ email: 'Nina@School.Example', name: 'Nina', roles });
    return (
      await school.call('anonymous', 'GET', 'user/details/', undefined, {
        authorization: `Bearer ${token}`,
      })
    ).body;
  };
  expect(await details(['admin', 'owner'])).toMatchObject({
    email: 'nina@school.example',
    user_role: ['admin'],
  });
  expect(await details(['account', 'admin'])).toMatchObject({ user_role: ['account', 'admin'] });
  expect(await details(['teacher'])).toMatchObject({
    detail: expect.stringContaining('not known here'),
  });
});
