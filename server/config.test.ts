import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { SetupError } from './platform/setup-error.ts';

function configErrors(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof SetupError) return error.lines;
    throw error;
  }
  return [];
}

describe('an invalid setting stops the start with one line that names it and the reason', () => {
  it.each<[Record<string, string>, string]>([
    [{ PORT: 'web' }, 'PORT must be a whole number from 1 to 65535'],
    [{ PORT: '99999' }, 'PORT must be a whole number from 1 to 65535'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://',
    ],
    [
      { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'x' },
      'OIDC_AUDIENCE is needed when OIDC_ISSUER is set',
    ],
    [
      { OIDC_ISSUER: 'login', OIDC_CLIENT_ID: 'x', OIDC_AUDIENCE: 'y' },
      'OIDC_ISSUER must be an address that starts with http:// or https://',
    ],
    [
      { NODE_ENV: 'production', TIME_ZONE: 'Australia/Perth' },
      'OIDC_ISSUER is needed when NODE_ENV=production: the demo sign-in never starts there',
    ],
    [
      { PUBLIC_URL: 'https://attendance.school.example' },
      'OIDC_ISSUER is needed when PUBLIC_URL is not an address of this computer: the demo sign-in asks for no password',
    ],
    [
      { PUBLIC_URL: 'http://localhost.school.example' },
      'OIDC_ISSUER is needed when PUBLIC_URL is not an address of this computer: the demo sign-in asks for no password',
    ],
    [
      { OIDC_EMAIL_CLAIM: 'e-mail' },
      'OIDC_EMAIL_CLAIM must be names of claims such as preferred_username,upn',
    ],
    [
      {
        PUBLIC_URL: 'http://attendance.school.example',
        OIDC_ISSUER: 'https://login.school.example',
        OIDC_CLIENT_ID: 'x',
        OIDC_AUDIENCE: 'y',
      },
      'PUBLIC_URL must start with https:// unless it is on this computer',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [
      { MAIL_DOMAINS: 'school' },
      'MAIL_DOMAINS must be domains such as school.example, separated by commas',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://u@localhost/attendance' },
      'DATABASE_URL is needed when DATABASE_DIRECT_URL is set',
    ],
    [{ REPLICATION: 'strict' }, 'REPLICATION must be none, asynchronous, synchronous'],
    [{ DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS must be a whole number from 0 to 60'],
    [
      { OIDC_ISSUER: 'http://login.school.example', OIDC_CLIENT_ID: 'x', OIDC_AUDIENCE: 'y' },
      'OIDC_ISSUER must start with https:// unless it is on this computer',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, production or test'],
    [
      {
        NODE_ENV: 'production',
        OIDC_ISSUER: 'https://a.example',
        OIDC_CLIENT_ID: 'x',
        OIDC_AUDIENCE: 'y',
      },
      'TIME_ZONE is needed when NODE_ENV=production. Without it the zone was Australia/Sydney so far: set your institute’s, or TIME_ZONE=Australia/Sydney',
    ],
    [{ TIME_ZONE: 'Sydney' }, 'TIME_ZONE must be a time zone such as Australia/Sydney'],
    [{ ADMIN_EMAILS: 'ada' }, 'ADMIN_EMAILS must be e-mail addresses, separated by commas'],
    [{ DEMO: 'yes' }, 'DEMO must be true or false'],
    [{ CLOCK: 'noon' }, 'CLOCK must be an instant such as 2026-03-02T10:05:00+11:00'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent'],
  ])('%j', (env, line) => expect(configErrors(env)).toEqual([line]));

  it('one line for each', () =>
    expect(configErrors({ PORT: 'x', TIME_ZONE: 'y' })).toHaveLength(2));
});

describe('without settings', () => {
  it('the demo runs, for this computer only', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({
      port: 3000,
      host: 'localhost',
      demo: true,
      publicUrl: 'http://localhost:3000',
      timeZone: 'Australia/Sydney',
    });
  });

  it.each([
    ['https://login.microsoftonline.com/t/v2.0', {}, ['preferred_username', 'upn'], 'access'],
    [
      'https://login.microsoftonline.com/t/v2.0',
      { OIDC_EMAIL_CLAIM: 'email', OIDC_REQUIRED_SCOPE: 'none' },
      ['email'],
      null,
    ],
    ['https://id.school.example', { OIDC_SCOPE: 'openid email' }, ['email'], null],
    [
      'https://id.school.example',
      { OIDC_SCOPE: 'openid email', OIDC_REQUIRED_SCOPE: 'attendance' },
      ['email'],
      'attendance',
    ],
    // One audience for client and API: only access tokens have scopes.
    [
      'https://id.school.example',
      { OIDC_SCOPE: 'openid email', OIDC_AUDIENCE: 'x' },
      ['email'],
      'openid',
    ],
    [
      'https://id.school.example',
      { OIDC_SCOPE: 'openid email', OIDC_AUDIENCE: 'x', OIDC_REQUIRED_SCOPE: 'none' },
      ['email'],
      null,
    ],
  ])(
    'the tokens of %s with %j are read so that they are safe',
    (OIDC_ISSUER, more, emailClaims, requiredScope) => {
      const env = {
        OIDC_ISSUER,
        OIDC_CLIENT_ID: 'x',
        OIDC_AUDIENCE: 'y',
        OIDC_SCOPE: 'openid api://x/access',
        ...more,
      };
      expect(readConfig(env).oidc).toMatchObject({ emailClaims, requiredScope });
    },
  );

  it('with an identity provider there is no demo, and the server listens on the network', () => {
    const env = {
      OIDC_ISSUER: 'https://a.example',
      OIDC_CLIENT_ID: 'x',
      OIDC_AUDIENCE: 'y',
      NODE_ENV: 'production',
      TIME_ZONE: 'Australia/Perth',
      ADMIN_EMAILS: 'Ada@School.example, ',
    };
    expect(readConfig(env)).toMatchObject({
      host: '0.0.0.0',
      demo: false,
      timeZone: 'Australia/Perth',
      adminEmails: ['ada@school.example'],
    });
  });
});
