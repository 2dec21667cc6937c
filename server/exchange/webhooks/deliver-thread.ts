import { workerData } from 'node:worker_threads';
import { createClock } from '#server/platform/clock.ts';
import { createDatabase, createPool, type Connection } from '#server/platform/database/pool.ts';
import { messageOf } from '#server/platform/error-details.ts';
import { repeatUntilStopped } from '#server/platform/jobs/loop.ts';
import { portOfMain } from '#server/platform/jobs/thread.ts';
import { createSealer } from '#server/platform/secrets/sealer.ts';
import { createDispatcher } from './dispatcher.ts';

/** Input of the thread. */
export interface DeliverJob {
  connection: Connection;
  timeZone: string;
  /** The institute's clock at the start, which may be another than the machine's. */
  now: string;
  key: string;
  networks: string[];
}

/** Between steps, in milliseconds: without anything to do, and while requests are under way. */
const idleMs = 1000;
const busyMs = 250;

/** What takes longer is tried again, and reported. */
const statementTimeoutMs = 30_000;

const { connection, timeZone, now, key, networks } = workerData as DeliverJob;
const port = portOfMain();
const pool = createPool(connection, 2, () => {}, { statementTimeoutMs });
const database = createDatabase(pool);
const dispatcher = createDispatcher({
  database,
  clock: createClock(timeZone, now),
  sealer: createSealer(key),
  networks,
});

const loop = repeatUntilStopped(
  () =>
    dispatcher.step().then(
      ({ running, begun }) => (running + begun > 0 ? busyMs : idleMs),
      (error: unknown) => {
        port.postMessage({ error: messageOf(error) });
        return idleMs;
      },
    ),
  idleMs,
);

port.once('message', () => {
  void loop
    .stop()
    .then(() => dispatcher.finish())
    .catch(() => {})
    .then(() => database.destroy())
    .then(() => port.close());
});
