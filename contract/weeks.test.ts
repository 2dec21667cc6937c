import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './dates.ts';
import { parseWeeks, semesterWeek, weeksOf, weeksOfFile, weeksText } from './weeks.ts';

const semester = { class_start_date: '2026-02-18', class_end_date: '2026-05-29' };

describe('weeks of a semester (R-WEEK-1)', () => {
  it('begin on Monday; the first one holds the first class date', () => {
    expect(weeksOf(semester).slice(0, 2)).toEqual([
      { number: 1, monday: '2026-02-16' },
      { number: 2, monday: '2026-02-23' },
    ]);
    expect(weeksOf(semester).at(-1)).toEqual({ number: 15, monday: '2026-05-25' });
    expect(
      ['2026-02-15', '2026-02-16', '2026-02-22', '2026-02-23'].map((date) =>
        semesterWeek(date, semester),
      ),
    ).toEqual([0, 1, 1, 2]);
  });

  it('are counted alike from every first day of a week', () => {
    fc.assert(
      fc.property(fc.nat(6), fc.integer({ min: -400, max: 400 }), (day, days) => {
        const class_start_date = addDays('2026-02-16', day);
        const dates = { class_start_date, class_end_date: class_start_date };
        expect(semesterWeek(addDays('2026-02-16', days), dates)).toBe(Math.floor(days / 7) + 1);
      }),
    );
  });
});

describe('weeks as text', () => {
  it.each<[string, number[] | string]>([
    ['1-3,8', [1, 2, 3, 8]],
    ['8, 1–3', [1, 2, 3, 8]],
    ['W2-4;W8', [2, 3, 4, 8]],
    ['weeks 2 - 4 8', [2, 3, 4, 8]],
    ['3,3,2-4', [2, 3, 4]],
    ['0', 'must be from week 1 on'],
    ['0-3', 'must be from week 1 on'],
    ['5-2', '5-2 ends before it begins'],
    ['1000', 'has no week 1000'],
    ['odd', 'must be weeks, such as 1-6,8'],
    ['', 'must be weeks, such as 1-6,8'],
    ['-3', 'must be weeks, such as 1-6,8'],
    ['1.5', 'must be weeks, such as 1-6,8'],
  ])('%s is read as %j', (text, weeks) => {
    expect(parseWeeks(text)).toEqual(weeks);
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), (weeks) => {
        const text = weeksText(weeks);
        expect(parseWeeks(text)).toEqual(weeks.toSorted((a, b) => a - b));
      }),
    );
  });

  it('leaves weeks before the first one out', () => {
    expect(weeksText([-1, 0, 1, 2])).toBe('1-2');
  });
});

describe('weeks of a file', () => {
  it.each<[string, ReturnType<typeof weeksOfFile>]>([
    ['', null],
    ['every week', null],
    ['Odd', 'odd'],
    ['even weeks', 'even'],
    ['W2-6,8', [2, 3, 4, 5, 6, 8]],
    ['2-6', [2, 3, 4, 5, 6]],
    ...[
      '02-Jun',
      '6-Feb',
      'Feb-06',
      '2/6/2026',
      '02.06.2026',
      '2026-06-02',
      '2026-06-02 00:00:00',
    ].map((text): [string, ReturnType<typeof weeksOfFile>] => [
      text,
      { error: 'is a date, which a spreadsheet made of weeks: write W2-6 instead of 2-6' },
    ]),
  ])('%s is read as %j', (text, weeks) => {
    expect(weeksOfFile(text)).toEqual(weeks);
  });
});
