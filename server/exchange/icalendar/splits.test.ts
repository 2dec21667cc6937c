import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarOf, eventOf, part } from '#server/test/calendar-import.ts';
import { classesOf } from './classes.ts';
import { readComponents } from './content-lines.ts';
import { readEvents } from './events.ts';
import { seriesOf } from './occurrences.ts';
import { joinSplits } from './splits.ts';
import { ianaZone } from './zones.ts';

const zone = 'TZID=Australia/Sydney';
const until = '20260329';
const firstHalf = part({ first: '20260209', until });
const isNone = () => false;
const institute = ianaZone('Australia/Sydney');

/** The classes of a calendar without a database. */
function read(lines: string[], isMade: (uid: string) => boolean = isNone) {
  const { calendar } = readComponents(calendarOf(...lines));
  if (!calendar) throw new Error('No calendar.');
  const notice = () => {};
  const events = readEvents(calendar, institute, notice);
  const all = seriesOf(events, { from: '2026-02-09', to: '2026-06-30' }, institute, notice);
  return classesOf(joinSplits(all, isMade, notice), notice).map(
    ({ weekday, start, end, occurrences }) => ({
      weekday,
      start,
      end,
      dates: [...occurrences.values()]
        .map(
          (one) =>
            `${one.date} ${one.start}-${one.end}${one.movedFrom ? ` (${one.movedFrom})` : ''}`,
        )
        .toSorted(),
    }),
  );
}

it.each<[string, string[], number]>([
  ['it begins three weeks later', part({ uid: 'b', first: '20260413', begin: '070000' }), 1],
  ['it begins later than that', part({ uid: 'b', first: '20260420', begin: '070000' }), 2],
  [
    'it begins before the first one ends',
    part({ uid: 'b', first: '20260323', begin: '070000' }),
    2,
  ],
  [
    'it has more days of the week',
    part({ uid: 'b', first: '20260330', begin: '070000' }).map((line) =>
      line.replace('FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO,WE'),
    ),
    3,
  ],
  [
    'another name',
    part({ uid: 'b', first: '20260330', begin: '070000' }).map((line) =>
      line.replace('Algebra', 'Logic'),
    ),
    2,
  ],
  [
    'two that could go on',
    [
      ...part({ uid: 'b', first: '20260330', begin: '070000' }),
      ...part({ uid: 'c', first: '20260331', begin: '070000' }),
    ],
    3,
  ],
  [
    'two that could go on, one with the name that Google gives it',
    [
      ...part({ uid: 'weekly_R20260330T080000@other', first: '20260330', begin: '070000' }),
      ...part({ uid: 'c', first: '20260331', begin: '070000' }),
    ],
    2,
  ],
  [
    'two that end',
    [
      ...part({ uid: 'a', first: '20260210', begin: '100000', end: '110000', until }),
      ...part({ uid: 'b', first: '20260330', begin: '070000' }),
    ],
    3,
  ],
  [
    'a further change of what goes on',
    [
      ...part({ uid: 'b', first: '20260330', begin: '070000', until: '20260426' }),
      ...part({ uid: 'c', first: '20260428', begin: '160000', end: '170000' }),
    ],
    1,
  ],
])('what goes on with the first half: %s', (_name, lines, expected) => {
  expect(read([...firstHalf, ...lines])).toHaveLength(expected);
});

it('one of which a calendar has made a class stays a class of its own', () => {
  const lines = [...firstHalf, ...part({ uid: 'b', first: '20260330', begin: '070000' })];
  expect(read(lines)).toHaveLength(1);
  expect(read(lines, (uid) => uid === 'b')).toHaveLength(2);
});

it('a split is the same as a change of all that follow (R-IMPORT-10)', () => {
  const day = (number: number) => Temporal.PlainDate.from('2026-02-09').add({ days: number });
  const stamp = (date: Temporal.PlainDate) => date.toString().replaceAll('-', '');
  const time = (hour: number) => `${String(hour).padStart(2, '0')}0000`;
  fc.assert(
    fc.property(
      fc.record({
        weeks: fc.integer({ min: 3, max: 16 }),
        at: fc.integer({ min: 1, max: 14 }),
        weekday: fc.integer({ min: 0, max: 5 }),
        hour: fc.integer({ min: 7, max: 19 }),
      }),
      ({ weeks, at: anyWeek, weekday, hour }) => {
        const at = Math.min(anyWeek, weeks - 1);
        const last = stamp(day(weeks * 7 - 1));
        const onto = stamp(day(at * 7 + weekday));
        const whole = part({ first: '20260209', until: last });
        const range = eventOf(
          'UID:weekly@other',
          `RECURRENCE-ID;RANGE=THISANDFUTURE;${zone}:${stamp(day(at * 7))}T080000`,
          'SUMMARY:MAT1 Algebra',
          `DTSTART;${zone}:${onto}T${time(hour)}`,
          `DTEND;${zone}:${onto}T${time(hour + 1)}`,
        );
        const halves = [
          ...part({ first: '20260209', until: stamp(day(at * 7 - 1)) }),
          ...part({
            uid: 'later',
            first: onto,
            begin: time(hour),
            end: time(hour + 1),
            until: last,
          }),
        ];
        expect(read(halves)).toEqual(read([...whole, ...range]));
      },
    ),
    { numRuns: 200 },
  );
});
