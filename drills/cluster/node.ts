import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import type { Gates } from './gates.ts';
import type { Machine } from './machine.ts';
import { postgresBin } from '../programs.ts';

const deployed = (file: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'deploy', file), 'utf8');

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
  /** Names pgBackRest its settings on this node, and has the keys of the bucket. */
  backrestEnvironment: Record<string, string>;
  /** Runs pgBackRest on this node. */
  backrest(command: string, ...options: string[]): Promise<void>;
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
  bucket: Bucket;
}

export function createNode(machine: Machine, options: NodeOptions): ClusterNode {
  const { name, address, gates, bucket } = options;
  const folder = machine.own(name);
  const data = join(folder, 'data');
  const backrestEnvironment = {
    PGBACKREST_CONFIG: writeBackrestFile(machine, name, { data, bucket }),
    ...bucket.environment,
  };
  const settings = join(folder, 'patroni.yml');
  // On one machine the sockets of three databases need three folders.
  writeFileSync(
    settings,
    deployed('patroni.yml').replace(
      'unix_socket_directories: /var/run/postgresql',
      `unix_socket_directories: ${folder}`,
    ),
  );
  const env = environmentOf(options, { data, folder, backrestEnvironment });
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
    backrestEnvironment,
    // The gates of this process have to go on meanwhile.
    async backrest(command, ...args) {
      const child = spawn('pgbackrest', ['--stanza=attendance', ...args, command], {
        uid: machine.uid,
        gid: machine.gid,
        cwd: folder,
        env: { PATH: process.env.PATH, ...backrestEnvironment },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`pgbackrest ${command} ended with ${code}.`);
    },
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

/** `deploy/pgbackrest.conf` with this machine's bucket, folders and sockets. */
function writeBackrestFile(
  machine: Machine,
  name: string,
  { data, bucket }: { data: string; bucket: Bucket },
): string {
  const file = join(machine.folder, name, 'pgbackrest.conf');
  const own: Record<string, string> = {
    ...bucket.settings,
    'log-level-file': 'off',
    'lock-path': machine.own(`${name}-lock`),
    'spool-path': machine.own(`${name}-spool`),
    'pg1-path': data,
  };
  const lines = deployed('pgbackrest.conf')
    .split('\n')
    .filter((line) => own[line.split('=')[0] ?? ''] === undefined);
  const { 'pg1-path': path, ...everywhere } = own;
  const pairs = Object.entries(everywhere).map(([key, value]) => `${key}=${value}`);
  writeFileSync(
    file,
    lines
      .flatMap((line) =>
        line === '[global]'
          ? [line, ...pairs]
          : line === '[attendance]'
            ? [line, `pg1-path=${path}`, `pg1-socket-path=${join(machine.folder, name)}`]
            : [line],
      )
      .join('\n'),
  );
  return file;
}

const environmentOf = (
  { name, address, gates, passwords }: NodeOptions,
  {
    data,
    folder,
    backrestEnvironment,
  }: { data: string; folder: string; backrestEnvironment: Record<string, string> },
): Record<string, string> => ({
  ...backrestEnvironment,
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
