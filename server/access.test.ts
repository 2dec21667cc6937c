import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { leadingRole, canAny, permissionsOf, type Role } from '#contract/permissions.ts';
import { rowsFor, type Pair } from './test/rows.ts';
import { createTestSchool, type Caller, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
let rowsOf: (route: string) => Promise<Pair>;
beforeAll(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' }, asApplicationUser: true });
  for (const caller of ['teacher', 'otherTeacher', 'student', 'otherStudent'] as const)
    await school.call(caller, 'GET', 'user/details/');
  // Teachers see some pages with a setting alone.
  await school.call('admin', 'PATCH', 'attendance/settings/', { teachers_see_building: true });
  rowsOf = await rowsFor(school);
});
afterAll(() => school.close());

const callers: [Caller, Role | null][] = [
  ['anonymous', null],
  ['stranger', null],
  ['teacher', 'teacher'],
  ['admin', 'admin'],
  ['account', 'account'],
  ['student', 'student'],
  ['device', null],
];
const routes = endpoints.map(({ key, endpoint: { access, method, ownRowsUnless } }) => ({
  key,
  rule: access,
  method,
  ownRowsUnless,
  path: key.slice(method.length + 1),
}));
/** A stream does not end; a refusal does. */
const endless = (path: string) => path.endsWith('/live');
/** Files, whose names the server generates, and what needs a query. */
const unnamed =
  /:(place|secret|name)|\/values$|\/(inbox|jobs|cohort-transfers|cohort|leave|redlistedstudents|payrolls|studentcohortassignment|studentassignment)\/:/;

/** Students upload documents alone. */
const named = (path: string, id: string, caller: Caller) =>
  path
    .replace(':category', caller === 'student' ? 'leave-application' : 'student-profile')
    .replace(/:\w+/g, id);

/** The tables of calls on own rows. */
const ownTables = [
  ['payroll-logs', 'payroll_log'],
  ['follow-ups', 'follow_up'],
  ['follow-up-steps', 'follow_up_step'],
  ['contact-hours', 'student'],
] as const;
/** Bodies of calls that are refused for an empty one before it is known whose the row is. */
const bodies: Record<string, object> = {
  'POST /api/v2/attendance/follow-ups/:follow_up_id/steps/create': {
    kind: 'spoke',
    done_on: '2026-03-02',
  },
};

async function rowOf(path: string, id: string): Promise<unknown> {
  const [, table = 'attendance_note'] =
    ownTables.find(([calls]) => path.includes(`/${calls}/`)) ?? [];
  return (await sql`select * from ${sql.table(table)} where id = ${id}`.execute(school.database))
    .rows;
}

describe('every route × role × own and foreign rows follows the permission map', () => {
  for (const { key, rule, method, path, ownRowsUnless: ofOthers } of routes) {
    const whose = path.includes(':') ? (['own', 'foreign'] as const) : (['own'] as const);
    const cases = callers.flatMap(([caller, role]) =>
      whose.map((owner) => [caller, owner, role] as const),
    );
    it.each(cases)(`${key} as %s, %s rows`, async (caller, owner, role) => {
      const allowed =
        rule === 'public' ||
        (rule === 'device' && caller === 'device') ||
        (role !== null &&
          (rule === 'signed-in' || (rule !== 'device' && canAny(permissionsOf[role], rule))));
      if (allowed && endless(path)) return;
      const id = path.includes(':') ? (await rowsOf(path))[owner] : '';
      const url = named(path, id, caller);
      const reaches =
        !ofOthers ||
        (role !== null && ofOthers !== 'never' && canAny(permissionsOf[role], [ofOthers])) ||
        (role === 'teacher' && owner === 'own');
      const before = ofOthers && (await rowOf(path, id));
      const { status } = await school.call(
        caller,
        method,
        url,
        method === 'GET' || method === 'DELETE' ? undefined : (bodies[key] ?? {}),
      );
      if (!allowed) {
        expect(status).toBe(
          caller === 'anonymous' || caller === 'device' || rule === 'device' ? 401 : 403,
        );
      } else if (!reaches) {
        expect([403, 404]).toContain(status);
        expect(await rowOf(path, id)).toEqual(before);
      } else if (ofOthers) {
        expect([200, 201, 204]).toContain(status);
      } else if (method === 'GET' && path.includes(':') && !unnamed.test(path)) {
        expect(status, 'a row for the path is in server/test/rows.ts').toBe(200);
      } else {
        expect([200, 201, 202, 204, 400, 404, 409]).toContain(status);
      }
    });
  }

  it('and filters by cohort are for who may read cohorts, in every call that has one', async () => {
    const filtering = endpoints.filter(
      ({ endpoint: { query } }) => query && 'cohort' in query.shape,
    );
    expect(filtering.length).toBeGreaterThan(5);
    for (const { key, endpoint } of filtering) {
      const path = `${key.slice(endpoint.method.length + 1)}?cohort=1`;
      for (const [caller, role] of callers.filter(([, held]) => held !== null)) {
        const { status } = await school.call(caller, endpoint.method, path);
        const allowed = role === 'admin' || role === 'account';
        expect([key, caller, status === 403]).toEqual([key, caller, !allowed]);
      }
    }
  });

  it('with and without the trailing slash', async () => {
    for (const path of ['config', 'config/', 'attendance/holiday', 'attendance/holiday/']) {
      expect((await school.call('teacher', 'GET', path)).status).toBe(200);
    }
  });

  it('and the OpenAPI document lists every one of them, and no other', async () => {
    const { body } = await school.call('anonymous', 'GET', 'openapi.json');
    const listed = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(
      listed.toSorted(),
      'each endpoint has implement(…) in routes.ts, which server/calls.ts calls',
    ).toEqual(routes.map(({ key }) => key).toSorted());
  });

  it('and an unknown address answers 404 without further details', async () => {
    expect(await school.call('teacher', 'GET', 'attendance/nothing')).toMatchObject({
      status: 404,
      body: { detail: 'There is nothing at this address.' },
    });
  });
});

describe('lists of own rows', () => {
  it('contain no check-in of another teacher, and both for users who see all', async () => {
    await rowsOf('/api/v2/attendance/payroll-logs/:id');
    const teachersOf = async (caller: Caller) =>
      new Set(
        (await school.call(caller, 'GET', 'attendance/payroll-logs/')).body.results.map(
          (row: { teacher: { id: number } }) => row.teacher.id,
        ),
      );
    const [tess] = [(await school.call('teacher', 'GET', 'user/details/')).body.teacher_id];
    expect(await teachersOf('teacher')).toEqual(new Set([tess]));
    expect(await teachersOf('admin')).toEqual(new Set());
    expect((await teachersOf('account')).size).toBe(2);
  });
});

describe('of several roles only the first counts', () => {
  it.each([
    [['teacher', 'admin'], 'admin'],
    [['admin', 'account', 'teacher'], 'account'],
    [['teacher'], 'teacher'],
    [['owner'], undefined],
  ])('%j is %s', (held, leading) => expect(leadingRole(held)).toBe(leading));
});
