import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

const meetings = async () =>
  (
    await sql`select * from class_meeting order by class_schedule_id, date`.execute(
      school().database,
    )
  ).rows;

it('names classes that the calendar no longer has, and leaves them (R-IMPORT-7)', async () => {
  const other = weekly().map((line) =>
    line
      .replace('weekly@other', 'second@other')
      .replace('MAT1 Algebra', 'MAT2')
      .replace('T08', 'T14')
      .replace('T09', 'T15'),
  );
  await importText(calendarOf(...weekly(), ...other));
  const before = await meetings();
  const report = await importText(calendarOf(...weekly()));
  expect(report.problems).toEqual([
    expect.objectContaining({
      file: '-',
      line: null,
      level: 'note',
      reason:
        'One class of an earlier calendar has no events in this one, and stays as it is: MAT2 Monday 14:00',
    }),
  ]);
  expect(report.operation).toBeNull();
  expect(await meetings()).toEqual(before);
  // One that is left out by an answer is in the calendar all the same; one that has ended is not missed.
  const pottery = other.map((line) => line.replace('SUMMARY:MAT2', 'SUMMARY:Pottery'));
  const left = await importText(calendarOf(...weekly(), ...pottery), {
    answers: { 'subject:pottery': '-' },
  });
  expect(left.problems.map(({ level }) => level)).toEqual(['skipped']);
  school().at('2026-12-01T09:00:00+11:00');
  const semester = left.questions.find(({ name }) => name === 'semester')?.answer ?? '';
  const later = await importText(calendarOf(...weekly()), { answers: { semester } });
  expect(later.problems).toEqual([]);
});

it('names further teachers and archived ones, who are not written', async () => {
  const described = (text: string) =>
    weekly(`DESCRIPTION:${text}`).filter((line) => !line.startsWith('ATTENDEE'));
  const noted = async (text: string) =>
    (await importText(calendarOf(...described(text)), { dryRun: true })).problems.map(
      ({ reason }) => reason,
    );
  expect(await noted('Tess Teacher\\, Theo Tutor')).toEqual([
    'names Theo Tutor as well: further teachers are added here',
  ]);
  expect(await noted('Theo Tutor\\, Tess Teacher')).toEqual([
    'names Tess Teacher as well: further teachers are added here',
  ]);
  for (const other of ['Contact', 'Assistant', 'Replaces', 'Created by'])
    expect(await noted(`Teacher: Theo Tutor\\n${other}: Tess Teacher`)).toEqual([]);
  await sql`update teacher set archived_at = now() where email = 'theo@school.example'`.execute(
    school().database,
  );
  expect(await noted('Theo Tutor')).toEqual([
    'names Theo Tutor, who is archived here: the teacher of the subject teaches',
  ]);
});
