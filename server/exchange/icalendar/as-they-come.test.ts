import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { weekdays } from '#contract/weekdays.ts';
import { calendarOf, calendarTests, eventOf, weekly } from '#server/test/calendar-import.ts';
import { readComponents } from './content-lines.ts';
import { noticeOf, readEvents } from './events.ts';
import { Problems } from '../runs/problems.ts';
import { seriesOf } from './occurrences.ts';
import { ianaZone } from './zones.ts';

const { school, importText } = calendarTests();
const sydney = ianaZone('Australia/Sydney');

/** Occurrences as `date start-end`, and the reasons of what is named. */
function read(...lines: string[]) {
  const { calendar } = readComponents(calendarOf(...lines));
  if (!calendar) throw new Error('No calendar.');
  const problems = new Problems();
  const notice = noticeOf('a.ics', problems);
  const window = { from: '2026-02-09', to: '2026-06-12' };
  const series = seriesOf(readEvents(calendar, sydney, notice), window, sydney, notice);
  return {
    dates: series
      .flatMap(({ occurrences }) => occurrences)
      .map(({ date, start, end }) => `${date} ${start}-${end}`),
    named: problems.all.map(({ level, column, reason }) => `${level} ${column} ${reason}`),
  };
}

const at = (start: string, end: string, ...more: string[]) =>
  eventOf('UID:x', 'SUMMARY:MAT1 Algebra', `DTSTART:${start}`, `DTEND:${end}`, ...more);
const nine = (...more: string[]) =>
  at('20260209T090000', '20260209T100000', 'RRULE:FREQ=WEEKLY;COUNT=3', ...more);
const three = ['2026-02-09 09:00-10:00', '2026-02-16 09:00-10:00', '2026-02-23 09:00-10:00'];

describe('recurrences as programs write them (R-IMPORT-4)', () => {
  it.each([
    ['white space', 'FREQ=WEEKLY; BYDAY=MO ;COUNT=3'],
    ['the time of its start again', 'FREQ=WEEKLY;BYMINUTE=0;BYHOUR=9;COUNT=3'],
  ])('reads a rule with %s', (_what, rule) => {
    const { dates, named } = read(...at('20260209T090000', '20260209T100000', `RRULE:${rule}`));
    expect(dates).toEqual(three);
    expect(named).toEqual([]);
  });

  it('names a rule with other times on a day', () => {
    const rule = 'RRULE:FREQ=WEEKLY;BYHOUR=9,14;COUNT=3';
    const { named } = read(...at('20260209T090000', '20260209T100000', rule));
    expect(named).toEqual(['skipped RRULE has BYHOUR: a class repeats by days']);
  });

  it('reads a zone whose rules say the hour again, as Lotus Notes defines them', () => {
    const zone = (name: string, month: number, from: string, to: string) => [
      `BEGIN:${name}`,
      `DTSTART:1950${String(month).padStart(2, '0')}29T020000`,
      `RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=-1SU;BYMONTH=${month}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `END:${name}`,
    ];
    const { dates, named } = read(
      'BEGIN:VTIMEZONE',
      'TZID:Western/Central Europe',
      ...zone('STANDARD', 10, '+0200', '+0100'),
      ...zone('DAYLIGHT', 3, '+0100', '+0200'),
      'END:VTIMEZONE',
      ...eventOf(
        'UID:x',
        'SUMMARY:MAT1 Algebra',
        'DTSTART;TZID="Western/Central Europe":20260209T000000',
        'DTEND;TZID="Western/Central Europe":20260209T010000',
      ),
    );
    // Ten hours later in Sydney.
    expect(dates).toEqual(['2026-02-09 10:00-11:00']);
    expect(named).toEqual([]);
  });

  it('names the dates of EXDATE that meet no start, those of the semester alone', () => {
    const { dates, named } = read(
      ...nine('EXDATE:20260216T000000,20260223T090000,20250101T090000', 'EXDATE:20260217'),
    );
    expect(dates).toEqual(three.slice(0, 2));
    expect(named).toEqual([
      'skipped EXDATE is no date of the event: 2026-02-17',
      'skipped EXDATE is no date of the event: 2026-02-16 00:00',
    ]);
  });

  it('takes away an added date by EXDATE as a day', () => {
    const { dates, named } = read(...nine('RDATE:20260219T090000', 'EXDATE;VALUE=DATE:20260219'));
    expect([dates, named]).toEqual([three, []]);
  });

  it.each([
    ['RDATE;VALUE=PERIOD:20260219T120000/PT3H', '2026-02-19 12:00-15:00'],
    ['RDATE;VALUE=PERIOD:20260219T120000/20260219T143000', '2026-02-19 12:00-14:30'],
    ['RDATE;VALUE=DATE:20260219', '2026-02-19 09:00-10:00'],
  ])('%s is a date with its own length', (added, expected) => {
    expect(read(...nine(added)).dates).toContain(expected);
  });

  it('names a period without a length', () => {
    expect(read(...nine('RDATE;VALUE=PERIOD:20260219T120000/20260219T110000')).named).toEqual([
      'skipped RDATE has a period whose end is not after the start',
    ]);
  });

  it('a change of a day without a time is one of the date on that day', () => {
    const change = at('20260217T140000', '20260217T150000', 'RECURRENCE-ID;VALUE=DATE:20260216');
    const { dates, named } = read(...nine(), ...change);
    expect(dates).toEqual([three[0], '2026-02-17 14:00-15:00', three[2]]);
    expect(named).toEqual([]);
  });

  it('events with one UID on several dates are several events, each with its changes', () => {
    const change = at('20260217T140000', '20260217T150000', 'RECURRENCE-ID:20260216T090000');
    const { dates, named } = read(
      ...at('20260209T090000', '20260209T100000'),
      ...at('20260216T090000', '20260216T100000'),
      ...at('20260223T090000', '20260223T100000'),
      ...change,
    );
    expect(dates).toEqual([three[0], '2026-02-17 14:00-15:00', three[2]]);
    expect(named).toEqual([]);
  });

  it('of two versions of a series the later one holds', () => {
    const later = at(
      '20260210T090000',
      '20260210T100000',
      'RRULE:FREQ=WEEKLY;COUNT=1',
      'SEQUENCE:1',
    );
    const { dates, named } = read(...nine(), ...later);
    expect(dates).toEqual(['2026-02-10 09:00-10:00']);
    expect(named).toEqual(['skipped UID is the same as that of line 10']);
  });

  it('two equal rules are one', () => {
    expect(read(...nine('RRULE:count=3;FREQ=WEEKLY'))).toEqual({ dates: three, named: [] });
  });

  it('a class until midnight ends on its day', () => {
    const { dates, named } = read(...at('20260209T220000', '20260210T000000'));
    expect(dates).toEqual(['2026-02-09 22:00-23:59']);
    expect(named).toEqual(['note DTEND is midnight on 2026-02-09: the class ends at 23:59']);
  });
});

it('says of a class over midnight nothing else (R-IMPORT-4)', async () => {
  const night = at('20260209T220000', '20260210T010000', 'RRULE:FREQ=WEEKLY;COUNT=2');
  const report = await importText(calendarOf(...night, ...weekly()), { dryRun: true });
  expect(report.problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '3: MAT1 Algebra: goes over midnight on 2026-02-09',
  ]);
});

it('makes one weekly class of single events with one UID (R-IMPORT-5)', async () => {
  const days = ['09', '16', '23'].flatMap((day) =>
    at(`202602${day}T100000`, `202602${day}T110000`, 'LOCATION:R1'),
  );
  const report = await importText(calendarOf(...days), { dryRun: true });
  expect(report.totals).toMatchObject({ error: 0, skipped: 0 });
  expect(report.counts[0]).toMatchObject({ table: 'class_schedule', created: 1 });
});

it('makes one class of events that differ by their UIDs alone, and two of events that say something else (R-IMPORT-5)', async () => {
  const event = (uid: string, ...more: string[]) =>
    eventOf(
      `UID:${uid}`,
      'SUMMARY:MAT1 Algebra',
      'LOCATION:R1',
      'DTSTART:20260209T100000',
      'DTEND:20260209T110000',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      ...more,
    );
  const check = (...lines: string[]) => importText(calendarOf(...lines), { dryRun: true });
  const same = await check(...event('a'), ...event('b'));
  expect(same.counts[0]).toMatchObject({ table: 'class_schedule', created: 1 });
  const groups = await check(...event('a', 'DESCRIPTION:12A'), ...event('b', 'DESCRIPTION:12B'));
  expect(groups.counts[0]).toMatchObject({ table: 'class_schedule', created: 2 });
});

it('takes classes on a day that the institute has chosen, Sundays too (R-SET-4)', async () => {
  const sundays = at(
    '20260215T090000',
    '20260215T100000',
    'LOCATION:R1',
    'RRULE:FREQ=WEEKLY;COUNT=4',
  );
  const report = await importText(calendarOf(...sundays), { weekdays });
  expect(report).toMatchObject({ written: true, totals: { error: 0, skipped: 0 } });
  const rows = await school()
    .database.selectFrom('class_schedule')
    .select('day_of_week')
    .where('ref', 'like', 'calendar:%')
    .execute();
  expect(rows).toEqual([{ day_of_week: 7 }]);
});

it('a teacher whom a description names, and who is not known, is a question', async () => {
  const text = calendarOf(
    ...weekly('DESCRIPTION:Week 1\\nDozent: Nora Nowhere').filter(
      (line) => !line.startsWith('ATTENDEE'),
    ),
  );
  const { questions } = await importText(text, { dryRun: true });
  expect(questions.map(({ name }) => name)).toContain('teacher:nora nowhere');
});

it('an event whose title says that it is cancelled is no class', async () => {
  const { dates } = read(
    ...eventOf(
      'UID:y',
      'SUMMARY:ABGESAGT: MAT1 Algebra',
      'DTSTART:20260209T090000',
      'DTEND:20260209T100000',
    ),
  );
  expect(dates).toEqual([]);
});

describe('a location with several rooms (R-IMPORT-6)', () => {
  const check = (location: string) =>
    importText(
      calendarOf(
        ...weekly().map((line) => (line === 'LOCATION:R1' ? `LOCATION:${location}` : line)),
      ),
      {
        dryRun: true,
      },
    );

  it('proposes the one that is here, and names the others', async () => {
    const report = await check(String.raw`R77\, R1`);
    const question = report.questions.find(({ name }) => name.startsWith('room:'));
    const proposed = question?.choices.find(({ value }) => value === question.answer);
    expect(proposed?.label).toBe('R1');
    expect(question?.choices.some(({ label }) => label.startsWith('Make'))).toBe(false);
    expect(report.problems).toContainEqual(
      expect.objectContaining({
        level: 'note',
        column: 'LOCATION',
        reason: 'names several rooms, R77; R1',
      }),
    );
  });

  it.each([
    ['the word for a room and its seats', 'Raum R1 (50)'],
    ['nothing else', 'R1'],
  ])('is the room without %s', async (_what, location) => {
    expect((await check(location)).questions.map(({ name }) => name)).not.toContainEqual(
      expect.stringMatching(/^room:/),
    );
  });

  it('of another form are rooms where all of them are here, else the first that is here is proposed', async () => {
    const { database } = school();
    await sql`insert into classroom (room_number, capacity) values ('Lab 3', 20)`.execute(database);
    for (const [location, help] of [
      [String.raw`Lab 3\, R1`, 'It names several rooms: Lab 3; R1.'],
      ['Lab 3; Main Building', 'No room has this number.'],
    ] as const) {
      const { questions } = await check(location);
      const question = questions.find(({ name }) => name.startsWith('room:'))!;
      expect(question.help).toBe(help);
      expect(question.choices.find(({ value }) => value === question.answer)?.label).toBe('Lab 3');
    }
  });

  it('offers all of them for new classes where they are here (R-CLASS-8)', async () => {
    const { database } = school();
    await sql`insert into classroom (room_number, capacity) values ('R2', 20)`.execute(database);
    const location = String.raw`R1\, R2`;
    const open = await check(location);
    const question = open.questions.find(({ name }) => name.startsWith('room:'));
    expect(question?.choices).toContainEqual({
      value: 'all',
      label: 'New classes have all of them: R1, R2',
    });
    const lines = weekly().map((line) => (line === 'LOCATION:R1' ? `LOCATION:${location}` : line));
    await importText(calendarOf(...lines), { answers: { [question!.name]: 'all' } });
    const { rows } = await sql<{ rooms: string }>`
      select rooms_text(classroom_id, more_classroom_ids) as rooms from class_schedule
      where ref like 'calendar:%'`.execute(database);
    expect(rows.map(({ rooms }) => rooms)).toContain('R1 (R2)');
  });

  it('offers to make the first one where none is here', async () => {
    const report = await check(String.raw`R77\, R78`);
    const labels = report.questions.flatMap(({ choices }) => choices.map(({ label }) => label));
    expect(labels).toContain('Make the room R77');
  });
});
