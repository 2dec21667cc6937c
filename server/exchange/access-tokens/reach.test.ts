import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { permissionsOf } from '#contract/permissions.ts';
import {
  isOpenToTokens,
  scopedPermissions,
  scopes,
  scopesWith,
} from '#contract/exchange/scopes.ts';
import { callWith, makeAccessToken } from '#server/test/access-token.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

describe('what tokens reach (R-TOKEN-2)', () => {
  it('no scope is of a closed subject, and each is a permission of the role account', () => {
    expect(scopes.filter((scope) => /^(Settings|My Attendance):/.test(scope))).toEqual([]);
    expect(scopedPermissions(permissionsOf.account, scopes)).toEqual(
      Object.fromEntries(
        Object.entries(permissionsOf.account).filter(([subject]) => subject !== 'Settings'),
      ),
    );
    expect(scopesWith(permissionsOf.admin)).not.toContain('Payrolls:read');
    expect(scopedPermissions(permissionsOf.account, ['Settings:edit', 'Students:read'])).toEqual({
      Students: ['read'],
    });
  });

  it('never settings, tokens, devices, webhooks, erasure, the audit log, live changes and students’ own pages', () => {
    const named =
      /\/(settings|access-tokens|devices|webhooks|operations\/|sign-in-blocks|templates|student-messages|audit|audit-export|oneroster-export|my-attendance|live|calendar-link)\b|\/erase$|student-details\/:student\/export$|qr\/check-in/;
    const reached = endpoints
      .filter(({ endpoint }) => isOpenToTokens(endpoint))
      .map(({ key }) => key);
    expect(reached.filter((key) => named.test(key) && !key.includes('/undo'))).toEqual([]);
    expect(reached.length).toBeGreaterThan(100);
  });

  it('in every call: one that is closed refuses the token before it does anything', async () => {
    const { token } = await makeAccessToken(school, scopes, { caller: 'account', name: 'All' });
    for (const { key, endpoint } of endpoints) {
      if (endpoint.access === 'public') continue;
      const path = key.slice(endpoint.method.length + 1).replaceAll(/:\w+/g, '424242');
      const writes = endpoint.method === 'POST' || endpoint.method === 'PATCH';
      const { status, body } = await callWith(
        school,
        token,
        endpoint.method,
        path,
        writes ? {} : undefined,
      );
      const isRefused = status === 403 && body.detail === 'Access tokens do not reach this.';
      const expected = endpoint.access === 'device' ? 401 : !isOpenToTokens(endpoint);
      expect([key, endpoint.access === 'device' ? status : isRefused]).toEqual([key, expected]);
    }
  });
});
