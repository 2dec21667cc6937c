import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';

/** Gives a program another time. */
export const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** The programs of a drill, by the Debian package that has them. */
const packages: Record<string, string> = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  faketime: fakeTime,
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
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
