import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anyOf } from '#server/platform/database/any-of.ts';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { institute } from '#server/test/institute.ts';
import { readFolder } from './read.ts';
import { runImport } from './run.ts';

let folder: string;
let database: Database;
const today = '2026-03-02';

const csv = (rows: Record<string, string>[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((fields) => fields.join(','))
    .join('\n');
const load = async () =>
  runImport(database, await readFolder(folder), {
    dryRun: false,
    today,
    now: `${today}T00:00:00Z`,
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-import-'));
  for (const [name, rows] of Object.entries(institute))
    if (name !== 'enrolments') await writeFile(join(folder, `${name}.csv`), csv(rows));
  database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
});
afterEach(async () => {
  await database.destroy();
  await rm(folder, { recursive: true });
});

it('an import sets weeks of classes, and keeps them where the file has no such column (R-WEEK-1)', async () => {
  const classes = (institute.timetable ?? []).slice(0, 4);
  const write = (weeks: string[]) =>
    writeFile(
      join(folder, 'timetable.csv'),
      csv(classes.map((row, at) => ({ ...row, weeks: `"${weeks[at]}"` }))),
    );
  const stored = async () =>
    (
      await database
        .selectFrom('class_schedule')
        .select('weeks')
        .where('ref', '=', anyOf.texts(refs))
        .orderBy('id')
        .execute()
    ).map(({ weeks }) => weeks?.join(' ') ?? null);
  const refs = classes.map(({ ref }) => ref!);
  await write(['W1-3,5', 'odd', '', 'b weeks']);
  expect((await load()).bad).toEqual([
    { file: 'timetable.csv', line: 5, column: 'weeks', reason: 'must be weeks, such as 1-6,8' },
  ]);
  await sql`
    with writer as (
      insert into app_user (email, name) values ('ada@school.example', 'Ada') returning id
    )
    insert into institute_setting (name, value, changed_at, changed_by)
    select 'week_names', '"A/B"', now(), id from writer`.execute(database);
  expect((await load()).bad).toEqual([]);
  const odd = '1 3 5 7 9 11 13 15 17';
  const even = '2 4 6 8 10 12 14 16 18';
  expect(await stored()).toEqual(['1 2 3 5', odd, null, even]);
  await writeFile(join(folder, 'timetable.csv'), csv(classes));
  expect((await load()).files.find(({ file }) => file === 'timetable.csv')).toMatchObject({
    updated: 0,
  });
  await sql`update semester set first_week = 'even'`.execute(database);
  await write(['A', '', '02-Jun', '17-19']);
  expect((await load()).bad.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 is a date, which a spreadsheet made of weeks: write W2-6 instead of 2-6',
    '5 the semester has no week 19: its last one is 18',
  ]);
  await write(['A', '', '2', '17']);
  await load();
  expect(await stored()).toEqual([even, null, '2', '17']);
});
