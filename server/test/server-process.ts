import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { commandOf, isAlive } from '../platform/database/postmaster.ts';
import type { DemoKeys } from '../platform/identity/demo-keys.ts';

const ownRoot = join(import.meta.dirname, '..', '..');

/** A server in its own process, as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  base: string;
  dataDir: string;
  /** Its output so far. */
  output(): string;
  /** Resolves to the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

interface StartOptions {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** The folder of the code: by default this one. */
  root?: string;
  /** Runs as another user. */
  uid?: number;
  gid?: number;
}

/** Starts a server; resolves once it listens or has exited. */
export async function startServer({
  dataDir,
  port,
  env = {},
  root = ownRoot,
  uid,
  gid,
}: StartOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(root, 'server', 'cli.ts'), 'start'], {
    cwd: root,
    uid,
    gid,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      CLOCK: '2026-11-18T10:40:00+11:00',
      LOG_LEVEL: 'error',
      REQUESTS_PER_MINUTE: '0',
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => printed.includes('Ctrl-C stops it.') && resolve());
    child.once('exit', () => resolve());
  });
  return {
    child,
    base: `http://localhost:${port}`,
    dataDir,
    output: () => printed,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * A token of the demo sign-in of that data folder; another subject is another account with the same
 * address.
 */
export async function demoToken(
  dataDir: string,
  base: string,
  email: string,
  roles: string[] = [],
  subject = email,
): Promise<string> {
  const { jwks } = JSON.parse(
    await readFile(join(dataDir, 'sign-in', 'keys.json'), 'utf8'),
  ) as DemoKeys;
  const [key] = jwks.keys;
  return new SignJWT({ email, name: email, roles })
    .setProtectedHeader({ alg: 'RS256', kid: key!.kid })
    .setIssuer(`${base}/idp`)
    .setAudience('urn:attendance:api')
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(await importJWK(key!, 'RS256'));
}

/** The pid of the database of a data folder; null when none runs. */
export async function databasePid(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]) || null;
}

/** An ended process may remain as a zombie until the system has collected it. */
export const hasEnded = async (pid: number): Promise<boolean> =>
  !isAlive(pid) || (await commandOf(pid)) === 'other';
