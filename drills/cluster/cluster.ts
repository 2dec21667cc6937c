import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../sandbox.ts';
import { startBucket } from './bucket.ts';
import { openGates } from './gates.ts';
import { createMachine } from './machine.ts';
import { createNode, type ClusterNode } from './node.ts';
import { ensurePrograms } from '../programs.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');

/** Each node has an address of its own on this machine, so that the files of `deploy/` are used as they are. */
const addresses = ['127.0.21.1', '127.0.21.2', '127.0.21.3'];
const applicationAddress = '127.0.21.9';

export const clusterPackages = ['postgresql-15', 'patroni', 'etcd-server', 'haproxy', 'pgbackrest'];

const passwords = { superuser: 'drill-super', replication: 'drill-copy', application: 'drill-app' };

interface Member {
  name: string;
  role: string;
  state: string;
  lag: number;
}

/** Three nodes under Patroni with etcd, and HAProxy in front. */
export interface Cluster {
  folder: string;
  /** The user of the system as whom everything runs. */
  uid: number;
  nodes: ClusterNode[];
  /** The addresses of the primary and of the replicas, by HAProxy. */
  url: string;
  readUrl: string;
  /** A direct connection by HAProxy, as the database's superuser. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  members(): Promise<Member[]>;
  leader(): Promise<ClusterNode>;
  /** The node that has every commit. */
  synchronous(): Promise<ClusterNode>;
  /** Resolves when one node leads, another has every commit, and the third follows. */
  ready(): Promise<void>;
  /** As `patronictl remove`: etcd forgets the cluster, whose nodes are stopped. */
  forget(): Promise<void>;
  /** As `patronictl switchover`. @param to the next primary; by default the synchronous copy. */
  switchover(to?: string): Promise<void>;
  /** As `patronictl edit-config`. */
  configure(settings: Record<string, unknown>): Promise<void>;
  /** Kills everything. @param hasFailed leaves the logs, and prints where. */
  stop(hasFailed?: boolean): Promise<void>;
}

export interface ClusterOptions {
  /** Each node has a disk of its own of this size, in megabytes. */
  diskMegabytes?: number;
}

/** Works with a cluster, of which nothing goes on running, whatever happens. */
export async function withCluster<T>(
  options: ClusterOptions | undefined,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const cluster = await startCluster(options);
  try {
    await cluster.ready();
    await makeDatabase(cluster);
    await createStanza(cluster);
    const result = await work(cluster);
    await cluster.stop();
    return result;
  } catch (error) {
    await cluster.stop(true);
    throw error;
  }
}

async function startCluster({ diskMegabytes }: ClusterOptions = {}): Promise<Cluster> {
  ensurePrograms(clusterPackages);
  const machine = createMachine();
  const { folder, uid } = machine;
  const peers = addresses.map((address, at) => `etcd${at + 1}=http://${address}:2380`).join(',');
  addresses.forEach((address, at) =>
    machine.run(`etcd${at + 1}`, 'etcd', [], {
      ETCD_NAME: `etcd${at + 1}`,
      ETCD_DATA_DIR: machine.own(`etcd${at + 1}`),
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER: peers,
      ETCD_INITIAL_CLUSTER_TOKEN: 'attendance',
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      ETCD_ENABLE_V2: 'true',
    }),
  );

  await Promise.all(addresses.map(etcdDecided));
  const disks = diskMegabytes
    ? addresses.map((_address, at) => machine.mount(`db${at + 1}`, diskMegabytes))
    : [];
  const bucket = await startBucket(machine);
  const gates = await Promise.all(addresses.map(openGates));
  const nodes = addresses.map((address, at) =>
    createNode(machine, { name: `db${at + 1}`, address, gates: gates[at]!, passwords, bucket }),
  );
  nodes.forEach((node) => node.start());
  machine.run('haproxy', 'haproxy', ['-db', '-f', join(deploy, 'haproxy.cfg')], {
    ...Object.fromEntries(addresses.map((address, at) => [`DB${at + 1}`, address])),
    DB_BIND: applicationAddress,
    APP_BIND: applicationAddress,
    APP1: '127.0.0.1',
    APP2: '127.0.0.1',
  });

  async function nodeOf(wanted: string): Promise<ClusterNode> {
    for (;;) {
      const found = (await cluster.members()).find(({ role }) => role === wanted);
      if (found) return nodes.find(({ name }) => name === found.name)!;
      await wait(250);
    }
  }
  const cluster: Cluster = {
    folder,
    uid,
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
    leader: () => nodeOf('leader'),
    synchronous: () => nodeOf('sync_standby'),
    async ready() {
      const deadline = performance.now() + 120_000;
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
    forget: async () =>
      void (await fetch(`http://${addresses[0]}:2379/v2/keys/service/attendance?recursive=true`, {
        method: 'DELETE',
      })),
    async switchover(to) {
      const { name, address } = await cluster.leader();
      const answer = await fetch(`http://${address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name, ...(to && { candidate: to }) }),
      });
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
    },
    async configure(settings) {
      const { address } = await cluster.leader();
      const answer = await fetch(`http://${address}:8008/config`, {
        method: 'PATCH',
        body: JSON.stringify(settings),
      });
      if (!answer.ok) throw new Error(`The settings were refused: ${await answer.text()}`);
    },
    async stop(hasFailed = false) {
      for (const node of nodes) await node.kill();
      machine.killAll();
      gates.forEach((gate) => gate.close());
      disks.forEach((unmount) => unmount());
      await wait(500);
      if (hasFailed) console.error(`The logs are in ${folder}.`);
      else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return cluster;
}

/** Patroni ends at its start while the members of etcd have not agreed on a version. */
async function etcdDecided(address: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const version = await fetch(`http://${address}:2379/version`).then(
      (answer) => answer.json() as Promise<{ etcdcluster: string }>,
      () => null,
    );
    if (version && version.etcdcluster !== 'not_decided') return;
    await wait(100);
  }
  throw new Error(`etcd at ${address} did not start.`);
}

/** PostgreSQL archives from its start on, and pgBackRest's process for that holds a lock now and then. */
async function createStanza(cluster: Cluster): Promise<void> {
  for (let tries = 1; ; tries++) {
    const leader = await cluster.leader();
    try {
      return await leader.backrest('stanza-create');
    } catch (error) {
      if (tries === 20) throw error;
      await wait(3000);
    }
  }
}

async function makeDatabase({ connection }: Cluster): Promise<void> {
  const server = { ...connection, database: 'postgres' };
  await query(server, `create role attendance login password '${passwords.application}'`);
  await query(server, 'create database attendance owner attendance');
}
