import { CompiledQuery } from 'kysely';
import { PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Connection, Database } from '../database/pool.ts';
import { errorDetail } from '../error-details.ts';
import type { ReportFailure } from '../operations/outages.ts';

/** Jobs that outlive requests and processes; every process on the database works on them. */
export interface Queue {
  /** Adds a job in the transaction. */
  add(trx: Database, id: number): Promise<void>;
  /** Adds several jobs in the transaction. */
  addAll(trx: Database, ids: number[]): Promise<void>;
  /** Polls for jobs immediately, instead of within a second. */
  wake(): void;
}

/** The queues of a process, which share its connections to the schema `jobs`. */
export interface Jobs {
  queue(options: QueueOptions): Promise<Queue>;
  /** Waits some seconds for running jobs; others wait for the next process. */
  stop(): Promise<void>;
}

export interface Attempt {
  /** No further attempt follows. */
  isLast: boolean;
  /** Aborted when another process has taken over the job. */
  signal: AbortSignal;
}

interface QueueOptions {
  name: string;
  /** The job succeeds when it resolves; when it throws, it is retried later. */
  handler: (id: number, attempt: Attempt) => Promise<void>;
  /** The first delay between attempts, in seconds; it doubles with each attempt. */
  retrySeconds: number;
  /** So many jobs run at a time, and the next ones follow without a pause; by default one a second. */
  atOnce?: number;
  /** How often a job is tried again; 10 times by default. */
  retries?: number;
}

const defaultRetries = 10;
const maxDelaySeconds = 3600;
/** A process without a heartbeat for this long counts as dead, in seconds. */
const heartbeatSeconds = 10;

const bossOptions = (connection: Connection) => ({
  ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  schema: 'jobs',
  // A database that vanished without a word is noticed, and another connection is made.
  keepAlive: true,
  query_timeout: 60_000,
  max: 2,
  schedule: false,
});

/** Creates or upgrades the schema `jobs`, so that a server finds it. */
export async function prepareJobs(connection: Connection): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(connection), supervise: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Opens the database's schema `jobs`, managed by pg-boss. */
export async function openJobs(connection: Connection, report: ReportFailure): Promise<Jobs> {
  const boss = new PgBoss({
    ...bossOptions(connection),
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
  });
  boss.on('error', (error) => report('Jobs', asError(error)));
  await boss.start();
  return {
    queue: (options) => createQueue(boss, options),
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** A worker's error comes as a plain object with the fields of one. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const code = errorDetail(thrown, 'code');
  return Object.assign(
    new Error(errorDetail(thrown, 'message') ?? String(thrown)),
    code && { code },
  );
}

async function createQueue(
  boss: PgBoss,
  { name, handler, retrySeconds, atOnce = 1, retries = defaultRetries }: QueueOptions,
): Promise<Queue> {
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
  const run = ({ id, data, retryCount, signal }: Job<{ id: number }>): Promise<JobResult> =>
    handler(data.id, { isLast: retryCount >= retries, signal }).then(
      () => ({ id, status: 'completed' }),
      // The queue stores errors, and replies of mail servers name people: only the job's own row has them.
      () => ({
        id,
        status: 'failed',
        output: { message: `${name} ${data.id} failed; its row says why.` },
      }),
    );
  const worker = await boss.work<{ id: number }>(
    name,
    {
      pollingIntervalSeconds: 1,
      batchSize: atOnce,
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    (jobs) => Promise.all(jobs.map(run)),
  );
  return {
    async add(trx, id) {
      await boss.send(name, { id }, { db: inTransactionOf(trx) });
    },
    async addAll(trx, ids) {
      const jobs = ids.map((id) => ({ data: { id } }));
      if (jobs.length > 0) await boss.insert(name, jobs, { db: inTransactionOf(trx) });
    },
    wake: () => boss.notifyWorker(worker),
  };
}

/** Runs pg-boss's statements in our transaction. */
const inTransactionOf = (trx: Database) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
    return { rows: [...rows] };
  },
});
