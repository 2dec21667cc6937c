import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import {
  chmod,
  chown,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { SetupError } from '../setup-error.ts';
import {
  databaseUser,
  findBinaries,
  reachablePlace,
  reaches,
  type Binaries,
  type RunAs,
} from './binaries.ts';
import { commandOf, isAlive, readPostmaster } from './postmaster.ts';

const run = promisify(execFile);
const superuser = 'attendance';
const timeoutMs = 15_000;
/** Own connections end within this time. */
const ownConnectionsEndMs = 2000;
const windows = process.platform === 'win32';

/** A running embedded PostgreSQL. */
interface EmbeddedDatabase {
  /** The connection options for `pg`. */
  connection: { host: string; port: number; user: string; database: string; password?: string };
  /** Stops it, unless another process uses it. */
  stop(): Promise<void>;
}

interface Cluster {
  binaries: Binaries;
  user: RunAs | null;
  folder: string;
  log: string;
  socketFolder: string;
}

/**
 * Starts the PostgreSQL of `dataDir/postgres`, or connects to the one that runs already (left by a
 * killed process, or started by another process), and restarts it when it dies.
 */
export async function startEmbedded(
  dataDir: string,
  log: (line: string) => void = () => {},
): Promise<EmbeddedDatabase> {
  const cluster = await prepare(dataDir);
  let connection = await start(cluster);
  await createDatabase(connection);
  let stopping = false;
  let restarting: Promise<void> | null = null;
  const watch = setInterval(() => {
    restarting ??= reviveIfDead().finally(() => (restarting = null));
  }, 500);
  watch.unref();

  async function reviveIfDead(): Promise<void> {
    const postmaster = await readPostmaster(cluster.folder);
    if (stopping || (postmaster && isAlive(postmaster.pid))) return;
    log('The database stopped unexpectedly; starting it again.');
    Object.assign(
      connection,
      await start(cluster).catch((error: Error) => log(`It did not start: ${error.message}`)),
    );
  }

  return {
    connection,
    async stop() {
      stopping = true;
      clearInterval(watch);
      await restarting;
      if (!(await usedByOthers(connection))) await halt(cluster);
    },
  };
}

async function prepare(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const user = await databaseUser();
  const binaries = await findBinaries(user);
  const named = join(dataDir, 'postgres');
  const short = createHash('sha256').update(named).digest('hex').slice(0, 12);
  if (!(await reaches(user, named))) await placeElsewhere(named, short);
  const folder = await realpath(named).catch(() => named);
  if (!(await stat(join(folder, 'PG_VERSION')).catch(() => null)))
    await initialise(binaries, user, folder);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== '18')
    throw new SetupError(
      `${folder} belongs to PostgreSQL ${version}; this version of Attendance brings PostgreSQL 18.`,
    );
  const log = join(dataDir, 'postgres.log');
  return { binaries, user, folder, log, socketFolder: await socketFolder(folder, short, user) };
}

/** As root below a closed home folder, the database's files are stored where its user can read them. */
async function placeElsewhere(named: string, short: string): Promise<void> {
  const place = join(reachablePlace, `data-${short}`, 'postgres');
  await mkdir(place, { recursive: true, mode: 0o755 });
  await symlink(place, named).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** A kill in between leaves a draft only; of two concurrent starts the first one's folder remains. */
async function initialise(binaries: Binaries, user: RunAs | null, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  const flags = [
    '-D',
    draft,
    '-U',
    superuser,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  if (windows) {
    const password = randomBytes(24).toString('hex');
    await writeFile(`${draft}.password`, password);
    flags.push('--auth=scram-sha-256', `--pwfile=${draft}.password`);
  } else {
    flags.push('--auth=trust');
  }
  await run(binaries.initdb, flags, { ...as(user), cwd: '/' }).catch(
    (error: Error & { stderr?: string }) => {
      throw new SetupError(
        `The database could not be created in ${folder}: ${error.stderr?.trim() || error.message}`,
      );
    },
  );
  if (windows) await rename(`${draft}.password`, join(draft, 'superuser.password'));
  await rmdir(folder).catch(() => {});
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await stat(join(folder, 'PG_VERSION')).catch(() => null))) throw error;
  });
}

/** Below the data folder if the path fits into a socket address, otherwise in a private folder. */
async function socketFolder(folder: string, short: string, user: RunAs | null): Promise<string> {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432.lock')) < 104) return folder;
  const place = join(tmpdir(), `attendance-${short}`);
  await mkdir(place, { recursive: true });
  if (user) await chown(place, user.uid, user.gid);
  await chmod(place, 0o700);
  return place;
}

async function start(cluster: Cluster): Promise<EmbeddedDatabase['connection']> {
  const deadline = performance.now() + timeoutMs;
  let spawned: { exited: boolean } | null = null;
  while (performance.now() < deadline) {
    const postmaster = await readPostmaster(cluster.folder);
    if (postmaster && isAlive(postmaster.pid)) {
      if ((await commandOf(postmaster.pid)) === 'other') await removeStaleLocks(cluster);
      else if (postmaster.state === 'ready') return await connectionTo(cluster, postmaster.port);
    } else if (!spawned || spawned.exited) {
      spawned = await spawnPostgres(cluster);
    }
    await wait(20);
  }
  const tail = (await readFile(cluster.log, 'utf8').catch(() => '')).trim().split('\n').slice(-3);
  throw new SetupError(
    `The database did not start within ${timeoutMs / 1000} s; see ${cluster.log}:`,
    ...tail,
  );
}

async function spawnPostgres(cluster: Cluster): Promise<{ exited: boolean }> {
  const port = windows ? await freePort() : 5432;
  const options: Record<string, string | number> = {
    listen_addresses: windows ? '127.0.0.1' : '',
    unix_socket_directories: windows ? '' : cluster.socketFolder,
    port,
    max_connections: 120,
    shared_buffers: `${Math.min(2048, Math.floor(totalmem() / 4 / 2 ** 20))}MB`,
    effective_cache_size: `${Math.floor(totalmem() / 2 / 2 ** 20)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    // Under load several marks share one flush to disk; a single one does not wait (commit_siblings).
    commit_delay: 1000,
    checkpoint_timeout: '15min',
    update_process_title: 'off',
    jit: 'off',
    max_worker_processes: Math.max(8, availableParallelism()),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Details and statements may contain values of rows: neither is logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
  const args = [
    '-D',
    cluster.folder,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // Errors quote values of people.
  const log = await open(cluster.log, 'a', 0o600);
  await log.chmod(0o600);
  const child = spawn(cluster.binaries.postgres, args, {
    ...as(cluster.user),
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const spawned = { exited: false };
  child.once('exit', () => (spawned.exited = true));
  child.once('error', () => (spawned.exited = true));
  child.unref();
  await log.close();
  return spawned;
}

async function connectionTo(
  cluster: Cluster,
  port: number,
): Promise<EmbeddedDatabase['connection']> {
  const database = 'attendance';
  if (!windows) return { host: cluster.socketFolder, port, user: superuser, database };
  const password = await readFile(join(cluster.folder, 'superuser.password'), 'utf8');
  return { host: '127.0.0.1', port, user: superuser, database, password };
}

async function createDatabase(connection: EmbeddedDatabase['connection']): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [
      connection.database,
    ]);
    if (found.rowCount) return;
    await client
      .query(`create database ${connection.database}`)
      .catch((error: { code?: string }) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
  });
}

/** Whether another process has connections; this one's own may take a moment to end. */
async function usedByOthers(connection: EmbeddedDatabase['connection']): Promise<boolean> {
  try {
    return await withClient(connection, async (client) => {
      const deadline = performance.now() + ownConnectionsEndMs;
      for (;;) {
        const others = await client.query(
          `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
        );
        if (!others.rowCount) return false;
        if (performance.now() > deadline) return true;
        await wait(20);
      }
    });
  } catch {
    return false;
  }
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function halt(cluster: Cluster): Promise<void> {
  const postmaster = await readPostmaster(cluster.folder);
  if (!postmaster || !isAlive(postmaster.pid)) return;
  process.kill(postmaster.pid, 'SIGINT');
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && (await readPostmaster(cluster.folder))) await wait(20);
}

async function removeStaleLocks(cluster: Cluster): Promise<void> {
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
  await rm(join(cluster.socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}

async function withClient<T>(
  connection: EmbeddedDatabase['connection'],
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function as(user: RunAs | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}
