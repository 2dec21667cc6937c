import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/test/server-process.ts';

/** What the provider's demonstration directory has: the password is the name. */
export const people = {
  admin: { name: 'dwho', email: 'dwho@badwolf.org' },
  teacher: { name: 'rtyler', email: 'rtyler@badwolf.org' },
};

/** A running LemonLDAP::NG with one client, Attendance at `app`. */
export interface Provider {
  issuer: string;
  /** Its log so far. */
  log(): string;
  stop(): void;
}

/** What docs/operations.md says to enter; the rest is the provider's own. */
const clientOptions = (app: string, tokenSeconds: number) => ({
  oidcRPMetaDataOptionsClientID: 'attendance',
  oidcRPMetaDataOptionsPublic: 1,
  oidcRPMetaDataOptionsRequirePKCE: 1,
  oidcRPMetaDataOptionsBypassConsent: 1,
  oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
  oidcRPMetaDataOptionsAccessTokenSignAlg: 'RS256',
  oidcRPMetaDataOptionsAccessTokenJWT: 1,
  oidcRPMetaDataOptionsAccessTokenClaims: 1,
  oidcRPMetaDataOptionsAdditionalAudiences: 'attendance-api',
  oidcRPMetaDataOptionsAccessTokenExpiration: tokenSeconds,
  oidcRPMetaDataOptionsRefreshToken: 1,
  oidcRPMetaDataOptionsAllowOffline: 1,
  oidcRPMetaDataOptionsRedirectUris: `${app}/auth/callback`,
  oidcRPMetaDataOptionsPostLogoutRedirectUris: app,
  oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
});

/**
 * @param app the address of Attendance, without a slash at its end.
 * @param tokenSeconds how long access tokens live.
 */
export async function startProvider(app: string, tokenSeconds: number): Promise<Provider> {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-provider-'));
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const within = (name: string) => join(folder, name);
  for (const name of ['conf', 'sessions/lock', 'persistent/lock', 'cache'])
    mkdirSync(within(name), { recursive: true });
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const stored = (name: string) => ({
    Directory: within(name),
    LockDirectory: within(`${name}/lock`),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  writeFileSync(
    within('conf/lmConf-1.json'),
    JSON.stringify({
      cfgNum: 1,
      cfgAuthor: 'test',
      cfgDate: 1_700_000_000,
      cfgVersion: '2.16.1',
      portal: `${issuer}/`,
      domain: 'localhost',
      securedCookie: 0,
      authentication: 'Demo',
      userDB: 'Same',
      demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
      macros: { school_role: `$uid eq '${people.admin.name}' ? 'admin' : 'teacher'` },
      globalStorage: 'Apache::Session::File',
      globalStorageOptions: stored('sessions'),
      persistentStorage: 'Apache::Session::File',
      persistentStorageOptions: stored('persistent'),
      key: 'a key for this test alone',
      whatToTrace: 'uid',
      captcha_register_enabled: 0,
      captcha_mail_enabled: 0,
      issuerDBOpenIDConnectActivation: 1,
      oidcServiceMetaDataIssuer: issuer,
      oidcServiceAllowAuthorizationCodeFlow: 1,
      oidcServicePrivateKeySig: privateKey,
      oidcServicePublicKeySig: publicKey,
      oidcServiceKeyIdSig: 'test',
      oidcRPMetaDataOptions: { attendance: clientOptions(app, tokenSeconds) },
      oidcRPMetaDataExportedVars: {
        attendance: { email: 'mail', name: 'cn', roles: 'school_role;string;always' },
      },
      oidcRPMetaDataOptionsExtraClaims: { attendance: { profile: 'roles' } },
      locationRules: { default: { default: 'accept' } },
    }),
  );
  writeFileSync(
    within('lemonldap-ng.ini'),
    `[all]
logLevel = notice
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${within('conf')}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'test', 'cache_root' => '${within('cache')}' }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  );
  writeFileSync(
    within('portal.psgi'),
    `use Plack::Builder; use Lemonldap::NG::Portal::Main;
builder {
  enable 'Static', path => sub { s{^/static/}{/} }, root => '/usr/share/lemonldap-ng/portal/htdocs/static';
  Lemonldap::NG::Portal::Main->run({});
};
`,
  );
  const output = openSync(within('log'), 'a');
  const child: ChildProcess = spawn(
    'plackup',
    ['-p', String(port), '-o', '127.0.0.1', '--no-default-middleware', within('portal.psgi')],
    {
      env: { ...process.env, LLNG_DEFAULTCONFFILE: within('lemonldap-ng.ini') },
      stdio: ['ignore', output, output],
    },
  );
  const log = () => readFileSync(within('log'), 'utf8');
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries++) {
    const found = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => null);
    if (found?.ok) return { issuer, log, stop };
    if (tries > 60) {
      const text = log();
      stop();
      throw new Error(`LemonLDAP::NG does not start: ${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
