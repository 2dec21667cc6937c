import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase, createPool } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { readFolder } from '#server/exchange/csv/folder.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { clashesOfTimetable } from './clashes.ts';
import { readPeriod } from './period.ts';

/** The folder of `real-timetable.long.test.ts`, and one with the files that have weeks (CONTRIBUTING.md). */
const { REAL_TIMETABLE: folder, REAL_TIMETABLE_WEEKS: weeksFolder } = process.env;

/** Imports the timetable, with or without its weeks. */
async function importedWith(weeks: 'with weeks' | 'every week') {
  const merged = await mkdtemp(join(tmpdir(), 'attendance-weeks-'));
  const database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
  try {
    await cp(folder ?? '', merged, { recursive: true });
    await cp(weeksFolder ?? '', merged, { recursive: true });
    const files = await readFolder(merged);
    if (weeks === 'every week')
      for (const file of files)
        if (file.name === 'timetable')
          for (const { row } of file.rows) Object.assign(row, { weeks: null });
    const started = performance.now();
    const report = await runImport(database, files, {
      dryRun: false,
      today: '2026-01-01',
      now: '2026-01-01T00:00:00Z',
      importValid: true,
      judging: { mode: 'ask', by: { user: null, now: '2026-01-01T00:00:00Z' } },
    });
    console.log(`${weeks}: imported in ${Math.round(performance.now() - started)} ms`);
    const { rows } = await sql<{ classes: number; cancelled: number; first: string }>`
      select (select count(*) from class_schedule) as classes,
        (select count(*) from class_meeting where status = 'cancelled') as cancelled,
        (select min(semester_start_date) from semester) as first`.execute(database);
    const [size] = rows;
    const period = await readPeriod(database, {}, size!.first);
    const query = { search: '', ordering: 'date', limit: 9999, page: 1 };
    const { counts } = await clashesOfTimetable(database, period!, query);
    return {
      classes: size!.classes,
      cancelled: size!.cancelled,
      refused: report.bad.length,
      clashes: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])),
    };
  } finally {
    await database.destroy();
    await rm(merged, { recursive: true });
  }
}

describe.skipIf(!folder || !weeksFolder)(
  'a real timetable in which classes name their weeks',
  () => {
    it('has no cancelled date, and fewer clashes than every week (docs/performance.md)', async () => {
      expect(await importedWith('every week')).toEqual({
        classes: 575,
        cancelled: 0,
        refused: 198,
        clashes: { classroom: 135, seats: 42, teacher: 129 },
      });
      expect(await importedWith('with weeks')).toEqual({
        classes: 575,
        cancelled: 0,
        refused: 0,
        clashes: { classroom: 77, seats: 42, teacher: 75 },
      });
    }, 120_000);
  },
);
