import { expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

const pottery = (room: string) =>
  calendarOf(
    ...weekly().map((line) => line.replace('MAT1 Algebra', 'Pottery').replace('R1', room)),
  );
type Report = Awaited<ReturnType<typeof importText>>;
const questionOf = ({ questions }: Report, name: string) =>
  questions.find((question) => question.name === name);
const geometry = async () =>
  questionOf(await importText(pottery('R1')), 'subject:pottery')?.choices.find(({ label }) =>
    label.startsWith('MAT2'),
  )?.value ?? '';

it('the next file of a calendar is answered as the last one, and says so (R-IMPORT-12)', async () => {
  const subject = await geometry();
  await importText(pottery('R1'), { answers: { 'subject:pottery': subject } });
  const next = await importText(pottery('R1'), { dryRun: true });
  expect(questionOf(next, 'subject:pottery')).toMatchObject({ answer: subject, remembered: true });
  expect(next.questions.every(({ answer }) => answer !== null)).toBe(true);
  expect(questionOf(next, 'semester')).not.toHaveProperty('remembered');
});

it('an answer that is changed is the one of the next file', async () => {
  await importText(pottery('R1'), { answers: { 'subject:pottery': await geometry() } });
  const other = await importText(pottery('R1'), { answers: { 'subject:pottery': '-' } });
  expect(questionOf(other, 'subject:pottery')).not.toHaveProperty('remembered');
  const next = await importText(pottery('R1'), { dryRun: true });
  expect(questionOf(next, 'subject:pottery')).toMatchObject({ answer: '-', remembered: true });
});

it('nothing is remembered of a check, of another calendar, or of a choice that is gone', async () => {
  const subject = await geometry();
  const answers = { 'subject:pottery': subject };
  await importText(pottery('R1'), { answers, dryRun: true });
  expect(questionOf(await importText(pottery('R1')), 'subject:pottery')?.answer).toBeNull();
  await importText(pottery('R1'), { answers });
  const other = pottery('R1').replace('VERSION:2.0', 'X-WR-CALNAME:Evenings');
  const fresh = await importText(other, { answers: { calendar: 'new' }, dryRun: true });
  expect(questionOf(fresh, 'subject:pottery')?.answer).toBeNull();
  await school()
    .database.updateTable('subject')
    .set({ archived_at: '2026-02-01T00:00:00Z' })
    .where('id', '=', Number(subject))
    .execute();
  const gone = await importText(pottery('R1'), { dryRun: true });
  expect(questionOf(gone, 'subject:pottery')).toMatchObject({ answer: null });
  expect(questionOf(gone, 'subject:pottery')).not.toHaveProperty('error');
});
