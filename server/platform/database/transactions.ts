import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './pool.ts';
import { errorDetail } from '../error-details.ts';

/**
 * PostgreSQL's codes for a server that is starting, stopping, unavailable, or read-only after a
 * failover.
 */
const away = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
]);
const awayTexts =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Serialisation failure and deadlock: a retry succeeds. */
const busy = new Set(['40001', '40P01']);

const retried = { deadlock: 0, serialization: 0 };
/** How often this process has repeated a transaction, by reason. A deadlock is a fault in the order of locks. */
export const retries = (): Readonly<typeof retried> => retried;

/** No room on the disk, or none in the memory. */
const full = new Set(['53100', '53200', 'ENOSPC', 'EDQUOT']);

/** Another transaction holds the rows for longer than a request waits. */
const locked = new Set(['55P03']);

/** A statement timeout. */
const slow = new Set(['57014']);
const slowTexts = /Query read timeout/;

/** The kind of temporary error of the database or the disk; null for other errors. */
export function transientErrorOf(
  error: unknown,
): 'away' | 'busy' | 'full' | 'locked' | 'slow' | null {
  if (!(error instanceof Error)) return null;
  const code = errorDetail(error, 'code') ?? '';
  if (busy.has(code)) return 'busy';
  if (full.has(code)) return 'full';
  if (locked.has(code)) return 'locked';
  if (slow.has(code) || slowTexts.test(error.message)) return 'slow';
  const ofConnection = code.startsWith('08') || away.has(code) || awayTexts.test(error.message);
  return ofConnection &&
    !(code === 'ENOENT' && !('syscall' in error && error.syscall === 'connect'))
    ? 'away'
    : null;
}

const isBusy = (error: unknown): boolean => transientErrorOf(error) === 'busy';

/** Runs `work`, and retries it on serialisation failures and deadlocks. */
export async function withRetry<T>(
  work: () => Promise<T>,
  tries = 5,
  isRetried: (error: unknown) => boolean = isBusy,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !isRetried(error)) throw error;
      retried[errorDetail(error, 'code') === '40P01' ? 'deadlock' : 'serialization']++;
      await wait(Math.random() * 10 * attempt);
    }
  }
}

/** Another transaction wrote such a row in between: the transaction is repeated. */
export const wroteMeanwhile = (what: string): Error =>
  Object.assign(new Error(`a ${what} was written in the same moment`), { code: '40001' });

/** Whether another row has a unique value that was to be written. */
export const isKeyTaken = (error: unknown): boolean => errorDetail(error, 'code') === '23505';

/**
 * Runs `work`, which looks for unique values before it writes them, and retries it where another
 * transaction has written one of them in between: the next try finds that row, and can name it.
 */
export const withRetryOnTakenKeys = <T>(work: () => Promise<T>): Promise<T> =>
  withRetry(work, 3, (error) => isBusy(error) || isKeyTaken(error));

/** A transaction that is retried on serialisation failures and deadlocks. */
export const inTransaction = <T>(
  database: Database,
  work: (trx: Database) => Promise<T>,
): Promise<T> => withRetry(() => database.transaction().execute(work));

/** How long a form waits at first for the rows that another transaction holds. */
const shortWaitMs = 500;

/**
 * Forms of a process that wait longer at once. Each keeps a connection, and its call a place, that everybody
 * else needs: nine of them, about the rows of a large change, made lists wait fifteen seconds.
 */
const maxWaiting = 2;
const waiting = new WeakMap<Database, number>();

/**
 * The transaction of a form. Where another one holds its rows for more than half a second it begins again, and
 * waits for them as long as the connection allows, unless others wait so already. Taps and jobs have no place
 * that others wait for: they wait at once.
 */
export async function inFormTransaction<T>(
  database: Database,
  work: (trx: Database) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(database, async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(shortWaitMs)}`.execute(trx);
      return work(trx);
    });
  } catch (error) {
    const others = waiting.get(database) ?? 0;
    if (transientErrorOf(error) !== 'locked' || others >= maxWaiting) throw error;
    waiting.set(database, others + 1);
  }
  try {
    return await inTransaction(database, work);
  } finally {
    waiting.set(database, (waiting.get(database) ?? 1) - 1);
  }
}
