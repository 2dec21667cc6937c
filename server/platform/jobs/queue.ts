import { CompiledQuery } from 'kysely';
import { PgBoss, type Job } from 'pg-boss';
import type { Connection, Database } from '../database/pool.ts';

/** Work that outlives a request and a process; every process on the database takes part in it. */
export interface Queue {
  /** Puts a job in, together with what the transaction writes. */
  add(trx: Database, id: number): Promise<void>;
  /** Looks at once whether there is work, instead of within a second. */
  wake(): void;
  /** Lets the job that is under way finish for a few seconds; the others wait for the next process. */
  stop(): Promise<void>;
}

export interface Attempt {
  /** There will be no other. */
  last: boolean;
  /** Aborted when this process has lost the job to another. */
  signal: AbortSignal;
}

export interface QueueOptions {
  connection: Connection;
  name: string;
  /** The job is done when it resolves; when it throws, it is tried again later. */
  work: (id: number, attempt: Attempt) => Promise<void>;
  /** The first pause between two tries, in seconds; each is about twice as long as the one before. */
  retrySeconds: number;
  log: (message: string) => void;
}

const retries = 10;
const longestPauseSeconds = 3600;
/** A process that does not say for so long that it works is taken for dead, in seconds. */
const heartbeatSeconds = 10;

/** A queue in the database's schema `jobs`, kept by pg-boss. */
export async function createQueue({ connection, name, work, retrySeconds, log }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    schema: 'jobs',
    max: 2,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    schedule: false,
  });
  boss.on('error', (error) => log(`Jobs: ${error.message}`));
  await boss.start();
  const settings = {
    retryLimit: retries,
    retryDelay: retrySeconds,
    retryBackoff: true,
    retryDelayMax: longestPauseSeconds,
    heartbeatSeconds,
    expireInSeconds: 7200,
  };
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
  const run = async ([job]: Job<{ id: number }>[]) => {
    // The queue keeps what a job fails with, and a mail server's words name people: the job's own row has them.
    await work(job!.data.id, { last: job!.retryCount >= retries, signal: job!.signal }).catch(() => {
      throw new Error(`${name} ${job!.data.id} failed; its row says why.`);
    });
  };
  const worker = await boss.work<{ id: number }>(name, { pollingIntervalSeconds: 1 }, run);
  return {
    async add(trx, id) {
      await boss.send(name, { id }, { db: within(trx) });
    },
    wake: () => boss.notifyWorker(worker),
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** pg-boss's statements in a transaction of ours. */
const within = (trx: Database) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
    return { rows: [...rows] };
  },
});
