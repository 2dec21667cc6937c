import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const program = '/usr/sbin/haproxy';
const settings = join(import.meta.dirname, '..', '..', 'deploy', 'haproxy.cfg');

/** HAProxy and the two processes behind it, each on an address of its own on this machine. */
export const frontAddress = '127.0.21.9';
export const processAddresses = ['127.0.21.11', '127.0.21.12'] as const;

/** A running HAProxy. */
interface Proxy {
  /** The address of the application. */
  base: string;
  pid: number;
  stop(): void;
}

/**
 * Starts HAProxy as `deploy/` has it in front of the two processes, which listen to port 3000.
 * @throws when it is not installed.
 */
export async function startProxy(): Promise<Proxy> {
  if (!existsSync(program)) throw new Error('HAProxy is not installed (Debian: haproxy).');
  const child = spawn(program, ['-db', '-f', settings], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(['DB1', 'DB2', 'DB3'].map((name) => [name, frontAddress])),
      DB_BIND: frontAddress,
      APP_BIND: frontAddress,
      APP1: processAddresses[0],
      APP2: processAddresses[1],
    },
  });
  const base = `http://${frontAddress}:8080`;
  await untilReady(base);
  return { base, pid: child.pid!, stop: () => void child.kill('SIGKILL') };
}

/** Resolves when a server serves. @throws after half a minute. */
export async function untilReady(base: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(50);
  }
  throw new Error(`${base} is not ready.`);
}
