import { expect, it } from 'vitest';
import {
  changedRow,
  expectWritten,
  rosterTests,
  smallAnswers,
  smallRoster,
} from '#server/test/roster.ts';

const { rosters } = rosterTests();
const broken = {
  ...smallRoster,
  users: changedRow(smallRoster.users, 4, { role: 'pupil' }),
};
const answerOf = ({ questions }: Awaited<ReturnType<typeof rosters.import>>, name: string) =>
  questions.find((question) => question.name === name);

it('rows that break the format are left out of the next file too (R-IMPORT-12)', async () => {
  const open = await rosters.import(broken, smallAnswers);
  expect(open).toMatchObject({ written: false });
  await rosters.import(broken, { ...smallAnswers, invalid_rows: 'skip' });
  const next = await rosters.import(broken, {}, { dryRun: true });
  expect(next.totals.error).toBe(0);
  expect(answerOf(next, 'invalid_rows')).toMatchObject({ answer: 'skip', remembered: true });
  const refused = await rosters.import(broken, { invalid_rows: 'refuse' }, { dryRun: true });
  expect(refused.totals.error).toBeGreaterThan(0);
  const other = await rosters.import(broken, { source: 'other' }, { dryRun: true });
  expect(answerOf(other, 'invalid_rows')).toMatchObject({ answer: 'refuse' });
});

it('an answer about certain rows holds for these alone', async () => {
  const [algebra, history] = smallRoster.courses;
  const courses = changedRow(smallRoster.courses, 1, { courseCode: algebra!.courseCode! });
  const answers = { ...smallAnswers, same_codes: 'no' };
  expectWritten(await rosters.import({ ...smallRoster, courses }, answers));
  const next = await rosters.import({ ...smallRoster, courses }, {}, { dryRun: true });
  expect(answerOf(next, 'same_codes')).toMatchObject({ answer: 'no', remembered: true });
  const more = [...courses, { ...history!, sourcedId: 'C-H2', courseCode: algebra!.courseCode! }];
  const open = await rosters.import({ ...smallRoster, courses: more }, {}, { dryRun: true });
  expect(answerOf(open, 'same_codes')).toMatchObject({ answer: null });
});
