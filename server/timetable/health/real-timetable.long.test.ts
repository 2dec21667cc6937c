import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase, createPool } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { clashes } from '../clashes/judge.ts';
import { meetingsOfClasses } from '../clashes/proposals.ts';
import { readFolder } from '#server/exchange/csv/folder.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { clashesOfTimetable } from './clashes.ts';
import { readPeriod } from './period.ts';

/** A folder with the timetable `muni-fi-spr16` as files of the import (CONTRIBUTING.md). */
const folder = process.env.REAL_TIMETABLE;

describe.skipIf(!folder)('a real timetable whose times and rooms were chosen greedily', () => {
  it('is imported, and its clashes are counted by kind (docs/performance.md)', async () => {
    const database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
    try {
      const files = await readFolder(folder ?? '');
      const report = await runImport(database, files, {
        dryRun: false,
        today: '2026-01-01',
        now: '2026-01-01T00:00:00Z',
      });
      expect(report.bad).toEqual([]);
      const { rows } = await sql<{
        classes: number;
        enrolments: number;
        meetings: number;
        first: string;
      }>`
        select (select count(*) from class_schedule) as classes,
          (select count(*) from enrolment) as enrolments,
          (select count(*) from class_meeting) as meetings,
          (select min(semester_start_date) from semester) as first`.execute(database);
      const [size] = rows;
      expect(size).toMatchObject({ classes: 575, enrolments: 11_919, meetings: 8625 });

      const period = await readPeriod(database, {}, size!.first);
      const query = { search: '', ordering: 'date', limit: 9999, page: 1 };
      const started = performance.now();
      const found = await clashesOfTimetable(database, period!, query);
      console.log(`checked in ${Math.round(performance.now() - started)} ms`);
      expect(found.counts).toEqual([
        { kind: 'classroom', confirmed: false, count: 128 },
        { kind: 'seats', confirmed: false, count: 45 },
        { kind: 'teacher', confirmed: false, count: 127 },
      ]);

      // The judge of a form names each pair from both sides.
      const ids = await sql<{ id: number }>`select id from class_schedule`.execute(database);
      const meetings = await meetingsOfClasses(
        database,
        ids.rows.map(({ id }) => id),
        size!.first,
      );
      const judged = await clashes(database, meetings, { max: 9999 });
      expect(judged).toHaveLength(2 * (127 + 128) + 45);
    } finally {
      await database.destroy();
    }
  }, 120_000);
});
