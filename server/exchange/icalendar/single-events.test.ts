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

/** The same on other days or at another hour. */
const moved = (text: string, to: { from: number; days?: number; hour?: string }): string =>
  text.replaceAll(/UID:(\d+)\r\n(.*?)END:VEVENT/gs, (event, day: string) => {
    if (days.indexOf(day) < to.from) return event;
    const other = Temporal.PlainDate.from(
      `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    ).add({ days: to.days ?? 0 });
    return event
      .replaceAll(`Sydney:${day}`, `Sydney:${other.toString().replaceAll('-', '')}`)
      .replace('T080000', `T${to.hour ?? '08'}0000`)
      .replace('T090000', `T${String(Number(to.hour ?? '08') + 1).padStart(2, '0')}0000`);
  });

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

it.each([
  ['to another day', { from: 1, days: 1 }],
  ['to another hour', { from: 1, hour: '14' }],
  ['all of them', { from: 0, days: 1 }],
])(
  'events that are moved %s stay those of their class, by the UID of each of them (R-IMPORT-6)',
  async (_, to) => {
    const classes = async () =>
      (
        await sql<{
          id: number;
        }>`select id from class_schedule where ref like 'calendar:%'`.execute(school().database)
      ).rows;
    await importText(mondays([]));
    const before = await classes();
    const { problems } = await importText(moved(mondays([]), to));
    expect(problems.filter(({ level }) => level !== 'note')).toEqual([]);
    expect(await classes()).toEqual(before);
  },
);

it('so it is where the calendar has no longer the first of them', async () => {
  const classes = async () =>
    (
      await sql<{ id: number }>`select id from class_schedule where ref like 'calendar:%'`.execute(
        school().database,
      )
    ).rows;
  await importText(mondays([]));
  const before = await classes();
  const later = moved(mondays([]), { from: 1, days: 1 });
  await importText(later.replace(/BEGIN:VEVENT\r\nUID:20260216.*?END:VEVENT\r\n/s, ''));
  expect(await classes()).toEqual(before);
});

it('an event of the last file that is moved and has another title stays a date of its class', async () => {
  await importText(mondays([]));
  const text = mondays(['MAT1 Algebra', 'MAT1 Algebra', 'MAT1 Algebra', 'Algebra exam']);
  const { problems } = await importText(moved(text, { from: 3, days: 1 }));
  expect(problems.filter(({ level }) => level !== 'note')).toEqual([]);
  const { rows } = await sql<{ date: string }>`
    select g.date from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where c.ref like 'calendar:%' and g.status = 'scheduled' order by g.date`.execute(
    school().database,
  );
  expect(rows.map(({ date }) => date)).toEqual([
    '2026-02-16',
    '2026-02-23',
    '2026-03-02',
    '2026-03-10',
  ]);
});
