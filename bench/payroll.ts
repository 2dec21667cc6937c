import { request } from 'node:http';
import type { Database } from '#server/platform/database/pool.ts';
import { measureCalls } from './lists.ts';
import { seedCheckIns } from './seed.ts';

/** The portal's list and sums with some 200,000 check-ins. */
const calls: [what: string, path: string][] = [
  ['check-ins, first page', 'payroll-logs/'],
  ['check-ins, middle page', 'payroll-logs/?page=5000'],
  ['check-ins, last page', 'payroll-logs/?page=9800'],
  ['check-ins by teacher, first page', 'payroll-logs/?ordering=teacher'],
  ['check-ins by amount, backwards', 'payroll-logs/?ordering=-amount'],
  ['check-ins, search for a teacher', 'payroll-logs/?search=last44'],
  ['check-ins, search that finds all', 'payroll-logs/?search=first'],
  ['check-ins of a subject', 'payroll-logs/?subject=17'],
  ['check-ins without a pay code, pending', 'payroll-logs/?payroll=none&status=pending'],
  ['check-ins of a month', 'payroll-logs/?from_date=2026-10-01&to_date=2026-10-31'],
  ['sums of all', 'payroll-logs-stats/'],
  ['sums of all by teacher', 'payroll-logs-stats/?by=teacher'],
  ['sums of all by week', 'payroll-logs-stats/?by=week'],
  ['sums of all by pay code', 'payroll-logs-stats/?by=pay_code'],
  [
    'sums of a month by teacher',
    'payroll-logs-stats/?by=teacher&from_date=2026-10-01&to_date=2026-10-31',
  ],
  ['sums of a search by week', 'payroll-logs-stats/?by=week&search=first4'],
  ['classes without check-in, 15 days', 'payroll-logs-missing/'],
];

/** Medians in ms over HTTP, one client; then the duration of the exports, in seconds. */
export async function measurePayroll(
  database: Database,
  base: string,
  headers: Record<string, string>,
) {
  await seedCheckIns(database);
  const lists = await measureCalls(base, headers, calls);
  const files: [what: string, seconds: number, megabytes: number][] = [];
  for (const format of ['csv', 'xlsx']) {
    const started = performance.now();
    const bytes = await sizeOf(
      `${base}/api/v2/attendance/payroll-logs-export/?format=${format}`,
      headers,
    );
    files.push([
      `payroll file of all check-ins, ${format}`,
      (performance.now() - started) / 1000,
      bytes / 1e6,
    ]);
  }
  return { lists, files };
}

function sizeOf(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { headers }, (answer) => {
      let bytes = 0;
      answer
        .on('data', (part: Buffer) => (bytes += part.length))
        .on('end', () => resolve(bytes))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
