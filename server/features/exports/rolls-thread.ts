import { workerData } from 'node:worker_threads';
import { createDatabase, createPool, type Connection } from '../../platform/database/pool.ts';
import { postAll } from '../../platform/jobs/thread.ts';
import { rollsWorkbook } from './rolls-workbook.ts';
import type { RollsAsked } from './rolls.ts';

/** What the thread is told. */
export interface RollsWanted {
  connection: Connection;
  asked: RollsAsked;
  timeZone: string;
}

const { connection, asked, timeZone } = workerData as RollsWanted;
const database = createDatabase(createPool(connection, 1, () => {}));
await postAll(rollsWorkbook(connection, database, asked, timeZone));
await database.destroy();
