import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

const days = ['20260216', '20260223', '20260302', '20260309'];

/** Algebra on four Mondays; each event says in words who teaches. */
const taughtBy = (...names: string[]): string =>
  calendarOf(
    ...days.flatMap((day, at) =>
      eventOf(
        `UID:${day}`,
        'SUMMARY:MAT1 Algebra',
        'LOCATION:R1',
        `DESCRIPTION:${names[at] ?? ''}`,
        `DTSTART;TZID=Australia/Sydney:${day}T080000`,
        `DTEND;TZID=Australia/Sydney:${day}T090000`,
      ),
    ),
  );
const [tess, zed] = ['Teacher: Tess Teacher', 'Teacher: Zed Unknown'];

async function namesIn(text: string): Promise<string[]> {
  const { questions } = await importText(text, { dryRun: true });
  return questions.filter(({ name }) => name.startsWith('teacher:')).map(({ name }) => name);
}

const theo = async () =>
  String(
    (
      await sql<{ id: number }>`select id from teacher where first_name = 'Theo'`.execute(
        school().database,
      )
    ).rows[0]?.id,
  );

/** Who teaches on each date. */
async function teachers(): Promise<string[]> {
  const { rows } = await sql<{ first_name: string }>`
    select t.first_name from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id
    join teacher t on t.id = coalesce(g.covering_teacher_id, g.teacher_id)
    where c.ref like 'calendar:%' and g.status = 'scheduled' order by g.date`.execute(
    school().database,
  );
  return rows.map(({ first_name }) => first_name);
}

describe('a teacher whom a calendar names in words and who is not here is a question (R-IMPORT-9)', () => {
  it.each([
    ['on one date', [tess, zed, tess, tess]],
    ['on the last date', [tess, tess, tess, zed]],
    ['on all but the first date', [tess, zed, zed, zed]],
    ['as the one who covers', [tess, `${tess}\\nCovered by: Zed Unknown`, tess, tess]],
    ['on all dates', [zed, zed, zed, zed]],
  ])('%s', async (_, names) => {
    expect(await namesIn(taughtBy(...names))).toEqual(['teacher:zed unknown']);
  });

  it('not the topic of a class behind “Cover:”', async () => {
    expect(await namesIn(taughtBy(tess, `${tess}\\nCover: Module A`, tess, tess))).toEqual([]);
  });

  it('and the answer holds on the dates that name them', async () => {
    await importText(taughtBy(tess, zed, zed, zed), {
      answers: { 'teacher:zed unknown': await theo() },
    });
    expect(await teachers()).toEqual(['Tess', 'Theo', 'Theo', 'Theo']);
  });

  it('two of them are two questions', async () => {
    expect(await namesIn(taughtBy(zed, zed, 'Teacher: Yan Other', zed))).toEqual([
      'teacher:zed unknown',
      'teacher:yan other',
    ]);
  });
});
