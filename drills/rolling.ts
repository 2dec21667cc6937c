import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/open.ts';
import { databaseUrl } from '#server/test/database-url.ts';
import { startIssuer } from '#server/test/issuer.ts';
import { processAddresses, startProxy, untilReady } from '#server/test/proxy.ts';
import { startServer, type ServerProcess } from '#server/test/server-process.ts';
import { ensurePrograms, Skipped, versionsOf } from './programs.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import { behindProxy } from './proxied.ts';
import type { Report } from './report.ts';
import { createSandbox } from './sandbox.ts';

const root = join(import.meta.dirname, '..');
const rate = 200;

/**
 * Two processes behind HAProxy are restarted in turns under load, and replaced by this version: at first they
 * run the previous release, on its schema. No client may see an error.
 */
export async function rollingDrill(rounds: number): Promise<Report> {
  ensurePrograms(['haproxy']);
  const sandbox = createSandbox();
  const opened = await openDatabase(
    { dataDir: sandbox.dataDir, poolSize: 1, asItIs: true },
    () => {},
  );
  if (typeof opened.connection === 'string') throw new Error('The embedded database is expected.');
  const { connection } = opened;
  const previous = previousRelease(join(sandbox.dataDir, '..', 'previous'));
  const issuer = await startIssuer();
  const env = {
    DATABASE_URL: databaseUrl(connection),
    ...behindProxy(issuer),
  };
  const start = async (at: number, code: string, more: Record<string, string> = {}) => {
    const host = processAddresses[at]!;
    const server = await startServer({
      dataDir: join(sandbox.dataDir, '..', `process${at}`),
      port: 3000,
      root: code,
      env: { ...env, HOST: host, ...more },
    });
    if (server.child.exitCode !== null) throw new Error(server.output());
    await untilReady(`http://${host}:3000`);
    return server;
  };
  const servers: ServerProcess[] = [await start(0, previous.folder)];
  servers.push(await start(1, previous.folder));
  const proxy = await startProxy();
  const { base } = proxy;

  const token = await issuer.token({ email: 'admin@demo.example', email_verified: true });
  const seats = await seatsOf(base, token);
  const clients = sendMarks(seats, {
    base: () => base,
    token: () => token,
    clients: 12,
    perSecond: rate,
  });
  /** Restarts both, one after the other. @returns the seconds it took. */
  const roll = async (code: string) => {
    const begun = performance.now();
    for (const at of servers.keys()) {
      await servers[at]!.stop('SIGTERM');
      servers[at] = await start(at, code, { MIGRATE_ON_START: 'false' });
      await wait(1500);
    }
    return (performance.now() - begun) / 1000;
  };
  await wait(2000);
  const migrated = performance.now();
  execFileSync(process.execPath, [join(root, 'server', 'cli.ts'), 'migrate'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  const migration = (performance.now() - migrated) / 1000;
  await wait(2000);
  const upgrade = await roll(root);
  const restarts: number[] = [];
  for (let round = 0; round < rounds; round++) restarts.push(await roll(root));
  await clients.stop();
  const found = await clients.check(connection);
  proxy.stop();
  for (const server of servers) await server.stop('SIGTERM');
  issuer.close();
  await opened.close();
  previous.remove();
  sandbox.remove();
  const { results } = clients;
  return {
    drill: `a rolling upgrade from the previous release (${previous.name}), then ${rounds} rolling restarts, at ${rate} marks a second`,
    figures: {
      'marks answered': results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'errors at a client': results.repeated,
      'the slowest mark': `${Math.max(...results.times).toFixed(0)} ms`,
      'migration beside the running release': `${migration.toFixed(1)} s`,
      'upgrade of both processes': `${upgrade.toFixed(1)} s`,
      'restart of both, the longest': `${Math.max(...restarts).toFixed(1)} s`,
      with: versionsOf(['haproxy']),
    },
    otherAnswers: results.otherAnswers,
    failed: found.lost + found.doubled + results.repeated > 0,
  };
}

/**
 * The code of the previous release in a folder of its own: `DRILL_PREVIOUS` (a commit or tag), else the commit
 * before the newest migration.
 */
function previousRelease(folder: string): { name: string; folder: string; remove(): void } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (!existsSync(join(root, '.git'))) throw new Skipped('The previous release comes from git.');
  const newest = git('ls-files', 'server/platform/database/migrations')
    .split('\n')
    .toSorted()
    .at(-1)!;
  const added = git(
    'log',
    '-m',
    '--first-parent',
    '--diff-filter=A',
    '--format=%h',
    '-1',
    '--',
    newest,
  );
  const name = git('rev-parse', '--short', process.env.DRILL_PREVIOUS ?? `${added}~1`);
  mkdirSync(folder, { recursive: true });
  git('worktree', 'add', '--quiet', '--force', '--detach', folder, name);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { name, folder, remove: () => void git('worktree', 'remove', '--force', folder) };
}
