import { CompiledQuery } from 'kysely';
import { PgBoss, type Job } from 'pg-boss';
import type { Connection, Database } from '../database/pool.ts';

/** Jobs that outlive requests and processes; every process on the database works on them. */
export interface Queue {
  /** Adds a job in the transaction. */
  add(trx: Database, id: number): Promise<void>;
  /** Polls for jobs immediately, instead of within a second. */
  wake(): void;
  /** Waits some seconds for the running job; other jobs wait for the next process. */
  stop(): Promise<void>;
}

export interface Attempt {
  /** No further attempt follows. */
  isLast: boolean;
  /** Aborted when another process has taken over the job. */
  signal: AbortSignal;
}

export interface QueueOptions {
  connection: Connection;
  name: string;
  /** The job succeeds when it resolves; when it throws, it is retried later. */
  handler: (id: number, attempt: Attempt) => Promise<void>;
  /** The first delay between attempts, in seconds; it doubles with each attempt. */
  retrySeconds: number;
  log: (message: string) => void;
}

const retries = 10;
const maxDelaySeconds = 3600;
/** A process without a heartbeat for this long counts as dead, in seconds. */
const heartbeatSeconds = 10;

const bossOptions = (connection: Connection) => ({
  ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  schema: 'jobs',
  max: 2,
  schedule: false,
});

/** Creates or upgrades the schema `jobs`, so that a server finds it. */
export async function prepareJobs(connection: Connection): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(connection), supervise: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

/** A queue in the database's schema `jobs`, managed by pg-boss. */
export async function createQueue({
  connection,
  name,
  handler,
  retrySeconds,
  log,
}: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    ...bossOptions(connection),
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
  });
  boss.on('error', (error) => log(`Jobs: ${error.message}`));
  await boss.start();
  const settings = {
    retryLimit: retries,
    retryDelay: retrySeconds,
    retryBackoff: true,
    retryDelayMax: maxDelaySeconds,
    heartbeatSeconds,
    expireInSeconds: 7200,
  };
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
  const run = async (jobs: Job<{ id: number }>[]) => {
    for (const { data, retryCount, signal } of jobs)
      // The queue stores errors, and replies of mail servers name people: only the job's own row has them.
      await handler(data.id, { isLast: retryCount >= retries, signal }).catch(() => {
        throw new Error(`${name} ${data.id} failed; its row says why.`);
      });
  };
  const worker = await boss.work<{ id: number }>(name, { pollingIntervalSeconds: 1 }, run);
  return {
    async add(trx, id) {
      await boss.send(name, { id }, { db: inTransactionOf(trx) });
    },
    wake: () => boss.notifyWorker(worker),
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** Runs pg-boss's statements in our transaction. */
const inTransactionOf = (trx: Database) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
    return { rows: [...rows] };
  },
});
