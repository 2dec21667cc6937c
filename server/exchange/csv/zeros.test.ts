import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { instituteFolder, today } from '#server/test/institute-folder.ts';
import { readFolder } from './folder.ts';
import { reportLines } from './report.ts';
import { runImport } from './run.ts';

const { folder, change, database, counts } = instituteFolder();

const load = async (zeros?: 'same' | 'other') =>
  runImport(database(), await readFolder(folder()), {
    dryRun: false,
    today,
    now: `${today}T00:00:00Z`,
    zeros,
  });

it('enrolments whose student IDs have lost their zeros are the students with the zeros, once somebody says so', async () => {
  await change('students.csv', (text) => text.replace('S1,', '00777,'));
  await change('enrolments.csv', (text) => text.replaceAll('S1,', '777,'));
  const open = await load();
  expect(reportLines(open).join('\n')).toContain('is 00777 without its zeros?');
  expect(await counts()).toEqual({ students: 0, enrolments: 0 });
  expect(reportLines(await load('other')).join('\n')).toContain('there is no student 777');
  expect(await load('same')).toMatchObject({ written: true, bad: [] });
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from enrolment e join student s on s.id = e.student_id
    where s.student_id = '00777'`.execute(database());
  expect(rows[0]?.total).toBeGreaterThan(0);
});

it('an ID of an enrolment that a spreadsheet has changed is refused as such', async () => {
  await change('enrolments.csv', (text) => text.replaceAll('S1,', '4.6E+04,'));
  expect(reportLines(await load()).join('\n')).toContain('was rounded by a spreadsheet');
});
