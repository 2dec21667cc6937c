import { describe, expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf, weekly } from '#server/test/calendar-import.ts';

const { importText } = calendarTests('all tests');

const at = (start: string, end: string, ...more: string[]): string[] =>
  eventOf(
    'UID:x',
    'SUMMARY:MAT1 Algebra',
    'LOCATION:R1',
    `DTSTART:${start}`,
    `DTEND:${end}`,
    ...more,
  );
const nine = (...more: string[]) => at('20260209T090000', '20260209T100000', ...more);
const check = (text: string | Uint8Array) => importText(text, { dryRun: true });

/** What is reported of an event whose calendar has nothing else, at its line. */
const cases: [name: string, lines: string[], line: number, column: string, reason: string][] = [
  [
    'a rule by seconds',
    nine('RRULE:FREQ=SECONDLY'),
    9,
    'RRULE',
    'repeats SECONDLY: a class repeats by days',
  ],
  [
    'a rule within days',
    nine('RRULE:FREQ=DAILY;BYSECOND=1,2'),
    9,
    'RRULE',
    'has BYSECOND: a class repeats by days',
  ],
  [
    'a rule without a frequency',
    nine('RRULE:COUNT=3'),
    9,
    'RRULE',
    'repeats without FREQ: a class repeats by days',
  ],
  ['a damaged rule', nine('RRULE:FREQ=WEEKLY;BYDAY=XX'), 9, 'RRULE', 'cannot be read'],
  ['two rules', nine('RRULE:FREQ=WEEKLY', 'RRULE:FREQ=DAILY'), 10, 'RRULE', 'is there twice'],
  [
    'a rule of another century',
    at('18000106T090000', '18000106T100000', 'RRULE:FREQ=DAILY'),
    9,
    'RRULE',
    'begins more than 20 years earlier',
  ],
  [
    '25 hours',
    at('20260209T090000', '20260210T100000'),
    8,
    'DTEND',
    'is a day or more after the start',
  ],
  [
    'over midnight',
    at('20260209T230000', '20260210T010000', 'RRULE:FREQ=WEEKLY'),
    3,
    'DTEND',
    'goes over midnight on 2026-02-09',
  ],
  [
    'an end before the start',
    at('20260209T100000', '20260209T090000'),
    8,
    'DTEND',
    'is not after the start',
  ],
  [
    'an end without a length',
    at('20260209T100000', '20260209T100000'),
    8,
    'DTEND',
    'is not after the start',
  ],
  ['no end', eventOf('UID:x', 'SUMMARY:MAT1', 'DTSTART:20260209T090000'), 3, 'DTEND', 'is missing'],
  ['no start', eventOf('UID:x', 'SUMMARY:MAT1'), 3, 'DTSTART', 'is missing'],
  [
    'no name',
    eventOf('UID:x', 'DTSTART:20260209T090000', 'DTEND:20260209T100000'),
    3,
    'SUMMARY',
    'is missing',
  ],
  ['a date that is none', at('20260231T090000', '20260231T100000'), 7, 'DTSTART', 'is no time'],
  [
    'an unknown zone',
    at('20260209T090000', '20260209T100000').map((line) =>
      line.replace('DTSTART:', 'DTSTART;TZID=Mars/Base:'),
    ),
    7,
    'DTSTART',
    'the time zone Mars/Base is not known',
  ],
  [
    'whole days',
    eventOf('UID:x', 'SUMMARY:Sports', 'DTSTART;VALUE=DATE:20260209'),
    6,
    'DTSTART',
    'Sports lasts whole days: it is no class',
  ],
  [
    'a holiday',
    eventOf('UID:x', 'SUMMARY:Spring break', 'DTSTART;VALUE=DATE:20260209'),
    6,
    'DTSTART',
    'Spring break lasts whole days: enter it under Holidays',
  ],
  [
    'Sundays',
    at('20260215T090000', '20260215T100000', 'RRULE:FREQ=WEEKLY'),
    3,
    'DTSTART',
    'MAT1 Algebra, Sundays 09:00, room R1: the day must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday',
  ],
  [
    'once',
    at('20260209T070000', '20260209T080000').map((line) => line.replace('Algebra', 'talk')),
    3,
    'DTSTART',
    'is there once, on 2026-02-09: no weekly class has its name',
  ],
  [
    'all that follow, of no series',
    nine('RECURRENCE-ID;RANGE=THISANDFUTURE:20260209T090000'),
    3,
    'RECURRENCE-ID',
    'changes a series that is not in the file',
  ],
  [
    'all before',
    nine('RECURRENCE-ID;RANGE=THISANDPRIOR:20260209T090000'),
    9,
    'RECURRENCE-ID',
    'has a RANGE that is not read',
  ],
  [
    'another year',
    at('20200209T090000', '20200209T100000'),
    3,
    'DTSTART',
    'has no class in the dates of this semester',
  ],
];

describe('an event that is no class is named with its line (R-IMPORT-4)', () => {
  it.each(cases)('%s', async (_name, lines, line, column, reason) => {
    // With a class beside it: the semester is that of the file.
    const report = await check(calendarOf(...lines, ...weekly()));
    const found = report.problems.find((one) => one.line === line && one.column === column);
    // What is left out begins with the name of its event.
    const summary = /^SUMMARY:(.+)$/m.exec(lines.join('\n'))?.[1];
    const isNamed = found?.level === 'skipped' && summary && !reason.startsWith(summary);
    expect(found?.reason).toBe(isNamed ? `${summary}: ${reason}` : reason);
    expect(report.totals.error).toBe(0);
  });

  it.each([
    ['nothing', ''],
    ['10 MB of nothing', ' \r\n'.repeat(3_400_000)],
    ['one line of 10 MB', 'x'.repeat(10_000_000)],
    ['zeros', '\0'.repeat(1_000_000)],
    ['another format', '{"events": []}'],
    ['continued for ever', `BEGIN:VCALENDAR\r\nX:${'\r\n y'.repeat(1_000_000)}`],
    ['no events', calendarOf()],
    ['too many events', calendarOf(...Array.from({ length: 5001 }, () => nine()).flat())],
    ['an event of too many lines', calendarOf(...nine(...Array<string>(5001).fill('RDATE:1')))],
    [
      'too many lines in its events',
      calendarOf(`${nine('RDATE:1\r\n'.repeat(4800)).join('\r\n')}\r\n`.repeat(50)),
    ],
    ['too many time zones', calendarOf('BEGIN:VTIMEZONE\r\n'.repeat(20_002))],
    [
      'nested without an end',
      calendarOf('BEGIN:A\r\n'.repeat(400_000), 'END:B\r\n'.repeat(400_000)),
    ],
  ])('%s is an error, soon', async (_name, text) => {
    const report = await check(text);
    expect(report).toMatchObject({ written: false });
    expect(report.totals.error).toBeGreaterThan(0);
  });

  it.each([
    ['between two events', ''],
    ['within an event', 'BEGIN:VEVENT\r\nUID:cut\r\nSUMM'],
  ])('refuses a file that is cut off %s', async (_, rest) => {
    const whole = calendarOf(...weekly());
    const cut = `${whole.slice(0, whole.indexOf('END:VCALENDAR'))}${rest}`;
    const report = await check(cut);
    expect(report.problems).toContainEqual(
      expect.objectContaining({ level: 'error', reason: expect.stringContaining('is cut off') }),
    );
    expect(report.changes ?? []).toEqual([]);
  });

  it('reads what is whole of a damaged file', async () => {
    const report = await check(
      calendarOf(
        'BEGIN:VTIMEZONE',
        'TZID:Own/Zone',
        'BEGIN:STANDARD',
        'this is no property',
        ...eventOf('UID:cut', 'SUMMARY:MAT1').slice(0, -1),
        ...weekly(),
      ),
    );
    expect(report.problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(
      expect.arrayContaining([
        '6: is no line of a calendar',
        '3: VTIMEZONE has no end',
        '7: VEVENT has no end',
        '7: MAT1: is missing',
      ]),
    );
    expect(report.counts[0]).toMatchObject({ table: 'class_schedule', created: 1 });
  });

  it('names a UID that is there twice, and takes the higher sequence', async () => {
    const report = await check(
      calendarOf(...weekly('SEQUENCE:1'), ...weekly('SEQUENCE:2'), ...weekly()),
    );
    expect(report.problems.filter(({ column }) => column === 'UID')).toEqual([
      expect.objectContaining({
        line: 3,
        level: 'skipped',
        reason: 'MAT1 Algebra: is the same as that of line 13',
      }),
      expect.objectContaining({
        line: 23,
        level: 'skipped',
        reason: 'MAT1 Algebra: is the same as that of line 13',
      }),
    ]);
  });

  it('asks a hundred questions at a time, and says how many more there are', async () => {
    const events = Array.from({ length: 130 }, (_, number) =>
      eventOf(
        `UID:q${number}`,
        `SUMMARY:Unheard of ${number}`,
        'LOCATION:R1',
        'DTSTART:20260209T090000',
        'DTEND:20260209T100000',
        'RRULE:FREQ=WEEKLY',
      ),
    );
    const report = await check(calendarOf(...events.flat()));
    expect(report.questions).toHaveLength(100);
    expect(report.problems).toContainEqual(
      expect.objectContaining({ reason: '31 more questions follow when these are answered' }),
    );
  });

  it('reads times and texts of older programs', async () => {
    const latin = Buffer.from(
      calendarOf(...weekly()).replace('MAT1 Algebra', 'MAT1 G\u00e9om\u00e9trie'),
      'latin1',
    );
    expect(await check(latin)).toMatchObject({ totals: { error: 0, skipped: 0 } });
  });
});
