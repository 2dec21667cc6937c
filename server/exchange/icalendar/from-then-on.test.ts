import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf, eventOf } from '#server/test/calendar-import.ts';
import { readComponents } from './content-lines.ts';
import { readEvents } from './events.ts';
import { seriesOf } from './occurrences.ts';
import { ianaZone } from './zones.ts';

const institute = ianaZone('Australia/Sydney');
const window = { from: '2026-02-09', to: '2026-06-30' };

/** The occurrences of a calendar, as `date start-end location (from another date)`, and what is noted. */
function read(...lines: string[]) {
  const { calendar } = readComponents(calendarOf(...lines));
  if (!calendar) throw new Error('No calendar.');
  const notes: string[] = [];
  const notice = (_line: number | null, _level: string, column: string, reason: string) =>
    void notes.push(`${column} ${reason}`);
  const all = seriesOf(readEvents(calendar, institute, notice), window, institute, notice);
  const times = all.flatMap(({ occurrences }) =>
    occurrences.map(
      ({ date, start, end, location, movedFrom }) =>
        `${date} ${start}-${end} ${location}${movedFrom === null ? '' : ` (${movedFrom})`}`,
    ),
  );
  return { times, notes };
}

const zone = 'TZID=Australia/Sydney';
const event = (...lines: string[]) => eventOf('UID:x', 'SUMMARY:MAT1', ...lines);
/** On four Mondays at nine; on 6 April the clocks are no longer those of summer. */
const series = (...more: string[]) =>
  event(
    'LOCATION:R1',
    `DTSTART;${zone}:20260323T090000`,
    `DTEND;${zone}:20260323T100000`,
    'RRULE:FREQ=WEEKLY;COUNT=4',
    ...more,
  );
const [first, second, third, fourth] = [
  '2026-03-23 09:00-10:00 R1',
  '2026-03-30 09:00-10:00 R1',
  '2026-04-06 09:00-10:00 R1',
  '2026-04-13 09:00-10:00 R1',
];

/** A change from a start on, in the zone. */
const from = (start: string, begin: string, end: string, ...more: string[]) =>
  event(
    `RECURRENCE-ID;RANGE=THISANDFUTURE;${zone}:${start}`,
    `DTSTART;${zone}:${begin}`,
    `DTEND;${zone}:${end}`,
    ...more,
  );
/** A change of one occurrence. */
const only = (start: string, begin: string, end: string, ...more: string[]) =>
  event(
    `RECURRENCE-ID;${zone}:${start}`,
    `DTSTART;${zone}:${begin}`,
    `DTEND;${zone}:${end}`,
    ...more,
  );

const cases: [string, string[], string[]][] = [
  [
    'other times and another room',
    from('20260330T090000', '20260330T083000', '20260330T100000', 'LOCATION:R2'),
    [first, '2026-03-30 08:30-10:00 R2', '2026-04-06 08:30-10:00 R2', '2026-04-13 08:30-10:00 R2'],
  ],
  [
    'another weekday, over a change of the clocks',
    from('20260330T090000', '20260401T140000', '20260401T150000'),
    [
      first,
      '2026-04-01 14:00-15:00  (2026-03-30)',
      '2026-04-08 14:00-15:00  (2026-04-06)',
      '2026-04-15 14:00-15:00  (2026-04-13)',
    ],
  ],
  [
    'an instant of UTC names the start',
    event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20260412T230000Z',
      `DTSTART;${zone}:20260413T110000`,
      'DURATION:PT30M',
    ),
    [first, second, third, '2026-04-13 11:00-11:30 '],
  ],
  [
    'of two the later one, and a change of one date holds over both',
    [
      ...from('20260406T090000', '20260406T120000', '20260406T130000'),
      ...from('20260330T090000', '20260330T110000', '20260330T120000'),
      ...only('20260413T090000', '20260414T070000', '20260414T080000'),
    ],
    [
      first,
      '2026-03-30 11:00-12:00 ',
      '2026-04-06 12:00-13:00 ',
      '2026-04-14 07:00-08:00  (2026-04-13)',
    ],
  ],
  [
    'a date of it is changed otherwise',
    [
      ...from('20260330T090000', '20260330T110000', '20260330T120000'),
      ...only('20260330T090000', '20260330T100000', '20260330T110000'),
    ],
    [first, '2026-03-30 10:00-11:00 ', '2026-04-06 11:00-12:00 ', '2026-04-13 11:00-12:00 '],
  ],
  [
    'cancelled',
    from('20260406T090000', '20260406T090000', '20260406T100000', 'STATUS:CANCELLED'),
    [first, second],
  ],
  [
    'a week later: each date is that of the next one',
    from('20260330T090000', '20260406T090000', '20260406T100000', 'LOCATION:R1'),
    [
      first,
      '2026-04-06 09:00-10:00 R1 (2026-03-30)',
      '2026-04-13 09:00-10:00 R1 (2026-04-06)',
      '2026-04-20 09:00-10:00 R1 (2026-04-13)',
    ],
  ],
  [
    'begins before the semester, and moves dates into it',
    [
      ...event(
        `DTSTART;${zone}:20260119T090000`,
        `DTEND;${zone}:20260119T100000`,
        'RRULE:FREQ=WEEKLY;UNTIL=20260210T000000',
      ),
      ...from('20260126T090000', '20260130T090000', '20260130T100000'),
    ].map((line) => line.replace('UID:x', 'UID:before')),
    [first, second, third, fourth, '2026-02-13 09:00-10:00  (2026-02-09)'],
  ],
];

describe('a change of this and all that follow (R-IMPORT-10, RFC 5545 3.2.13)', () => {
  it.each(cases)('%s', (_name, lines, expected) => {
    const { times, notes } = read(...series(), ...lines);
    expect(notes).toEqual([]);
    expect(times).toEqual(expected);
  });

  it.each([
    [
      'of no date',
      from('20260501T090000', '20260501T090000', '20260501T100000'),
      'RECURRENCE-ID is no date of the event',
    ],
    [
      'by more than a month',
      from('20260330T090000', '20260530T090000', '20260530T100000'),
      'RECURRENCE-ID moves all that follow by more than 31 days',
    ],
    [
      'with a rule of its own',
      from(
        '20260406T090000',
        '20260406T090000',
        '20260406T100000',
        'RRULE:FREQ=DAILY',
        'LOCATION:R1',
      ),
      'RRULE of a change of an event is not read: its dates stay',
    ],
  ])('%s is named', (_name, lines, note) => {
    const { times, notes } = read(...series(), ...lines);
    expect(notes).toEqual([note]);
    expect(times).toEqual([first, second, third, fourth]);
  });

  it('over midnight is left out and named', () => {
    const { times, notes } = read(
      ...series(),
      ...from('20260413T090000', '20260413T233000', '20260414T003000'),
    );
    expect(notes).toEqual(['DTEND goes over midnight on 2026-04-13']);
    expect(times).toEqual([first, second, third]);
  });
});

interface Change {
  at: number;
  days: number;
  hour: number;
  isCancelled: boolean;
  isRange: boolean;
}
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(9),
  days: fc.integer({ min: -3, max: 3 }),
  hour: fc.integer({ min: 7, max: 20 }),
  isCancelled: fc.boolean(),
  isRange: fc.boolean(),
});

it('each start follows its own change, else the last from then on, whatever their order (R-IMPORT-10)', () => {
  const day = (number: number) => Temporal.PlainDate.from('2026-03-02').add({ days: number * 7 });
  const stamp = (date: Temporal.PlainDate, hour: number) =>
    `${date.toString().replaceAll('-', '')}T${String(hour).padStart(2, '0')}0000`;
  const unique = fc.uniqueArray(change, {
    maxLength: 6,
    selector: ({ at, isRange }) => `${at} ${isRange}`,
  });
  fc.assert(
    fc.property(unique, (changes) => {
      const lines = changes.flatMap(({ at, days, hour, isCancelled, isRange }) =>
        (isRange ? from : only)(
          stamp(day(at), 9),
          stamp(day(at).add({ days }), hour),
          stamp(day(at).add({ days }), hour + 1),
          isCancelled ? 'STATUS:CANCELLED' : 'STATUS:CONFIRMED',
        ),
      );
      const { times } = read(
        ...event(
          `DTSTART;${zone}:${stamp(day(0), 9)}`,
          `DTEND;${zone}:${stamp(day(0), 10)}`,
          'RRULE:FREQ=WEEKLY;COUNT=10',
        ),
        ...lines,
      );
      const expected = Array.from({ length: 10 }, (_, number) => {
        const own = changes.find(({ at, isRange }) => at === number && !isRange);
        const before = changes.filter(({ at, isRange }) => isRange && at <= number);
        const last = before.toSorted((a, b) => a.at - b.at).at(-1);
        const { days, hour, isCancelled } = own ?? last ?? { days: 0, hour: 9, isCancelled: false };
        return isCancelled ? [] : [`${day(number).add({ days }).toString()} ${hour}`];
      }).flat();
      const found = times.map((one) => `${one.slice(0, 10)} ${Number(one.slice(11, 13))}`);
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 200 },
  );
});
