import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './pool.ts';

/** PostgreSQL's codes for a server that is starting, stopping, gone, or no longer the one that is written to. */
const away = new Set(['57P01', '57P02', '57P03', '53300', '25006', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT']);
const awayTexts = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Serialisation failure and deadlock: the same again succeeds. */
const busy = new Set(['40001', '40P01']);

/** No room on the disk, or none in the memory. */
const full = new Set(['53100', '53200', 'ENOSPC', 'EDQUOT']);

/** A statement that took longer than it may. */
const slow = new Set(['57014']);
const slowTexts = /Query read timeout/;

/** What kind of passing fault an error of the database, or of the disk, is; null when it is none. */
export function databaseFault(error: unknown): 'away' | 'busy' | 'full' | 'slow' | null {
  if (!(error instanceof Error)) return null;
  const code = (error as { code?: string }).code ?? '';
  if (busy.has(code)) return 'busy';
  if (full.has(code)) return 'full';
  if (slow.has(code) || slowTexts.test(error.message)) return 'slow';
  const ofConnection = code.startsWith('08') || away.has(code) || awayTexts.test(error.message);
  return ofConnection && !(code === 'ENOENT' && !('syscall' in error && error.syscall === 'connect')) ? 'away' : null;
}

/** Runs `work` again when the database asks for it. */
export async function withRetry<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || databaseFault(error) !== 'busy') throw error;
      await wait(Math.random() * 10 * attempt);
    }
  }
}

/** One transaction, run again when the database asks for it. */
export const inTransaction = <T>(database: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  withRetry(() => database.transaction().execute(work));
