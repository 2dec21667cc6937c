import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { copyOut } from '#server/platform/database/copy-out.ts';
import type { Connection, Database } from '#server/platform/database/pool.ts';
import { tableFile } from '#server/platform/spreadsheet/spreadsheet.ts';
import { rollNames, rollsByWeek, type RollLine, type RollsQuery } from './rolls.ts';
import { rollColumns } from './sheets.ts';

/**
 * Rolls as a streamed Excel workbook. For a worker thread: typed cells need far more CPU than the
 * database's CSV.
 */
export function rollsWorkbook(
  connection: Connection,
  database: Database,
  query: RollsQuery,
  timeZone: string,
): Readable {
  const lines = copyOut(connection, database, rollsByWeek(query, timeZone, 'typed'));
  const rows = lines.pipe(parse({ columns: [...rollNames] }));
  lines.on('error', (error) => rows.destroy(error));
  return tableFile('xlsx', 'Attendance', rollColumns, rows as AsyncIterable<RollLine>);
}
