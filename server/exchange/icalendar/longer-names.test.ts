import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

const days = ['20260216', '20260223', '20260302', '20260309'];
/** Algebra on four Mondays, an event each, with these titles. */
const mondays = (titles: string[]): string =>
  calendarOf(
    ...days.flatMap((day, at) =>
      eventOf(
        `UID:${day}`,
        `SUMMARY:${titles[at] ?? 'MAT1 Algebra'}`,
        'LOCATION:R1',
        `DTSTART;TZID=Australia/Sydney:${day}T080000`,
        `DTEND;TZID=Australia/Sydney:${day}T090000`,
      ),
    ),
  );

async function held(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select g.date || ' ' || g.status as text from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id
    where c.ref like 'calendar:%' and g.date <= '2026-03-09' order by g.date`.execute(
    school().database,
  );
  return rows.map(({ text }) => text);
}

it('a single event whose title has more words is a date of its class, and no class is none (R-IMPORT-5)', async () => {
  await importText(mondays([]));
  const before = await held();
  expect(before.filter((text) => text.endsWith('scheduled'))).toHaveLength(4);
  await importText(mondays(['MAT1 Algebra (online)', 'Exam: MAT1 Algebra']));
  expect(await held()).toEqual(before);
  await importText(
    mondays(['', 'NO CLASS - MAT1 Algebra'].map((title) => title || 'MAT1 Algebra')),
  );
  expect(await held()).toEqual(
    before.map((text) => text.replace('2026-02-23 scheduled', '2026-02-23 cancelled')),
  );
});
