import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

/** The change of the class on 16 February, onto another day or time. */
const changed = (start: string, ...lines: string[]) =>
  eventOf(
    'UID:weekly@other',
    'RECURRENCE-ID;TZID=Australia/Sydney:20260216T080000',
    'SUMMARY:MAT1 Algebra',
    'LOCATION:R1',
    'ATTENDEE;CN=Tess Teacher:mailto:tess@school.example',
    `DTSTART;TZID=Australia/Sydney:${start}`,
    'DURATION:PT1H',
    ...lines,
  );
const files = {
  'left out': calendarOf(...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000')),
  cancelled: calendarOf(...weekly(), ...changed('20260216T080000', 'STATUS:CANCELLED')),
  'at another time': calendarOf(...weekly(), ...changed('20260216T140000')),
  moved: calendarOf(...weekly(), ...changed('20260217T080000')),
};

async function heldAround(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', g.date, to_char(g.start_time, 'HH24:MI'), g.status) as text
    from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where c.ref like 'calendar:%' and g.date between '2026-02-16' and '2026-02-20'
    order by g.date`.execute(school().database);
  return rows.map(({ text }) => text);
}

describe('a class of today with a mark, before it begins (R-IMPORT-7)', () => {
  beforeEach(async () => {
    await importText(calendarOf(...weekly()));
    await sql`
      insert into attendance (date, class_schedule_id, student_id, status, how, marked_at)
      select '2026-02-16', c.id, s.id, 'Present', 'manual', now() from class_schedule c, student s
      where c.ref like 'calendar:%' and s.student_id = 'S1'`.execute(school().database);
    school().at('2026-02-16T07:00:00+11:00');
  });

  it.each(Object.entries(files))(
    'stays where the calendar has it %s, and is named',
    async (how, file) => {
      const { problems } = await importText(file);
      expect(problems.map(({ reason }) => reason)).toEqual([
        '2026-02-16: has marks, and stays as it is',
      ]);
      // The calendar has the class on the new date, whatever becomes of the old one.
      const added = how === 'moved' ? ['2026-02-17 08:00 scheduled'] : [];
      expect(await heldAround()).toEqual(['2026-02-16 08:00 scheduled', ...added]);
      expect(await importText(file)).toMatchObject({ operation: null });
    },
  );

  it('stays with its teacher where the calendar names another one for the class, and is named', async () => {
    const theo = calendarOf(
      ...weekly().map((line) =>
        line.replace('CN=Tess Teacher:mailto:tess', 'CN=Theo Tutor:mailto:theo'),
      ),
    );
    const { problems } = await importText(theo);
    expect(problems.map(({ reason }) => reason)).toEqual([
      '2026-02-16: has marks, and stays as it is',
    ]);
  });
});

it('a date whose event cannot be read stays as it is, and is named', async () => {
  const days = ['0216', '0223', '0302', '0309', '0316', '0323'];
  const file = (end: (day: string) => string) =>
    calendarOf(
      ...days.flatMap((day) =>
        eventOf(
          `UID:${day}@other`,
          'SUMMARY:MAT1 Algebra',
          'LOCATION:R1',
          'ATTENDEE;CN=Tess Teacher:mailto:tess@school.example',
          `DTSTART;TZID=Australia/Sydney:2026${day}T080000`,
          end(day),
        ),
      ),
    );
  const usual = (day: string) => `DTEND;TZID=Australia/Sydney:2026${day}T090000`;
  await importText(file(usual));
  const held = () =>
    sql<{ date: string }>`
      select g.date from class_meeting g join class_schedule c on c.id = g.class_schedule_id
      where c.ref like 'calendar:%' and g.status = 'scheduled' order by g.date`
      .execute(school().database)
      .then(({ rows }) => rows.length);
  expect(await held()).toBe(6);
  const { problems } = await importText(
    file((day) => (day === '0309' ? 'DTEND:soon' : usual(day))),
  );
  expect(problems.map(({ reason }) => reason)).toEqual([
    'MAT1 Algebra: is no time',
    '2026-03-09: may be the date of an event that cannot be read, and stays as it is',
  ]);
  expect(await held()).toBe(6);
});
