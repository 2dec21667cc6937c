import { workerData } from 'node:worker_threads';
import { createDatabase, createPool, type Connection } from '#server/platform/database/pool.ts';
import { postAll } from '#server/platform/jobs/thread.ts';
import { rollsWorkbook } from './rolls-workbook.ts';
import type { RollsQuery } from './rolls.ts';

/** Input of the thread. */
interface RollsJob {
  connection: Connection;
  query: RollsQuery;
  timeZone: string;
}

const { connection, query, timeZone } = workerData as RollsJob;
const database = createDatabase(createPool(connection, 1, () => {}));
await postAll(rollsWorkbook(connection, database, query, timeZone));
await database.destroy();
