import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access } from '../contract/access.ts';
import { leadingRole, mayAny, permissionsOf, type Role } from '../contract/permissions.ts';
import { openSchool, type Caller, type School } from './test/school.ts';

let school: School;
beforeAll(async () => {
  school = await openSchool();
});
afterAll(() => school.close());

const callers: [Caller, Role | null][] = [
  ['nobody', null],
  ['stranger', null],
  ['teacher', 'teacher'],
  ['admin', 'admin'],
  ['account', 'account'],
];
const routes = Object.entries(access).map(([key, rule]) => {
  const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
  return { key, rule, method, path: path.replace('/api/v2/', '').replace(':category', 'student-profile').replace(/:\w+/g, '424242') };
});
/** A stream does not end; what it refuses does. */
const endless = (path: string) => path.endsWith('/live');

describe('every route × role keeps to the permission map', () => {
  for (const { key, rule, method, path } of routes) {
    it.each(callers)(`${key} as %s`, async (caller, role) => {
      const allowed = rule === 'public' || (role !== null && (rule === 'signed-in' || mayAny(permissionsOf[role], rule)));
      if (allowed && endless(path)) return;
      const { status } = await school.call(caller, method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
      if (allowed) expect([200, 201, 204, 400, 404]).toContain(status);
      else expect(status).toBe(caller === 'nobody' ? 401 : 403);
    });
  }

  it('with and without the trailing slash', async () => {
    for (const path of ['config', 'config/', 'attendance/holiday', 'attendance/holiday/']) {
      expect((await school.call('teacher', 'GET', path)).status).toBe(200);
    }
  });

  it('and the OpenAPI document lists every one of them', async () => {
    const { body } = await school.call('nobody', 'GET', 'openapi.json');
    const listed = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const own = routes.map(({ key }) => key).filter((key) => !key.endsWith('openapi.json'));
    expect(listed.map((key) => key.replace(/\/$/, '')).sort()).toEqual(own.sort());
  });

  it('and an address that is none answers 404 without saying more', async () => {
    expect(await school.call('teacher', 'GET', 'attendance/nothing')).toMatchObject({
      status: 404,
      body: { detail: 'There is nothing at this address.' },
    });
  });
});

describe('of several roles the first alone decides', () => {
  it.each([
    [['teacher', 'admin'], 'admin'],
    [['admin', 'account', 'teacher'], 'account'],
    [['teacher'], 'teacher'],
    [['owner'], undefined],
  ])('%j is %s', (held, leading) => expect(leadingRole(held)).toBe(leading));
});
