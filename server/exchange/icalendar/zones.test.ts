import { describe, expect, it } from 'vitest';
import { calendarOf, eventOf } from '#server/test/calendar-import.ts';
import { readComponents } from './content-lines.ts';
import { readEvents } from './events.ts';
import { seriesOf } from './occurrences.ts';
import { ianaZone } from './zones.ts';

/** The local dates and times of an event's occurrences in a zone. */
function timesOf(zone: string, lines: string[], definitions: string[] = []): string[] {
  const { calendar } = readComponents(
    calendarOf(...definitions, ...eventOf('UID:x', 'SUMMARY:x', ...lines)),
  );
  if (!calendar) throw new Error('No calendar.');
  const fail = (line: number | null, _level: string, column: string, reason: string) => {
    throw new Error(`${line} ${column} ${reason}`);
  };
  const institute = ianaZone(zone);
  const events = readEvents(calendar, institute, fail);
  const [series] = seriesOf(events, { from: '2026-01-01', to: '2026-12-31' }, institute, fail);
  return (series?.occurrences ?? []).map(({ date, start, end }) => `${date} ${start}-${end}`);
}

const own = [
  'BEGIN:VTIMEZONE',
  'TZID:Our own',
  'BEGIN:STANDARD',
  'DTSTART:16011028T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010325T020000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

describe('a class at nine is at nine whatever the clocks do (R-IMPORT-4)', () => {
  it.each([
    ['Australia/Sydney', 'Australia/Sydney', '2026-03-30', '2026-10-01'],
    ['AUS Eastern Standard Time', 'Australia/Sydney', '2026-03-30', '2026-10-01'],
    ['/mozilla.org/20050126_1/Europe/Berlin', 'Europe/Berlin', '2026-03-23', '2026-10-19'],
    ['W. Europe Standard Time', 'Europe/Berlin', '2026-03-23', '2026-10-19'],
    ['Our own', 'Europe/Berlin', '2026-03-23', '2026-10-19'],
    ['America/New_York', 'America/New_York', '2026-03-02', '2026-10-26'],
    ['Eastern Standard Time', 'America/New_York', '2026-03-02', '2026-10-26'],
  ])('%s in %s', (tzid, zone, spring, autumn) => {
    for (const day of [spring, autumn]) {
      const first = day.replaceAll('-', '');
      const times = timesOf(
        zone,
        [
          `DTSTART;TZID=${tzid}:${first}T090000`,
          `DTEND;TZID=${tzid}:${first}T100000`,
          'RRULE:FREQ=WEEKLY;COUNT=3',
        ],
        own,
      );
      expect(times.map((one) => one.slice(11))).toEqual(Array(3).fill('09:00-10:00'));
    }
  });

  it('keeps the instant of another zone, so that the local time changes with its clocks', () => {
    const times = timesOf('Europe/Berlin', [
      'DTSTART;TZID=America/New_York:20260302T090000',
      'DTEND;TZID=America/New_York:20260302T100000',
      'RRULE:FREQ=WEEKLY;COUNT=5',
    ]);
    // New York changes its clocks on 8 March, Berlin on 29 March.
    expect(times).toEqual([
      '2026-03-02 15:00-16:00',
      '2026-03-09 14:00-15:00',
      '2026-03-16 14:00-15:00',
      '2026-03-23 14:00-15:00',
      '2026-03-30 15:00-16:00',
    ]);
  });

  it('ends at UNTIL in UTC, and leaves out EXDATE in another zone or as a day', () => {
    const lines = ['DTSTART;TZID=Australia/Sydney:20260302T090000', 'DURATION:PT1H'];
    expect(
      timesOf('Australia/Sydney', [
        ...lines,
        'RRULE:FREQ=WEEKLY;UNTIL=20260322T220000Z',
        'EXDATE:20260308T220000Z',
        'EXDATE;VALUE=DATE:20260316',
      ]),
    ).toEqual(['2026-03-02 09:00-10:00', '2026-03-23 09:00-10:00']);
    expect(
      timesOf('Australia/Sydney', [...lines, 'RRULE:FREQ=WEEKLY;UNTIL=20260322T215959Z']),
    ).toHaveLength(3);
  });

  it('reads floating times in the zone of the institute, and times in UTC', () => {
    expect(timesOf('Australia/Sydney', ['DTSTART:20260302T090000', 'DURATION:PT50M'])).toEqual([
      '2026-03-02 09:00-09:50',
    ]);
    expect(
      timesOf('Australia/Sydney', ['DTSTART:20260301T220000Z', 'DTEND:20260301T230000Z']),
    ).toEqual(['2026-03-02 09:00-10:00']);
  });

  it.each([
    ['/Australia/Sydney', 'Australia/Sydney'],
    ['"(UTC+10:00) Canberra, Melbourne, Sydney"', 'Australia/Sydney'],
    ['"(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Berlin'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', 'America/New_York'],
    ['"(UTC-05:00) Eastern Time (US and Canada)"', 'America/New_York'],
  ])('finds the zone %s', (tzid, zone) => {
    const lines = [`DTSTART;TZID=${tzid}:20260907T090000`, 'DURATION:PT1H'];
    expect(timesOf(zone, lines)).toEqual(['2026-09-07 09:00-10:00']);
  });

  it('takes the zone that the file defines, also under a name that has another meaning', () => {
    const est = own.map((line) => (line === 'TZID:Our own' ? 'TZID:EST' : line));
    const times = timesOf(
      'Europe/Berlin',
      ['DTSTART;TZID=EST:20260316T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'],
      est,
    );
    expect(times.map((time) => time.slice(11))).toEqual(Array(3).fill('09:00-10:00'));
  });

  it('finds a definition whose name has escaped commas', () => {
    const named = own.map((line) => line.replace('Our own', String.raw`(UTC+01:00) Ours\, yours`));
    const lines = ['DTSTART;TZID="(UTC+01:00) Ours, yours":20260907T090000', 'DURATION:PT1H'];
    expect(timesOf('Europe/Berlin', lines, named)).toEqual(['2026-09-07 09:00-10:00']);
  });

  it('reads a definition that lists the changes of the clocks, with the offset before the first', () => {
    const observance = (kind: string, from: string, to: string, ...begins: string[]) => [
      `BEGIN:${kind}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      ...begins,
      `END:${kind}`,
    ];
    const listed = [
      'BEGIN:VTIMEZONE',
      'TZID:Australia/Sydney',
      ...observance(
        'STANDARD',
        '+1100',
        '+1000',
        'DTSTART:20260405T030000',
        'RDATE:20260405T030000,20270404T030000',
      ),
      ...observance('DAYLIGHT', '+1000', '+1100', 'DTSTART:20261004T020000'),
      'END:VTIMEZONE',
    ];
    const dates = ['20260302', '20260907', '20261102'];
    const times = dates.flatMap((date) =>
      timesOf(
        'Australia/Sydney',
        [`DTSTART;TZID=Australia/Sydney:${date}T090000`, 'DURATION:PT1H'],
        listed,
      ),
    );
    expect(times.map((time) => time.slice(11))).toEqual(Array(3).fill('09:00-10:00'));
  });
});
