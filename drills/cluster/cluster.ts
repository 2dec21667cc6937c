import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../sandbox.ts';
import { ensurePrograms, postgresBin } from './programs.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');

/** Each node has an address of its own on this machine, so that the files of `deploy/` are used as they are. */
const addresses = ['127.0.21.1', '127.0.21.2', '127.0.21.3'];
const applicationAddress = '127.0.21.9';

export const clusterPackages = ['postgresql-15', 'patroni', 'etcd-server', 'haproxy'];

const passwords = { superuser: 'drill-super', replication: 'drill-copy', application: 'drill-app' };

/** A node of the database: PostgreSQL under Patroni. */
export interface ClusterNode {
  name: string;
  address: string;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
  /** Kills Patroni and PostgreSQL (kill -9), as a loss of power would. */
  kill(): Promise<void>;
  /** Sends a signal to Patroni, to PostgreSQL or to both. */
  signal(signal: NodeJS.Signals, part: 'patroni' | 'postgres'): void;
}

interface Member {
  name: string;
  role: string;
  state: string;
  lag: number;
}

/** Three nodes under Patroni with etcd, and HAProxy in front. */
export interface Cluster {
  folder: string;
  nodes: ClusterNode[];
  /** The addresses of the primary and of the replicas, by HAProxy. */
  url: string;
  readUrl: string;
  /** A direct connection by HAProxy, as the database's superuser. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  members(): Promise<Member[]>;
  leader(): Promise<ClusterNode>;
  /** Resolves when one node leads, another has every commit, and the third follows. */
  ready(): Promise<void>;
  /** As `patronictl switchover`. */
  switchover(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  ensurePrograms(clusterPackages);
  const folder = mkdtempSync(join(tmpdir(), 'attendance-cluster-'));
  const [uid, gid] = [numberOf('-u'), numberOf('-g')];
  const own = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    chownSync(path, uid, gid);
    chmodSync(path, 0o700);
    return path;
  };
  chmodSync(folder, 0o755);
  const children: ChildProcess[] = [];
  const run = (log: string, command: string, args: string[], env: Record<string, string>) => {
    const output = openSync(join(folder, `${log}.log`), 'a');
    const child = spawn(command, args, {
      cwd: folder,
      uid,
      gid,
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
    });
    child.on('error', () => {});
    children.push(child);
    return child;
  };

  const peers = addresses.map((address, at) => `etcd${at + 1}=http://${address}:2380`).join(',');
  addresses.forEach((address, at) =>
    run(`etcd${at + 1}`, 'etcd', [], {
      ETCD_NAME: `etcd${at + 1}`,
      ETCD_DATA_DIR: own(`etcd${at + 1}`),
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER: peers,
      ETCD_INITIAL_CLUSTER_TOKEN: 'attendance',
      ETCD_INITIAL_CLUSTER_STATE: 'new',
    }),
  );

  const nodes = addresses.map((address, at) => {
    const name = `db${at + 1}`;
    const data = join(own(name), 'data');
    let patroni: ChildProcess | null = null;
    const env = {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: addresses.map((other) => `${other}:2379`).join(','),
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: postgresBin,
      PATRONI_POSTGRESQL_PGPASS: join(folder, name, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
    };
    const node: ClusterNode = {
      name,
      address,
      start: () => {
        patroni = run(name, 'patroni', [join(deploy, 'patroni.yml')], env);
      },
      async kill() {
        const ended = patroni && patroni.exitCode === null ? once(patroni, 'exit') : null;
        patroni?.kill('SIGKILL');
        killPostgres(data, 'SIGKILL');
        await ended;
      },
      signal(signal, part) {
        if (part === 'patroni') patroni?.kill(signal);
        else killPostgres(data, signal);
      },
    };
    return node;
  });
  nodes.forEach((node) => node.start());
  run('haproxy', 'haproxy', ['-db', '-f', join(deploy, 'haproxy.cfg')], {
    ...Object.fromEntries(addresses.map((address, at) => [`DB${at + 1}`, address])),
    DB_BIND: applicationAddress,
    APP_BIND: applicationAddress,
    APP1: '127.0.0.1',
    APP2: '127.0.0.1',
  });

  const cluster: Cluster = {
    folder,
    nodes,
    url: `postgres://attendance:${passwords.application}@${applicationAddress}:5000/attendance`,
    readUrl: `postgres://attendance:${passwords.application}@${applicationAddress}:5001/attendance`,
    connection: {
      host: applicationAddress,
      port: 5000,
      user: 'postgres',
      password: passwords.superuser,
      database: 'attendance',
    },
    async members() {
      for (const { address } of nodes) {
        const answer = await fetch(`http://${address}:8008/cluster`, {
          signal: AbortSignal.timeout(2000),
        }).catch(() => null);
        if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
      }
      return [];
    },
    async leader() {
      for (;;) {
        const found = (await cluster.members()).find(({ role }) => role === 'leader');
        if (found) return nodes.find(({ name }) => name === found.name)!;
        await wait(250);
      }
    },
    async ready() {
      const deadline = performance.now() + 180_000;
      for (;;) {
        const members = await cluster.members();
        const has = (role: string) => members.filter((one) => one.role === role).length;
        const follow = members.filter(({ state }) => ['running', 'streaming'].includes(state));
        if (has('leader') === 1 && has('sync_standby') === 1 && follow.length === nodes.length)
          return;
        if (performance.now() > deadline)
          throw new Error(`The cluster is not whole: ${JSON.stringify(members)}`);
        await wait(500);
      }
    },
    async switchover() {
      const { name, address } = await cluster.leader();
      const answer = await fetch(`http://${address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      });
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
    },
    async stop() {
      for (const node of nodes) await node.kill();
      children.forEach((child) => child.kill('SIGKILL'));
      await wait(500);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await cluster.ready();
  await makeDatabase(cluster);
  return cluster;
}

/** The user `postgres` of Debian's packages, as whom the drill's databases run. */
const numberOf = (what: '-u' | '-g'): number =>
  Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));

/** Signals PostgreSQL of a data folder: all its processes by SIGKILL, otherwise the first. */
function killPostgres(data: string, signal: NodeJS.Signals): void {
  let listed: string;
  try {
    listed = execFileSync('pgrep', ['-f', `postgres -D ${data} `], { encoding: 'utf8' });
  } catch {
    return;
  }
  for (const pid of listed.trim().split('\n').map(Number)) {
    if (signal === 'SIGKILL')
      for (const child of childrenOf(pid)) quietly(() => process.kill(child, signal));
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

async function makeDatabase({ connection }: Cluster): Promise<void> {
  const server = { ...connection, database: 'postgres' };
  await query(server, `create role attendance login password '${passwords.application}'`);
  await query(server, 'create database attendance owner attendance');
}
