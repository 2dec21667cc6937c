import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seatsOf, sendMarks } from '../load-clients.ts';
import type { Report } from '../report.ts';
import { createSandbox, date, query } from '../sandbox.ts';
import { clusterPackages, withCluster, type Cluster } from './cluster.ts';
import { postgresBin, versionsOf } from '../programs.ts';

const perSecond = 100;

/**
 * A mistaken deletion of every mark of a day under load, and recovery of the whole cluster to the second before:
 * what was answered before is there, and nothing of afterwards.
 */
export const recoveryDrill = (seconds: number): Promise<Report> =>
  withCluster(undefined, (cluster) => recover(cluster, seconds));

async function recover(cluster: Cluster, seconds: number): Promise<Report> {
  const sandbox = createSandbox();
  const env = { DATABASE_URL: cluster.url, DEMO: 'true' };
  let server = await sandbox.start({ env });
  if (server.child.exitCode !== null) throw new Error(server.output());
  const leader = await cluster.leader();
  await leader.backrest('backup', '--type=full');

  const token = await sandbox.token(server);
  const seats = await seatsOf(server.base, token);
  const load = () =>
    sendMarks(seats, { base: () => server.base, token: () => token, clients: 12, perSecond });
  const before = load();
  await wait(seconds * 500);
  await before.stop();
  await wait(1500);
  const [{ target, history }] = (await query<{ target: string; history: number }>(
    cluster.connection,
    `select clock_timestamp()::text as target,
      (select count(*)::int from attendance_history where date = $1) as history`,
    [date],
  )) as [{ target: string; history: number }];
  await wait(1500);
  await query(cluster.connection, 'delete from attendance where date = $1', [date]);
  const after = load();
  await wait(seconds * 500);
  await after.stop();
  await server.stop('SIGTERM');
  await query(cluster.connection, 'select pg_switch_wal()');

  const begun = performance.now();
  await recoverTo(cluster, target);
  const recovered = (performance.now() - begun) / 1000;
  server = await sandbox.start({ env });
  const started = server.child.exitCode === null;
  const found = await before.check(cluster.connection);
  const [{ now }] = (await query<{ now: number }>(
    cluster.connection,
    'select count(*)::int as now from attendance_history where date = $1',
    [date],
  )) as [{ now: number }];
  await cluster.ready();
  const whole = (performance.now() - begun) / 1000;
  await server.stop('SIGTERM');
  sandbox.remove();
  return {
    drill: 'recovery of the cluster to the second before a mistaken deletion of all marks of a day',
    figures: {
      'marks answered before': before.results.answered,
      'lost of them': found.lost,
      'doubled of them': found.doubled,
      'answered after the deletion': after.results.answered,
      'changes of afterwards that are there': now - history,
      'until the first node serves again': `${recovered.toFixed(0)} s`,
      'until all three nodes are whole': `${whole.toFixed(0)} s`,
      with: versionsOf(clusterPackages),
    },
    failed: !started || found.lost + found.doubled > 0 || now !== history,
  };
}

/** As docs/operations.md says: stop all, restore one node, let it recover, and build the others from it. */
async function recoverTo(cluster: Cluster, target: string): Promise<void> {
  const [first, ...others] = cluster.nodes;
  for (const node of cluster.nodes) await node.stop();
  await cluster.forget();
  await first!.backrest(
    'restore',
    '--delta',
    '--type=time',
    `--target=${target}`,
    '--target-action=promote',
  );
  const control = (...args: string[]) =>
    execFileSync(join(postgresBin, 'pg_ctl'), ['-D', first!.data, '-s', '-w', ...args], {
      uid: cluster.uid,
      stdio: 'ignore',
      env: { ...process.env, ...first!.backrestEnvironment },
    });
  control('-t', '120', 'start', '-o', `-k ${join(first!.data, '..')} -c archive_mode=off`);
  for (;;) {
    const answer = execFileSync(
      join(postgresBin, 'psql'),
      ['-h', join(first!.data, '..'), '-Atc', 'select pg_is_in_recovery()', 'postgres'],
      { uid: cluster.uid, encoding: 'utf8' },
    );
    if (answer.trim() === 'f') break;
    await wait(200);
  }
  control('-m', 'fast', 'stop');
  for (const node of others) rmSync(node.data, { recursive: true, force: true });
  first!.start();
  await cluster.leader();
  others.forEach((node) => node.start());
}
