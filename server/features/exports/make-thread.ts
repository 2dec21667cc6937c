import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { createDatabase, createPool, type Connection } from '../../platform/database/pool.ts';
import { workbookOf } from '../../platform/spreadsheet/spreadsheet.ts';
import type { ExportKind } from './mail-records.ts';
import type { RollsAsked } from './rolls.ts';
import { rollsWorkbook } from './rolls-workbook.ts';
import { workbookSheets } from './sheets.ts';

/** What the thread is told: where the data is, and which of it is wanted. */
export interface Making {
  connection: Connection;
  kind: ExportKind;
  asked: RollsAsked;
  today: string;
  timeZone: string;
}

// Thousands of cells a millisecond: in a thread of its own nobody's tap waits for it.
const { connection, kind, asked, today, timeZone } = workerData as Making;
const database = createDatabase(createPool(connection, 1, () => {}));
const bytes =
  kind === 'spreadsheet'
    ? await workbookOf(await workbookSheets(database, today))
    : await buffer(rollsWorkbook(connection, database, asked, timeZone));
await database.destroy();
parentPort!.postMessage(bytes);
