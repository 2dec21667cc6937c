import { buffer } from 'node:stream/consumers';
import { workerData } from 'node:worker_threads';
import { createDatabase, createPool, type Connection } from '#server/platform/database/pool.ts';
import { portOfMain } from '#server/platform/jobs/thread.ts';
import { workbookOf } from '#server/platform/spreadsheet/spreadsheet.ts';
import type { ExportKind } from '#server/school/mail-records.ts';
import type { RollsQuery } from './rolls.ts';
import { rollsWorkbook } from './rolls-workbook.ts';
import { workbookSheets } from './sheets.ts';

/** Input of the thread. */
interface ExportJob {
  connection: Connection;
  kind: ExportKind;
  query: RollsQuery;
  today: string;
  timeZone: string;
}

// Runs in a worker thread: thousands of cells would block taps.
const { connection, kind, query, today, timeZone } = workerData as ExportJob;
const database = createDatabase(createPool(connection, 1, () => {}));
const bytes =
  kind === 'spreadsheet'
    ? await workbookOf(await workbookSheets(database, today))
    : await buffer(rollsWorkbook(connection, database, query, timeZone));
await database.destroy();
portOfMain().postMessage(bytes);
