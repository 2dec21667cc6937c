import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorDetail } from '../error-details.ts';

/** What PostgreSQL itself wrote about its running main process. */
interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping`, `standby`; empty very early. */
  state: string;
}

/** Reads `postmaster.pid` (line 1 pid, line 4 port, line 8 state). */
export async function readPostmaster(folder: string): Promise<Postmaster | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? '' };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorDetail(error, 'code') === 'EPERM';
  }
}

/**
 * Whether the process is PostgreSQL: after a reboot the pid may belong to another program, and in a
 * container without an init a dead process remains as a zombie. Where the system does not report
 * it, PostgreSQL is assumed.
 */
export async function commandOf(pid: number): Promise<'postgres' | 'other'> {
  if (process.platform !== 'linux') return 'postgres';
  const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const zombie = status.slice(status.lastIndexOf(')') + 2).startsWith('Z');
  return command.trim() === 'postgres' && !zombie ? 'postgres' : 'other';
}
