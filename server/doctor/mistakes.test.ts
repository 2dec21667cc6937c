import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { recordRun } from '#server/platform/operations/runs.ts';
import type { Connection } from '#server/platform/database/pool.ts';
import { databaseUrl } from '#server/test/database-url.ts';
import { startIssuer, type RunningIssuer } from '#server/test/issuer.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { startTransactionPooler } from '#server/test/transaction-pooler.ts';
import { examine } from './doctor.ts';

type Place = Exclude<Connection, string>;

const nothing = 'http://127.0.0.1:2';
let school: TestSchool;
let issuer: RunningIssuer;
let pooler: Awaited<ReturnType<typeof startTransactionPooler>>;
/** The server that answers at PUBLIC_URL. */
let site: string;
let siteAnswers: { status: number; body: unknown };
const server = createServer((_request, answer) => {
  answer.statusCode = siteAnswers.status;
  answer.end(JSON.stringify(siteAnswers.body));
});
beforeAll(async () => {
  school = await createTestSchool({ asApplicationUser: true });
  issuer = await startIssuer();
  pooler = await startTransactionPooler(school.context.connection as Place);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(school.config.dataDir, 'a-file'), '');
});
afterAll(async () => {
  pooler.close();
  issuer.close();
  server.close();
  await school.close();
});

const own = () => ({
  time_zone: 'Australia/Perth',
  sign_in: { authority: issuer.issuer, client_id: 'web' },
});
/** The settings of an installation in which nothing is wrong but what is left to do. */
const right = () => ({
  NODE_ENV: 'production',
  TIME_ZONE: 'Australia/Perth',
  PUBLIC_URL: site,
  DATABASE_URL: databaseUrl(school.context.connection as Place),
  DATA_DIR: school.config.dataDir,
  OIDC_ISSUER: issuer.issuer,
  OIDC_CLIENT_ID: 'web',
  OIDC_AUDIENCE: issuer.audience,
  ADMIN_EMAILS: 'ada@school.example',
});
const find = (env: Record<string, string>) => examine(readConfig({ ...right(), ...env }), () => {});

interface Mistake {
  /** The finding that names it. */
  what: string;
  state: 'warning' | 'fault';
  text: RegExp;
  env?: () => Record<string, string>;
  /** Makes it, and takes it back. */
  made?: [() => unknown, () => unknown];
}
const at = (statement: string) => () => sql.raw(statement).execute(school.database);
const answering = (status: number, body: () => unknown): Mistake['made'] => [
  () => (siteAnswers = { status, body: body() }),
  () => {},
];

const mistakes: Record<string, Mistake> = {
  'PUBLIC_URL with a path': {
    what: 'Address',
    state: 'fault',
    text: /has a path$/,
    env: () => ({ PUBLIC_URL: `${site}/attendance` }),
  },
  'PUBLIC_URL of another program': {
    what: 'Address',
    state: 'fault',
    text: /answers 404, and is no Attendance$/,
    made: answering(404, () => ({})),
  },
  'PUBLIC_URL of another institute': {
    what: 'Address',
    state: 'fault',
    text: /is an Attendance with other settings$/,
    made: answering(200, () => ({ ...own(), sign_in: { authority: nothing, client_id: 'web' } })),
  },
  'PUBLIC_URL of a server with another time zone': {
    what: 'Address',
    state: 'fault',
    text: /with other settings$/,
    made: answering(200, () => ({ ...own(), time_zone: 'Australia/Sydney' })),
  },
  'PUBLIC_URL where nothing answers': {
    what: 'Address',
    state: 'warning',
    text: /does not answer: .*\(ECONNREFUSED\)$/,
    env: () => ({ PUBLIC_URL: nothing }),
  },
  'PUBLIC_URL without TLS': {
    what: 'Settings',
    state: 'warning',
    text: /^PUBLIC_URL is not https$/,
  },
  'no TIME_ZONE': {
    what: 'Time zone',
    state: 'warning',
    text: /^Australia\/Sydney: .* that is the default$/,
    env: () => ({ TIME_ZONE: '', NODE_ENV: '' }),
  },
  'no NODE_ENV': {
    what: 'Settings',
    state: 'warning',
    text: /^NODE_ENV is not production$/,
    env: () => ({ NODE_ENV: '' }),
  },
  'no administrators': {
    what: 'Administrators',
    state: 'warning',
    text: /^none are named$/,
    env: () => ({ ADMIN_EMAILS: '' }),
  },
  'the demo sign-in': {
    what: 'Sign-in',
    state: 'warning',
    text: /^is the demo’s/,
    env: () => ({ OIDC_ISSUER: '', NODE_ENV: '' }),
  },
  'no mail server': { what: 'Mail server', state: 'warning', text: /^none: / },
  'a mail server that is away': {
    what: 'Mail server',
    state: 'fault',
    text: /ECONNREFUSED/,
    env: () => ({ SMTP_URL: 'smtp://user:word@127.0.0.1:1' }),
  },
  'an issuer that calls itself otherwise': {
    what: 'Sign-in',
    state: 'fault',
    text: /^the provider calls itself https:\/\/other/,
    made: [() => (issuer.calledItself = 'https://other.example'), () => delete issuer.calledItself],
  },
  'an issuer with a wrong path': {
    what: 'Sign-in',
    state: 'fault',
    text: /openid-configuration answers 404$/,
    env: () => ({ OIDC_ISSUER: `${issuer.issuer}/tenant` }),
  },
  'a provider that cannot be reached': {
    what: 'Sign-in',
    state: 'fault',
    text: /^http:\/\/127\.0\.0\.1:2: .*\(ECONNREFUSED\)$/,
    env: () => ({ OIDC_ISSUER: nothing }),
  },
  'a provider without keys': {
    what: 'Sign-in',
    state: 'fault',
    text: /answers 500$/,
    made: [() => (issuer.keysFail = true), () => (issuer.keysFail = false)],
  },
  'a database that is away': {
    what: 'Database',
    state: 'fault',
    text: /^DATABASE_URL cannot be reached/,
    env: () => ({ DATABASE_URL: 'postgres://user@127.0.0.1:1/none' }),
  },
  'a user of the database who may do everything': {
    what: 'Privileges',
    state: 'warning',
    text: /may do everything$/,
    env: () => ({ DATABASE_URL: databaseUrl(school.connection as Place) }),
  },
  'a pooler without DATABASE_DIRECT_URL': {
    what: 'Pooler',
    state: 'fault',
    text: /^DATABASE_URL leads through a pooler in trans/,
    env: () => ({ DATABASE_URL: pooler.url }),
  },
  'a schema of another version': {
    what: 'Schema',
    state: 'fault',
    text: /^The database was migrated by/,
    made: [
      at(`update kysely_migration set name = '0056-other' where name = '0056-typed-at-doors'`),
      at(`update kysely_migration set name = '0056-typed-at-doors' where name = '0056-other'`),
    ],
  },
  'missing copies of the database': {
    what: 'Copies of the database',
    state: 'fault',
    text: /^none, synchronous is expected$/,
    env: () => ({ REPLICATION: 'synchronous' }),
  },
  'a data folder that cannot be written': {
    what: 'Files',
    state: 'fault',
    text: /ENOTDIR/,
    env: () => ({ DATA_DIR: join(school.config.dataDir, 'a-file', 'data') }),
  },
  'a bucket that is away': {
    what: 'Files',
    state: 'fault',
    text: /./,
    env: () => ({ FILES_URL: 'http://key:word@127.0.0.1:1/bucket?region=x' }),
  },
  'no backup': { what: 'Backup', state: 'warning', text: /^none is recorded$/ },
  'no test of a restore': {
    what: 'Test of a restore',
    state: 'warning',
    text: /^none is recorded/,
  },
  'an old backup': {
    what: 'Backup',
    state: 'warning',
    text: /^3 days ago/,
    made: [
      async () => {
        await recordRun(school.database, 'backup');
        await at(`update operation_run set at = now() - interval '73 hours'`)();
      },
      at('delete from operation_run'),
    ],
  },
};

describe('the doctor names the mistake:', () => {
  it.each(Object.entries(mistakes))('%s', async (_name, { what, state, text, env, made }) => {
    siteAnswers = { status: 200, body: own() };
    await made?.[0]();
    try {
      const findings = await find(env?.() ?? {});
      const found = findings.filter((finding) => finding.what === what);
      expect(found).toContainEqual(
        expect.objectContaining({
          state,
          text: expect.stringMatching(text),
          advice: expect.any(String),
        }),
      );
    } finally {
      await made?.[1]();
    }
  });

  it('and no other fault where each setting is right', async () => {
    siteAnswers = { status: 200, body: own() };
    const findings = await find({});
    expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
    expect(findings).toContainEqual({
      state: 'ok',
      what: 'Address',
      text: `${site} answers as this installation`,
    });
  });
});
