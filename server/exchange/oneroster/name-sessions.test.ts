import { expect, it } from 'vitest';
import {
  changedRow,
  expectWritten,
  rosterTests,
  smallAnswers,
  smallRoster,
} from '#server/test/roster.ts';

const { rosters } = rosterTests();

/** An autumn term: the school year is named after the year in which it ends. */
const roster = {
  ...smallRoster,
  academicSessions: changedRow(smallRoster.academicSessions, 2, {
    title: 'Autumn Term 2026',
    schoolYear: '2027',
  }),
};
const semesters = () =>
  rosters.rows(`select year, semester, batch, semester_start_date::text as first from semester
    order by semester_start_date, year, semester`);
const question = (report: Awaited<ReturnType<typeof rosters.import>>, id: string) =>
  report.questions.find(({ name }) => name === `semester:${id}`);

it('somebody may say which semester a session is (R-ROSTER-4)', async () => {
  const report = await rosters.import(roster, smallAnswers, { dryRun: true });
  expect(question(report, 'T2')).toMatchObject({
    label: expect.stringMatching(/^Which semester is “Autumn Term 2026, 20 Jul – \d+ Dec 2026”\?$/),
    answer: '2027/1',
    choices: expect.arrayContaining([{ value: '2026/2', label: 'Semester 2 of 2026' }]),
  });
  expectWritten(await rosters.import(roster, { ...smallAnswers, 'semester:T2': '2026/2' }));
  expect(await semesters()).toEqual([
    { year: 2026, semester: 1, batch: '2026', first: '2026-02-02' },
    { year: 2026, semester: 2, batch: '2026', first: '2026-07-20' },
  ]);
  const again = await rosters.import(roster, {}, { dryRun: true });
  expect(question(again, 'T2')).toBeUndefined();
});

it('one that is here gets the dates of the file, and stays the same', async () => {
  await rosters.rows(`
    insert into semester (year, semester, batch, semester_start_date, semester_end_date,
      class_start_date, class_end_date)
    values (2026, 3, 'B', '2026-07-27', '2026-12-01', '2026-07-27', '2026-12-01')`);
  const report = await rosters.import(roster, smallAnswers, { dryRun: true });
  const here = question(report, 'T2')?.choices.find(({ value }) => value.startsWith('id:'));
  expect(here?.label).toBe(
    'The one that is here: semester 3 of 2026, batch B, 27 Jul – 1 Dec 2026',
  );
  const answers = { ...smallAnswers, 'semester:T2': here?.value ?? '' };
  expectWritten(await rosters.import(roster, answers));
  expect(await semesters()).toEqual([
    { year: 2026, semester: 1, batch: '2026', first: '2026-02-02' },
    { year: 2026, semester: 3, batch: 'B', first: '2026-07-20' },
  ]);
});

it('two sessions are not one semester', async () => {
  const report = await rosters.import(roster, { ...smallAnswers, 'semester:T2': '2026/1' });
  expect(report).toMatchObject({ written: false });
  expect(question(report, 'T2')).toMatchObject({
    answer: null,
    error: 'is the semester of “T1” too',
  });
});
