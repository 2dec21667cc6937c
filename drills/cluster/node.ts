import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Gates } from './gates.ts';
import type { Machine } from './machine.ts';
import { postgresBin } from '../programs.ts';

const deployed = join(import.meta.dirname, '..', '..', 'deploy', 'patroni.yml');

/** A node of the database: PostgreSQL under Patroni. */
export interface ClusterNode {
  name: string;
  address: string;
  /** The folder of its data. */
  data: string;
  /** Starts Patroni, which starts PostgreSQL. @param env more of their environment. */
  start(env?: Record<string, string>): void;
  /** Stops Patroni, and with it PostgreSQL. */
  stop(): Promise<void>;
  /** The settings of pgBackRest of this node. */
  backrestFile: string;
  /** Runs pgBackRest on this node. */
  backrest(command: string, ...options: string[]): void;
  /** Kills Patroni and PostgreSQL (kill -9), as a loss of power would. */
  kill(): Promise<void>;
  /** Sends a signal to Patroni, to PostgreSQL's first process, or to all of its processes. */
  signal(signal: NodeJS.Signals, part: 'patroni' | 'postgres' | 'all-postgres'): void;
  /** Cuts its Patroni off from etcd, or lets it through again. */
  cutFromEtcd(isCut: boolean): void;
}

interface NodeOptions {
  name: string;
  address: string;
  gates: Gates;
  passwords: { superuser: string; replication: string };
}

export function createNode(machine: Machine, options: NodeOptions): ClusterNode {
  const { name, address, gates } = options;
  const folder = machine.own(name);
  const data = join(folder, 'data');
  const backrestFile = writeBackrestFile(machine, name, data);
  const settings = join(folder, 'patroni.yml');
  // On one machine the sockets of three databases need three folders.
  writeFileSync(
    settings,
    readFileSync(deployed, 'utf8').replace(
      'unix_socket_directories: /var/run/postgresql',
      `unix_socket_directories: ${folder}`,
    ),
  );
  const env = environmentOf(options, { data, folder, backrestFile });
  let patroni: ChildProcess | null = null;
  const endPatroni = async (signal: NodeJS.Signals) => {
    const ended = patroni && patroni.exitCode === null ? once(patroni, 'exit') : null;
    patroni?.kill(signal);
    await ended;
  };
  return {
    name,
    address,
    data,
    start: (more) => {
      patroni = machine.run(name, 'patroni', [settings], { ...env, ...more });
    },
    stop: () => endPatroni('SIGTERM'),
    backrestFile,
    backrest: (command, ...args) =>
      void execFileSync('pgbackrest', ['--stanza=attendance', ...args, command], {
        uid: machine.uid,
        gid: machine.gid,
        cwd: folder,
        env: { PATH: process.env.PATH, PGBACKREST_CONFIG: backrestFile },
        stdio: ['ignore', 'inherit', 'inherit'],
      }),
    async kill() {
      const ended = endPatroni('SIGKILL');
      signalPostgres(data, 'SIGKILL', true);
      await ended;
    },
    signal(signal, part) {
      if (part === 'patroni') patroni?.kill(signal);
      else signalPostgres(data, signal, part === 'all-postgres');
    },
    cutFromEtcd: (isCut) => gates.cut(isCut),
  };
}

/** As deploy/pgbackrest.conf, with a repository on this machine. */
function writeBackrestFile(machine: Machine, name: string, data: string): string {
  const file = join(machine.folder, name, 'pgbackrest.conf');
  writeFileSync(
    file,
    [
      '[global]',
      `repo1-path=${machine.own('backups')}`,
      'repo1-retention-full=4',
      'start-fast=y',
      'compress-type=zst',
      'log-level-console=warn',
      'log-level-file=off',
      `lock-path=${machine.own(`${name}-lock`)}`,
      '[attendance]',
      `pg1-path=${data}`,
      `pg1-socket-path=${join(machine.folder, name)}`,
      'pg1-user=postgres',
    ].join('\n'),
  );
  return file;
}

const environmentOf = (
  { name, address, gates, passwords }: NodeOptions,
  { data, folder, backrestFile }: { data: string; folder: string; backrestFile: string },
): Record<string, string> => ({
  PGBACKREST_CONFIG: backrestFile,
  PATRONI_NAME: name,
  PATRONI_ETCD_HOSTS: gates.hosts,
  // It would go to the addresses that etcd names otherwise.
  PATRONI_ETCD_USE_PROXIES: 'true',
  PATRONI_RESTAPI_LISTEN: `${address}:8008`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
  PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
  PATRONI_POSTGRESQL_DATA_DIR: data,
  PATRONI_POSTGRESQL_BIN_DIR: postgresBin,
  PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: passwords.replication,
});

/** Signals PostgreSQL of a data folder: its first process, or all. */
function signalPostgres(data: string, signal: NodeJS.Signals, toAll: boolean): void {
  let listed: string;
  try {
    listed = execFileSync('pgrep', ['-f', `postgres -D ${data} `], { encoding: 'utf8' });
  } catch {
    return;
  }
  for (const pid of listed.trim().split('\n').map(Number)) {
    if (toAll) for (const child of childrenOf(pid)) quietly(() => process.kill(child, signal));
    quietly(() => process.kill(pid, signal));
  }
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It has ended.
  }
}
