import { mkdirSync, chmodSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { asSent } from '#contract/card-number.ts';
import { importStudentTable } from '#server/exchange/csv/student-table.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { folderStore } from '#server/platform/files/folder-store.ts';
import { measured } from './memory.ts';

type Log = (line: string) => void;

const count = 50_000;
const goals = { seconds: 20, megabytes: 300 };

const heading = ['student_id', 'first_name', 'last_name', 'phone_number', 'date_of_birth', 'email'];
const rowOf = (n: number): CellValue[] => [
  `S${n}`,
  `First${n % 997}`,
  `O’Last${n % 4999}`,
  `+61 4${n}`,
  new Date(Date.UTC(2000 + (n % 9), n % 12, 1 + (n % 28))),
  `s${n}@school.example`,
];
const textOf = (cell: CellValue) =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);

/** The check of a file of 50,000 students, as CSV and as a workbook, and its import (R-IMPORT-14). */
export async function measureStudentFile(folder: string, log: Log): Promise<string[]> {
  const dataDir = join(folder, 'student-file');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const rows = Array.from({ length: count }, (_, n) => rowOf(n));
  const csv = Buffer.from(stringify([heading, ...rows.map((cells) => cells.map(textOf))]));
  const workbook = await writeXlsx({ sheets: [{ name: 'Students', rows: [heading, ...rows] }] });
  const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
  try {
    const run = (fileName: string, bytes: Uint8Array, dryRun: boolean) =>
      measured(async () => {
        const report = await importStudentTable({
          database: opened.database,
          files: folderStore(join(dataDir, 'files')),
          fileName,
          bytes: () => Promise.resolve(bytes),
          path: () => Promise.reject(new Error('A table is read as a whole.')),
          answers: {},
          dryRun,
          checked: undefined,
          progress: () => {},
          beforeCommit: () => Promise.resolve(),
          today: '2026-03-02',
          localNow: '2026-03-02T12:00:00',
          now: '2026-03-02T01:00:00Z',
          timeZone: 'Australia/Sydney',
          clashes: 'ask',
          weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
          cards: asSent,
          staff: [],
          by: null,
        });
        if (report.totals.error > 0 || report.counts[0]?.created !== count)
          throw new Error(JSON.stringify({ ...report, problems: report.problems.slice(0, 3) }));
      });
    const lines = [
      `load ${loadavg()[0]!.toFixed(1)}; seconds (≤ ${goals.seconds}), MB more (≤ ${goals.megabytes})`,
    ];
    const add = (what: string, { seconds, megabytes }: { seconds: number; megabytes: number }) =>
      lines.push(`${what}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
    const mb = (bytes: Uint8Array) => `${(bytes.length / 1024 / 1024).toFixed(1)} MB`;
    add(`check of a CSV file of ${mb(csv)}`, await run('s.csv', csv, true));
    add(`check of a workbook of ${mb(workbook)}`, await run('s.xlsx', workbook, true));
    add('the import of the workbook', await run('s.xlsx', workbook, false));
    return lines;
  } finally {
    await opened.close();
  }
}
