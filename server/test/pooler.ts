import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../platform/database/pool.ts';
import { freePort } from './server-process.ts';

/** A running PgBouncer. */
interface Pooler {
  port: number;
  pid: number;
  stop(): void;
}

const program = '/usr/sbin/pgbouncer';

/**
 * Starts PgBouncer in front of every database of a server whose users need no password.
 * @throws when it is not installed.
 */
export async function startPooler(
  { host, port: target, user }: Exclude<Connection, string>,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  if (!existsSync(program)) throw new Error('PgBouncer is not installed (Debian: pgbouncer).');
  const folder = mkdtempSync(join(tmpdir(), 'attendance-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${host} port=${target} user=${user}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      'default_pool_size = 40',
      'max_client_conn = 1000',
      // The tests use hundreds of databases, one after the other.
      'server_idle_timeout = 3',
    ].join('\n'),
  );
  const root = process.getuid?.() === 0;
  const owner = root && host.startsWith('/') ? statSync(host) : null;
  const child = spawn(program, ['-q', file], {
    stdio: 'ignore',
    // It refuses to run as root; the database's own user can reach the socket.
    ...(owner && { uid: owner.uid, gid: owner.gid }),
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
    await wait(50);
  }
  return {
    port,
    pid: child.pid!,
    stop() {
      child.kill('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
