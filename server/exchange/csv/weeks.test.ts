import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anyOf } from '#server/platform/database/any-of.ts';
import { csvFolder } from '#server/test/csv-folder.ts';
import { institute } from '#server/test/institute.ts';

const folder = csvFolder();

it('an import sets weeks of classes, and keeps them where the file has no such column (R-WEEK-1)', async () => {
  const classes = (institute.timetable ?? []).slice(0, 4);
  const write = (weeks: string[]) =>
    folder.write(
      'timetable',
      classes.map((row, at) => ({ ...row, weeks: `"${weeks[at]}"` })),
    );
  const stored = async () =>
    (
      await folder
        .database()
        .selectFrom('class_schedule')
        .select('weeks')
        .where('ref', '=', anyOf.texts(refs))
        .orderBy('id')
        .execute()
    ).map(({ weeks }) => weeks?.join(' ') ?? null);
  const refs = classes.map(({ ref }) => ref!);
  await write(['W1-3,5', 'odd', '', 'b weeks']);
  expect((await folder.load()).bad).toEqual([
    { file: 'timetable.csv', line: 5, column: 'weeks', reason: 'must be weeks, such as 1-6,8' },
  ]);
  await sql`
    with writer as (
      insert into app_user (email, name) values ('ada@school.example', 'Ada') returning id
    )
    insert into institute_setting (name, value, changed_at, changed_by)
    select 'week_names', '"A/B"', now(), id from writer`.execute(folder.database());
  expect((await folder.load()).bad).toEqual([]);
  const odd = '1 3 5 7 9 11 13 15 17';
  const even = '2 4 6 8 10 12 14 16 18';
  expect(await stored()).toEqual(['1 2 3 5', odd, null, even]);
  await folder.write('timetable', classes);
  expect((await folder.load()).files.find(({ file }) => file === 'timetable.csv')).toMatchObject({
    updated: 0,
  });
  await sql`update semester set first_week = 'even'`.execute(folder.database());
  await write(['A', '', '02-Jun', '17-19']);
  expect((await folder.load()).bad.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 is a date, which a spreadsheet made of weeks: write W2-6 instead of 2-6',
    '5 the semester has no week 19: its last one is 18',
  ]);
  await write(['A', '', '2', '17']);
  await folder.load();
  expect(await stored()).toEqual([even, null, '2', '17']);
});
