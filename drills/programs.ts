import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';

/** Gives a program another time. */
export const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** A file of each Debian package that drills and the tests of other programs need. */
const packages: Record<string, string> = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  faketime: fakeTime,
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
  'lemonldap-ng-fastcgi-server': '/usr/sbin/llng-fastcgi-server',
  'liblemonldap-ng-portal-perl': '/usr/share/perl5/Lemonldap/NG/Portal/Main.pm',
  'libcrypt-openssl-rsa-perl': '/usr/lib/x86_64-linux-gnu/perl5/5.36/Crypt/OpenSSL/RSA.pm',
  'libgd-securityimage-perl': '/usr/share/perl5/GD/SecurityImage.pm',
  'libgd-perl': '/usr/lib/x86_64-linux-gnu/perl5/5.36/GD.pm',
  'libimage-magick-perl': '/usr/share/perl5/Image/Magick.pm',
  'libstring-random-perl': '/usr/share/perl5/String/Random.pm',
  'libplack-perl': '/usr/bin/plackup',
  'libio-string-perl': '/usr/share/perl5/IO/String.pm',
  postfix: '/usr/sbin/postfix',
  postgrey: '/usr/sbin/postgrey',
  'python3-openpyxl': '/usr/lib/python3/dist-packages/openpyxl/__init__.py',
  'python3-icalendar': '/usr/lib/python3/dist-packages/icalendar/__init__.py',
  'poppler-utils': '/usr/bin/pdftotext',
  sqlmap: '/usr/bin/sqlmap',
};

export const postgresBin = '/usr/lib/postgresql/15/bin';

/** Why a drill cannot run here. */
export class Skipped extends Error {}

/**
 * Installs what is missing from Debian's packages. None of their services is started, and no database
 * made: the drill starts its own.
 * @throws Skipped where that is not possible.
 */
export function ensurePrograms(names: string[]): void {
  const missing = names.filter((name) => !existsSync(packages[name]!));
  if (missing.length === 0) return;
  const reason = `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not installed`;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    throw new Skipped(`${reason}, and only root can install packages, on Debian 12.`);
  const policy = '/usr/sbin/policy-rc.d';
  const hadPolicy = existsSync(policy);
  mkdirSync('/etc/postgresql-common', { recursive: true });
  if (!existsSync('/etc/postgresql-common/createcluster.conf'))
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  if (!hadPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-q', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...missing);
  } catch {
    throw new Skipped(`${reason}, and apt-get could not install it.`);
  } finally {
    if (!hadPolicy) rmSync(policy);
  }
}

/** The versions that a report names. */
export function versionsOf(names: string[]): string {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${Version}\\n', ...names], {
    encoding: 'utf8',
  });
  return stdout.trim().split('\n').toSorted().join(', ');
}
