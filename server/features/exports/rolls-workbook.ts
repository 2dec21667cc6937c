import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { copyOut } from '../../platform/database/copy-out.ts';
import type { Connection, Database } from '../../platform/database/pool.ts';
import { tableFile } from '../../platform/spreadsheet/spreadsheet.ts';
import { rollNames, rollsByWeek, type RollLine, type RollsAsked } from './rolls.ts';
import { rollColumns } from './sheets.ts';

/** Rolls as an Excel workbook, made while it is read. For a thread: typed cells cost far more than the database's CSV. */
export function rollsWorkbook(connection: Connection, database: Database, asked: RollsAsked, timeZone: string): Readable {
  const lines = copyOut(connection, database, rollsByWeek(asked, timeZone, 'typed'));
  const rows = lines.pipe(parse({ columns: [...rollNames] }));
  lines.on('error', (error) => rows.destroy(error));
  return tableFile('xlsx', 'Attendance', rollColumns, rows as AsyncIterable<RollLine>);
}
