import { expect, it } from 'vitest';
import {
  changedRow,
  expectWritten,
  problemLines,
  rosterTests,
  smallAnswers,
  smallRoster,
} from '#server/test/roster.ts';

const { rosters } = rosterTests();
const [algebra, history] = smallRoster.courses;
const sameCode = {
  ...smallRoster,
  courses: changedRow(smallRoster.courses, 1, { courseCode: algebra!.courseCode! }),
};
const subjects = () => rosters.rows('select subject_name from subject order by 1');

it('courses of different titles with one code are a question, and a dry run goes on', async () => {
  const report = await rosters.import(sameCode, smallAnswers, { dryRun: true });
  const question = report.questions.find(({ name }) => name === 'same_codes');
  expect(question).toMatchObject({ answer: null });
  expect(question?.help).toContain(`${algebra!.title} and ${history!.title} (`);
  expect(rosters.counts(report).subject).toEqual({ created: 1 });
});

it('they are one subject where somebody says so, and are not a question again', async () => {
  expectWritten(await rosters.import(sameCode, { ...smallAnswers, same_codes: 'yes' }));
  expect(await subjects()).toEqual([{ subject_name: algebra!.title }]);
  const again = await rosters.import(sameCode);
  expect(again.questions.map(({ name }) => name)).not.toContain('same_codes');
});

it('else the later ones are left out, with their classes', async () => {
  const report = await rosters.import(sameCode, { ...smallAnswers, same_codes: 'no' });
  expectWritten(report);
  expect(await subjects()).toEqual([{ subject_name: algebra!.title }]);
  expect(problemLines(report, 'skipped')).toEqual(
    expect.arrayContaining([
      `courses.csv:3 courseCode: its code is ${algebra!.courseCode}, as that of line 2`,
      expect.stringMatching(/^classes\.csv:\d courseSourcedId: its course was not imported$/),
    ]),
  );
});

it('the same title with the same code is one subject without a question', async () => {
  const courses = changedRow(sameCode.courses, 1, { title: algebra!.title!.toUpperCase() });
  const report = await rosters.import({ ...sameCode, courses }, smallAnswers);
  expectWritten(report);
  expect(report.questions.map(({ name }) => name)).not.toContain('same_codes');
});
