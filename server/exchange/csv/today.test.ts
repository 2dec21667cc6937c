import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { institute } from '#server/test/institute.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { checkRows } from './read.ts';
import { runImport } from './run.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool();
});
afterEach(() => school.close());

it.each([
  ['has not begun: today', '2026-03-02T08:59:00', '19:00'],
  ['is over: tomorrow', '2026-03-02T10:30:00', '09:00'],
])('a file changes a class whose class of today %s (R-MEETING-2)', async (_what, at, today) => {
  const row = institute.timetable?.find(({ ref }) => ref === 'mon9');
  const values = { ...row, start_time: '19:00', end_time: '20:00' };
  const { written } = await runImport(
    school.database,
    [checkRows('timetable', [{ line: 2, values }])],
    { dryRun: false, today: '2026-03-02', localNow: at, now: '2026-03-02T00:00:00Z' },
  );
  expect(written).toBe(true);
  const { rows } = await sql<{ start: string }>`
    select to_char(start_time, 'HH24:MI') as start from class_meeting
    where class_schedule_id = ${await school.classId('mon9')}
      and date in ('2026-03-02', '2026-03-09') order by date`.execute(school.database);
  expect(rows.map(({ start }) => start)).toEqual([today, '19:00']);
});
