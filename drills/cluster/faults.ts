import { setTimeout as wait } from 'node:timers/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { fill } from '../fill.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';
import { date, query } from '../sandbox.ts';
import type { ClusterNode } from './node.ts';
import { fakeTime } from '../programs.ts';

/** A figure of a round, and whether it is what was promised. */
export interface Observation {
  name: string;
  /** Seconds, or a count. */
  value: number;
  isFailed?: boolean;
}

interface Injected {
  /** Looks while the fault lasts. */
  observe?(): Promise<Observation[]>;
  /** Repairs it, before the next round. */
  heal(): Promise<void> | void;
}

/** What is done to a cluster while marks are sent. */
export interface Fault {
  title: string;
  cluster?: ClusterOptions;
  /** Programs besides those of every cluster. */
  packages?: string[];
  /** What comes first, without a fault. */
  prepare?(cluster: Cluster): Promise<void>;
  inject(cluster: Cluster, base: string): Promise<Injected>;
  /** The longest silence that is allowed, and its median, in milliseconds. */
  longestMs: number;
  medianMs?: number;
}

export const faults = {
  failover: {
    title: 'the primary’s node is lost (kill -9 of Patroni and PostgreSQL)',
    async inject(cluster) {
      const node = await cluster.leader();
      await node.kill();
      return { heal: () => node.start() };
    },
    longestMs: 35_000,
  },
  'postgres-killed': {
    title: 'PostgreSQL of the primary is killed (kill -9), Patroni lives',
    async inject(cluster) {
      (await cluster.leader()).signal('SIGKILL', 'postgres');
      return { heal: () => {} };
    },
    medianMs: 8000,
    longestMs: 15_000,
  },
  switchover: {
    title: 'a planned switchover',
    async inject(cluster) {
      await cluster.switchover();
      return { heal: () => {} };
    },
    longestMs: 5000,
  },
  'etcd-cut': {
    title: 'the primary’s node is cut off from etcd',
    async inject(cluster) {
      const node = await cluster.leader();
      node.cutFromEtcd(true);
      return {
        observe: () => observeFormer(cluster, node),
        heal: () => node.cutFromEtcd(false),
      };
    },
    longestMs: 35_000,
  },
  'patroni-frozen': {
    title: 'Patroni of the primary is stopped (SIGSTOP), its PostgreSQL goes on',
    async inject(cluster) {
      const node = await cluster.leader();
      node.signal('SIGSTOP', 'patroni');
      return {
        observe: () => observeFormer(cluster, node),
        heal: () => node.signal('SIGCONT', 'patroni'),
      };
    },
    longestMs: 35_000,
  },
  'replica-replaced': {
    title: 'the node that has every commit is lost, and replaced by an empty one',
    async inject(cluster) {
      const node = await cluster.synchronous();
      await node.kill();
      rmSync(node.data, { recursive: true, force: true });
      return { heal: () => node.start() };
    },
    longestMs: 15_000,
  },
  'replication-stopped': {
    title: 'both copies stand still (SIGSTOP of their PostgreSQL)',
    async inject(cluster, base) {
      const leader = await cluster.leader();
      const others = cluster.nodes.filter(({ name }) => name !== leader.name);
      for (const node of others) node.signal('SIGSTOP', 'all-postgres');
      return {
        observe: async () => [
          {
            name: 'until the first mark without a copy, health says so after (s)',
            ...(await untilWarned(base)),
          },
          await helpIfStuck(cluster, leader),
        ],
        async heal() {
          others.forEach((node) => node.signal('SIGCONT', 'all-postgres'));
          await cluster.configure({ synchronous_mode: true });
        },
      };
    },
    // With an operator who acts half a minute after the first alert.
    longestMs: 75_000,
    medianMs: 35_000,
  },
  'disk-of-primary': {
    title:
      'the disk of the primary is full to the last byte; after ten seconds an operator stops it',
    cluster: { diskMegabytes: 2500 },
    async inject(cluster) {
      const node = await cluster.leader();
      const full = fillDisk(node);
      return {
        // Patroni looks at no disk: PostgreSQL refuses to write, or restarts, until somebody acts.
        async observe() {
          await wait(10_000);
          const before = await cluster.leader();
          // The last checkpoint of a full disk does not end.
          await Promise.race([node.stop(), wait(10_000)]);
          await node.kill();
          while ((await cluster.leader()).name === node.name) await wait(200);
          return [
            {
              name: 'times that it was no longer the primary by itself',
              value: Number(before.name !== node.name),
            },
          ];
        },
        async heal() {
          await full.heal();
          node.start();
        },
      };
    },
    longestMs: 60_000,
  },
  'disk-of-copy': {
    title: 'the disk of the node that has every commit is full to the last byte',
    cluster: { diskMegabytes: 2500 },
    inject: async (cluster) => fillDisk(await cluster.synchronous()),
    longestMs: 35_000,
  },
  'clock-of-node': {
    title: 'a node whose clock is five minutes ahead becomes the primary',
    packages: ['faketime'],
    async prepare(cluster) {
      const node = await cluster.synchronous();
      await node.stop();
      node.start({ LD_PRELOAD: fakeTime, FAKETIME: '+5m' });
      await cluster.ready();
      // Another one has every commit since: only when that one is away, this one has again.
      const other = await cluster.synchronous();
      if (other !== node) {
        await other.stop();
        while ((await cluster.synchronous()) !== node) await wait(200);
        other.start();
        await cluster.ready();
      }
    },
    async inject(cluster, base) {
      const node = await cluster.synchronous();
      await cluster.switchover(node.name);
      return {
        observe: async () => {
          while ((await cluster.leader()).name !== node.name) await wait(200);
          await wait(5000);
          return [await timesOfMarks(cluster, base)];
        },
        heal: async () => {
          await node.stop();
          node.start();
        },
      };
    },
    longestMs: 35_000,
  },
} satisfies Record<string, Fault>;

function fillDisk({ data }: ClusterNode): Injected {
  const filler = join(data, '..', 'filler');
  fill(filler);
  return { heal: () => rmSync(filler) };
}

/**
 * Patroni 3.0.2 may choose a copy in the moment in which its connection is closed, and then waits for
 * it: commits stand still until a copy is back. The remedy of docs/operations.md is applied half a
 * minute later.
 */
async function helpIfStuck(cluster: Cluster, leader: ClusterNode): Promise<Observation> {
  const start = performance.now();
  const name = 'times that an operator had to switch waiting for copies off';
  while (performance.now() - start < 30_000) {
    if (await acknowledgesWrite(cluster, leader)) return { name, value: 0 };
    await wait(1000);
  }
  await cluster.configure({ synchronous_mode: false });
  return { name, value: 1 };
}

/** How far the time of the last mark is from that of the application, in seconds. */
async function timesOfMarks(cluster: Cluster, base: string): Promise<Observation> {
  const [row] = await query<{ at: Date; ahead: number }>(
    cluster.connection,
    `select max(marked_at) as at, extract(epoch from clock_timestamp())::float as ahead
     from attendance where date = $1`,
    [date],
  );
  const { now } = (await (await fetch(`${base}/api/v2/config/`)).json()) as { now: string };
  const seconds = Math.abs(Date.parse(now) - (row?.at.getTime() ?? 0)) / 1000;
  const clock = (row?.ahead ?? 0) - Date.now() / 1000;
  return {
    name: `the last mark’s time differs from the application’s (s; the database’s by ${clock.toFixed(0)})`,
    value: seconds,
    isFailed: seconds > 5 || clock < 290,
  };
}

/** Health must warn within 15 s after the first mark that no copy has. */
async function untilWarned(base: string): Promise<{ value: number; isFailed: boolean }> {
  const start = performance.now();
  const readiness = async () =>
    (await (await fetch(`${base}/readyz`)).json().catch(() => ({}))) as {
      replication?: string;
      warning?: string;
    };
  for (;;) {
    const { warning } = await readiness().catch(() => ({ warning: undefined }));
    const seconds = (performance.now() - start) / 1000;
    if (warning) return { value: seconds, isFailed: false };
    if (seconds > 60) return { value: seconds, isFailed: true };
    await wait(200);
  }
}

/**
 * Watches the former primary until another node leads, and tries to write to both. A write that the
 * former one acknowledged afterwards would be lost: a split brain.
 */
async function observeFormer(cluster: Cluster, former: ClusterNode): Promise<Observation[]> {
  const start = performance.now();
  let leader = await cluster.leader();
  while (leader.name === former.name) {
    if (performance.now() - start > 60_000) throw new Error(`${former.name} still leads.`);
    await wait(200);
    leader = await cluster.leader();
  }
  const elected = (performance.now() - start) / 1000;
  let acknowledged = 0;
  for (let times = 0; times < 5; times++)
    if (await acknowledgesWrite(cluster, former)) acknowledged++;
  return [
    { name: 'another node leads after (s)', value: elected },
    {
      name: 'writes that the former primary acknowledged afterwards',
      value: acknowledged,
      isFailed: acknowledged > 0,
    },
  ];
}

/** Whether a node commits a row within a second, directly; what only waited is given up unanswered. */
async function acknowledgesWrite(cluster: Cluster, node: ClusterNode): Promise<boolean> {
  const client = new pg.Client({
    ...cluster.connection,
    host: node.address,
    port: 5432,
    connectionTimeoutMillis: 1000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const written = client
      .query(
        `create table if not exists drill_write (at timestamptz); insert into drill_write values (now())`,
      )
      .then(() => true);
    return await Promise.race([written, wait(1000).then(() => false)]);
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}
