import { describe, expect, it } from 'vitest';
import { defaultEmailClaims, isMicrosoft, ownScope, readClaims } from './claims.ts';

describe('the e-mail claim when the operator configures none', () => {
  it.each([
    ['https://login.microsoftonline.com/tenant/v2.0', ['preferred_username', 'upn']],
    ['https://login.microsoftonline.us/tenant/v2.0', ['preferred_username', 'upn']],
    ['https://sts.windows.net/tenant/', ['preferred_username', 'upn']],
    ['https://login.microsoftonline.com.evil.example/v2.0', ['email']],
    ['https://notlogin.microsoftonline.com/v2.0', ['email']],
    ['https://id.school.example', ['email']],
  ])('%s: %j', (issuer, claims) => {
    expect(defaultEmailClaims(issuer)).toEqual(claims);
    expect(isMicrosoft(issuer)).toBe(claims.length === 2);
  });
});

it.each([
  ['openid profile email offline_access api://0b1c/Attendance.Use', 'Attendance.Use'],
  ['openid https://attendance.school.example/access', 'access'],
  ['openid profile email offline_access', null],
  ['', null],
])('the scope of ours in "%s" is %s', (scope, own) => expect(ownScope(scope)).toBe(own));

it('an address stands for a name that has invisible characters', () => {
  const payload = {
    iss: 'https://id.school.example',
    sub: '1',
    exp: 1,
    email: 'ada@school.example',
  };
  const nameOf = (name: string) =>
    readClaims(
      { ...payload, name },
      { alg: 'RS256' },
      { emailClaims: ['email'], requiredScope: null },
    ).name;
  expect([nameOf('Ada \u00c5'), nameOf('Ad\u202Ea')]).toEqual(['Ada \u00c5', 'ada@school.example']);
});
