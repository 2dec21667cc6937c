import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();
const errorsOf = ({ problems }: Awaited<ReturnType<typeof importText>>) =>
  problems.filter(({ level }) => level === 'error');
const leftOut = (lines: string[]) =>
  lines.map((line) => line.replace('SUMMARY:MAT1 Algebra', 'SUMMARY:Pottery'));

it('an institute without a semester has an error and no question (R-IMPORT-1)', async () => {
  await sql`update semester set archived_at = now()`.execute(school().database);
  const report = await importText(calendarOf(...weekly()), { answers: { semester: '2026' } });
  expect(report).toMatchObject({ questions: [], written: false });
  expect(report).not.toHaveProperty('unusable');
  expect(errorsOf(report)).toEqual([
    {
      file: '-',
      line: null,
      column: 'semester',
      level: 'error',
      reason: 'There is no semester yet: import the OneRoster file first, or add one',
    },
  ]);
});

it('an answer that is no choice is an error at its question (R-IMPORT-1)', async () => {
  const text = calendarOf(...leftOut(weekly()));
  const wrong = await importText(text, { answers: { 'subject:pottery': 'Pots' } });
  expect(wrong.written).toBe(false);
  expect(wrong.questions.find(({ name }) => name === 'subject:pottery')).toMatchObject({
    answer: null,
    error: 'the answer must be one of the choices',
  });
  expect(errorsOf(wrong)).toEqual([
    expect.objectContaining({ file: '-', line: null, column: 'subject:pottery' }),
  ]);
  const semester = await importText(text, { answers: { semester: '0' } });
  expect(semester.questions).toEqual([
    expect.objectContaining({ name: 'semester', answer: null, error: expect.any(String) }),
  ]);
});

it('the choices of semesters have their dates', async () => {
  const { questions } = await importText(calendarOf(...weekly()), { dryRun: true });
  const [semester] = questions;
  expect(semester?.choices.map(({ label }) => label)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Semester 1 of 2026, batch .+: 9 Feb – \d+ Jun 2026$/),
    ]),
  );
});

it('what an answer leaves out is named with its day, time and room (R-IMPORT-3)', async () => {
  const report = await importText(calendarOf(...leftOut(weekly())), {
    answers: { 'subject:pottery': '-' },
  });
  expect(report.problems).toEqual([
    expect.objectContaining({
      level: 'skipped',
      reason: 'Pottery, Mondays 08:00, room R1: left out by your answer',
    }),
  ]);
});

it.each([
  ['', 'The file is empty'],
  [
    'BEGIN:VCARD',
    'This is neither an iCalendar file (BEGIN:VCALENDAR is missing) nor a timetable of aSc Timetables or Untis (GPU001.TXT)',
  ],
  ['PK\u0003\u0004', expect.stringContaining('The ZIP file cannot be read')],
])('a file that is no calendar cannot be used: %j', async (text, reason) => {
  const report = await importText(text);
  expect(report).toMatchObject({ unusable: true, questions: [], totals: { error: 1 } });
  expect(errorsOf(report)).toEqual([
    { file: '-', line: null, column: '-', level: 'error', reason },
  ]);
});

it('a repeat counts the same classes on dates, those of the past as before (R-IMPORT-7)', async () => {
  const text = calendarOf(...weekly());
  const datesOf = ({ counts }: Awaited<ReturnType<typeof importText>>) =>
    counts.find(({ table }) => table === 'class_meeting');
  const first = await importText(text);
  expect(datesOf(first)).toMatchObject({ created: 17, archived: 0 });
  school().at('2026-04-15T09:00:00+10:00');
  expect(datesOf(await importText(text))).toMatchObject({ created: 0, unchanged: 18, archived: 0 });
});
