import { workerData } from 'node:worker_threads';
import { parse } from 'csv-parse';
import { copyOut } from '../../platform/database/copy-out.ts';
import { createDatabase, createPool, type Connection } from '../../platform/database/pool.ts';
import { postAll } from '../../platform/jobs/thread.ts';
import { tableFile } from '../../platform/spreadsheet/spreadsheet.ts';
import { rollsQuery, type RollLine, type RollsAsked } from './rolls.ts';
import { rollColumns } from './sheets.ts';

/** What the thread is told. */
interface Asked {
  connection: Connection;
  asked: RollsAsked;
  timeZone: string;
}

// Typed cells cost far more than the CSV that the database writes by itself.
const { connection, asked, timeZone } = workerData as Asked;
const database = createDatabase(createPool(connection, 1, () => {}));
const lines = await copyOut(connection, database, rollsQuery(asked, timeZone, 'typed'));
const names: (keyof RollLine)[] = [
  'date',
  'day',
  'start_time',
  'end_time',
  'subject_code',
  'subject_name',
  'class_type',
  'room_number',
  'teacher',
  'student_id',
  'first_name',
  'last_name',
  'status',
  'marked_at',
];
const rows = lines.pipe(parse({ columns: names }));
lines.on('error', (error) => rows.destroy(error));
await postAll(tableFile('xlsx', 'Attendance', rollColumns, rows as AsyncIterable<RollLine>));
await database.destroy();
