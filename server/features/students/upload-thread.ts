import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '../../../contract/limits.ts';
import { studentColumns, type BulkUploadResult } from '../../../contract/student.ts';
import { createDatabase, createPool, type Connection } from '../../platform/database/pool.ts';
import { readText } from '../import/read.ts';
import { runImport } from '../import/run.ts';

/** The file and what is to be done with it. */
export interface UploadJob {
  connection: Connection;
  bytes: Uint8Array;
  /** Our column → the file's. */
  mapping?: Record<string, string>;
  mode: 'all' | 'valid';
  dryRun: boolean;
}

// Thousands of rows are checked and compared one by one: in a thread of its own no tap waits for it.
const { connection, bytes, mapping, mode, dryRun } = workerData as UploadJob;
const database = createDatabase(createPool(connection, 1, () => {}));
try {
  parentPort!.postMessage(await upload());
} finally {
  await database.destroy();
}

async function upload(): Promise<BulkUploadResult> {
  const file = readText('students', bytes, { mapping, allowed: studentColumns, maxRows: limits.uploadRows });
  const report = await runImport(database, [file], { dryRun, takeValid: mode === 'valid' });
  const { created, updated, unchanged } = report.files[0] ?? { created: 0, updated: 0, unchanged: 0 };
  const fail = report.bad.map(({ line, column, reason }) => ({ line, column, reason })).sort((a, b) => a.line - b.line);
  return {
    created,
    updated,
    unchanged,
    // Of a file whose rows are all left out nothing is written.
    written: report.written && created + updated + unchanged > 0,
    fail: fail.slice(0, limits.uploadFaults),
    faults: fail.length,
    bad_rows: new Set(fail.map(({ line }) => line)).size,
  };
}
