import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { databaseUrl } from '#server/test/database-url.ts';
import { startIssuer, type RunningIssuer } from '#server/test/issuer.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { recordRun } from '#server/platform/operations/runs.ts';
import { examine } from './doctor.ts';
import { linesOf, type Finding } from './finding.ts';

let school: TestSchool;
let issuer: RunningIssuer;
beforeAll(async () => {
  school = await createTestSchool({ asApplicationUser: true });
  issuer = await startIssuer();
});
afterAll(async () => {
  issuer.close();
  await school.close();
});

/** The findings of an installation on the school's database. */
async function findingsOf(env: Record<string, string> = {}): Promise<Finding[]> {
  const { connection } = school.context;
  if (typeof connection === 'string') throw new Error('The tests have an embedded database.');
  const base = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: school.config.dataDir,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: 'web',
    OIDC_AUDIENCE: issuer.audience,
  };
  return examine(readConfig({ ...base, ...env }), () => {});
}
const stateOf = (findings: Finding[], what: string) =>
  findings.find((finding) => finding.what === what)?.state;

describe('the doctor of a healthy installation', () => {
  it('finds no fault, and says what is left to do', async () => {
    const findings = await findingsOf();
    expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
    for (const what of ['Schema', 'Privileges', 'Clock', 'Files', 'Sign-in', 'Mails', 'Connection'])
      expect([what, stateOf(findings, what)]).toEqual([what, 'ok']);
    expect(stateOf(findings, 'Backup')).toBe('warning');
    expect(linesOf(findings)).toContainEqual(
      expect.stringMatching(/^ {8}→ Make one each night: attendance backup FILE/),
    );
    expect(linesOf(findings).at(-1)).toMatch(/^\d+ ok, \d+ to look at, 0 at fault\.$/);
  });

  it('knows recorded backups, and those that are too old', async () => {
    await recordRun(school.context.database, 'backup');
    expect(stateOf(await findingsOf(), 'Backup')).toBe('ok');
    await sql`update operation_run set at = now() - interval '3 days'`.execute(school.database);
    expect(stateOf(await findingsOf(), 'Backup')).toBe('warning');
  });
});

describe('the doctor finds', () => {
  it('a database that is away, and looks at the rest', async () => {
    const findings = await findingsOf({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(stateOf(findings, 'Database')).toBe('fault');
    expect(stateOf(findings, 'Files')).toBe('ok');
  });

  it('missing copies of the database', async () => {
    const findings = await findingsOf({ REPLICATION: 'synchronous' });
    expect(findings.find(({ what }) => what === 'Copies of the database')).toMatchObject({
      state: 'fault',
      text: 'none, synchronous is expected',
    });
  });

  it('a schema of another version', async () => {
    await sql`update kysely_migration set name = '0056-typed' where name like '0056%'`.execute(
      school.database,
    );
    expect(stateOf(await findingsOf(), 'Schema')).toBe('fault');
    await sql`update kysely_migration set name = '0056-typed-at-doors' where name like '0056%'`.execute(
      school.database,
    );
  });

  it('a user of the database who may do too much', async () => {
    const owner = databaseUrl(school.connection as Exclude<typeof school.connection, string>);
    expect(stateOf(await findingsOf({ DATABASE_URL: owner }), 'Privileges')).toBe('warning');
  });

  it('mails that wait for an hour', async () => {
    await sql`
      insert into mail (kind, asked, recipient, subject, body, created_at)
      values ('users', '{}', 'ada@school.example', 'x', 'x', now() - interval '1 hour')`.execute(
      school.database,
    );
    expect(stateOf(await findingsOf(), 'Mails')).toBe('warning');
    await sql`delete from mail`.execute(school.database);
  });

  it('a mail server that refuses the password, and one that is away', async () => {
    const server = new SMTPServer({
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, answer) =>
        password === 'right' ? answer(null, { user: 'x' }) : answer(new Error('wrong password')),
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const url = (password: string) => `smtp://user:${password}@127.0.0.1:${port}?ignoreTLS=true`;
    const stateWith = async (address: string) =>
      stateOf(await findingsOf({ SMTP_URL: address }), 'Mail server');
    expect(await stateWith(url('right'))).toBe('ok');
    expect(await stateWith(url('wrong'))).toBe('fault');
    // Not a name of this computer alone: without TLS neither password nor mails go there.
    const elsewhere = url('right').replace('127.0.0.1', '0.0.0.0');
    expect(await stateWith(elsewhere)).toBe('warning');
    expect(await stateWith(elsewhere.replace('?ignoreTLS=true', ''))).toBe('fault');
    await new Promise<void>((resolve) => server.close(resolve));
    expect(await stateWith(url('right'))).toBe('fault');
  });

  it('an identity provider without keys', async () => {
    issuer.keysFail = true;
    expect(stateOf(await findingsOf(), 'Sign-in')).toBe('fault');
    issuer.keysFail = false;
  });

  it('an https address without a certificate that browsers accept', async () => {
    const server = createServer((socket) => socket.end('no TLS here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const findings = await findingsOf({ PUBLIC_URL: `https://127.0.0.1:${port}` });
    expect(stateOf(findings, `Certificate of 127.0.0.1:${port}`)).toBe('fault');
    server.close();
  });
});
