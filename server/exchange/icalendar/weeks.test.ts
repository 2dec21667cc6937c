import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

/** Wednesdays at 16:00; the semester has classes from Monday 9 February to Friday 12 June. */
const wednesdays = (rule: string, ...more: string[]) =>
  eventOf(
    'UID:wednesdays@other',
    'SUMMARY:MAT1 Algebra',
    'LOCATION:R1',
    'ATTENDEE;CN=Tess Teacher:mailto:tess@school.example',
    'DTSTART;TZID=Australia/Sydney:20260211T160000',
    'DTEND;TZID=Australia/Sydney:20260211T170000',
    `RRULE:FREQ=WEEKLY;${rule}`,
    ...more,
  );
const leftOut = (...days: string[]) =>
  days.map((day) => `EXDATE;TZID=Australia/Sydney:2026${day}T160000`);

/** Weeks of the class, and its dates that are not held as planned. */
async function stored(): Promise<{ weeks: string | null; held: number; others: string[] }> {
  const { rows } = await sql<{ weeks: string | null; held: number; others: string[] }>`
    select weeks_text(c.weeks) as weeks, (count(*) filter (where g.status = 'scheduled'))::int as held,
      coalesce(array_agg(concat_ws(' ', to_char(g.date, 'MM-DD'), g.status, g.origin) order by g.date)
        filter (where g.status in ('cancelled', 'moved') or g.origin <> 'weekly'), '{}') as others
    from class_schedule c left join class_meeting g on g.class_schedule_id = c.id
    where c.ref like 'calendar:%' group by c.id`.execute(school().database);
  return rows[0]!;
}

it.each([
  ['every second week', wednesdays('INTERVAL=2;COUNT=9'), '1,3,5,7,9,11,13,15,17', 9],
  ['half a semester', wednesdays('COUNT=6'), '1-6', 6],
  ['with weeks left out', wednesdays('COUNT=8', ...leftOut('0225', '0311')), '1-2,4,6-8', 6],
  ['every week', wednesdays('COUNT=18'), null, 18],
  ['every week, into the examinations', wednesdays('COUNT=20'), null, 20],
])(
  'a series %s has these weeks, and no cancelled date (R-IMPORT-5)',
  async (_what, event, weeks, held) => {
    const report = await importText(calendarOf(...event));
    expect(report).toMatchObject({ written: true, totals: { error: 0, skipped: 0 } });
    const found = await stored();
    expect([found.weeks, found.held]).toEqual([weeks, held]);
    expect(found.others.filter((other) => !other.endsWith('extra'))).toEqual([]);
  },
);

it('a date that the calendar itself cancels is cancelled, in a week of the class', async () => {
  await importText(
    calendarOf(
      ...wednesdays('INTERVAL=2;COUNT=4'),
      ...eventOf(
        'UID:wednesdays@other',
        'RECURRENCE-ID;TZID=Australia/Sydney:20260225T160000',
        'STATUS:CANCELLED',
        'SUMMARY:MAT1 Algebra',
        'DTSTART;TZID=Australia/Sydney:20260225T160000',
        'DTEND;TZID=Australia/Sydney:20260225T170000',
      ),
    ),
  );
  expect(await stored()).toEqual({
    weeks: '1,3,5,7',
    held: 3,
    others: ['02-25 cancelled weekly'],
  });
});

it('holidays are no weeks without the class', async () => {
  // Wednesday 8 April is none; the days before are.
  const event = eventOf(
    'UID:mondays@other',
    'SUMMARY:MAT1 Algebra',
    'LOCATION:R1',
    'DTSTART;TZID=Australia/Sydney:20260209T160000',
    'DTEND;TZID=Australia/Sydney:20260209T170000',
    'RRULE:FREQ=WEEKLY;COUNT=18',
    'EXDATE;TZID=Australia/Sydney:20260406T160000',
  );
  await importText(calendarOf(...event));
  expect((await stored()).weeks).toBe(null);
});

it('of a class that is here, one or two dates fewer are cancelled, and its weeks stay', async () => {
  await importText(calendarOf(...wednesdays('COUNT=18')));
  const report = await importText(
    calendarOf(...wednesdays('COUNT=18', ...leftOut('0429', '0506'))),
  );
  expect(report.questions.map(({ name }) => name)).not.toContain('weeks');
  expect(await stored()).toMatchObject({
    weeks: null,
    held: 16,
    others: ['04-29 cancelled weekly', '05-06 cancelled weekly'],
  });
});

it('more are a question, which proposes the weeks and is remembered', async () => {
  await importText(calendarOf(...wednesdays('COUNT=18')));
  const fewer = calendarOf(...wednesdays('INTERVAL=2;COUNT=9'));
  const report = await importText(fewer);
  expect(report.questions).toContainEqual(
    expect.objectContaining({
      name: 'weeks',
      answer: 'weeks',
      help: expect.stringContaining('MAT1 Algebra, Wednesdays 16:00, room R1: weeks 1'),
    }),
  );
  const { weeks, others } = await stored();
  expect([weeks?.endsWith('9,11,13,15,17'), others]).toEqual([true, []]);
});

it('classes whose dates were cancelled before get their weeks from the next file of the same source', async () => {
  await importText(calendarOf(...wednesdays('COUNT=18')));
  const fewer = calendarOf(...wednesdays('INTERVAL=2;COUNT=9'));
  await importText(fewer, { answers: { weeks: 'dates' } });
  expect((await stored()).others.length).toBeGreaterThan(5);
  await importText(fewer, { answers: { weeks: 'weeks' } });
  const { weeks, held, others } = await stored();
  expect(weeks).not.toBe(null);
  expect([held, others]).toEqual([9, []]);
});

describe('of a class that somebody has given other weeks since the last file', () => {
  const every = calendarOf(...wednesdays('COUNT=18'));
  const first = async () => {
    await importText(every);
    const { rows } = await sql<{ id: number }>`
      select id from class_schedule where ref like 'calendar:%'`.execute(school().database);
    return async (weeks: string) => {
      const path = `attendance/classschedule/${rows[0]!.id}/`;
      expect((await school().call('admin', 'PATCH', path, { weeks })).status).toBe(200);
    };
  };
  const changed = (answer: string | null) =>
    expect.objectContaining({ name: 'changed:weeks', answer });

  it.each(['1,3,5,7,9,11,13,15,17', '1-16', '1-17'])(
    'they stay where the file says the same as before, with each file: %s',
    async (weeks) => {
      await (
        await first()
      )(weeks);
      const before = await stored();
      for (const report of [await importText(every), await importText(every)]) {
        expect(report.questions).toContainEqual(changed('keep'));
        expect(report).toMatchObject({ written: true, operation: null });
        expect(await stored()).toEqual(before);
      }
      expect((await importText(every, { answers: { 'changed:weeks': 'take' } })).written).toBe(
        true,
      );
      expect(await stored()).not.toEqual(before);
      expect((await importText(every)).questions).not.toContainEqual(changed('keep'));
    },
  );

  it('another file is an open question, each time', async () => {
    const change = await first();
    await change('1,3,5,7,9,11,13,15,17');
    const fewer = calendarOf(...wednesdays('COUNT=17'));
    const report = await importText(fewer);
    expect(report).toMatchObject({ written: false });
    expect(report.questions).toContainEqual(changed(null));
    expect((await importText(fewer, { answers: { 'changed:weeks': 'take' } })).written).toBe(true);
    await change('2,4,6,8,10,12,14');
    expect(await importText(every)).toMatchObject({ written: false });
  });
});
