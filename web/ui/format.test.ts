import { afterEach, describe, expect, it } from 'vitest';
import {
  compareNumbered,
  dateOf,
  fullDay,
  longDate,
  manyHours,
  moment,
  moneyOf,
  readDate,
  semesterName,
  setFormats,
  shortDay,
  typedDate,
  typedForm,
} from './format.ts';

const defaults = { locale: 'en-AU', currency: 'AUD' };
afterEach(() => setFormats(defaults));

it('dates, times and money have the institute’s format', () => {
  expect([longDate('2026-03-02'), shortDay('2026-03-02'), fullDay('2026-03-02')]).toEqual([
    '2 Mar 2026',
    'Mon, 2 Mar',
    'Monday 2 March 2026',
  ]);
  expect(moment('2026-03-01T22:05:00Z', 'Australia/Sydney')).toBe('2 Mar 2026, 09:05');
  expect([
    moneyOf('1985.5'),
    manyHours(120_030),
    semesterName({ semester: 2, year: 2026 }),
  ]).toEqual(['$1,985.50', '2,000.50', 'Semester 2, 2026']);
  setFormats({ locale: 'de-DE', currency: 'EUR' });
  expect(longDate('2026-03-02')).toBe('2. März 2026');
  expect(moneyOf('1985.5').replace(/\s/g, ' ')).toBe('1.985,50 €');
  setFormats({ locale: 'en-US', currency: 'USD' });
  expect(longDate('2026-03-02')).toBe('Mar 2, 2026');
});

it('the date of an instant is the institute’s, and invalid dates are shown unchanged', () => {
  expect([dateOf('2026-03-01T22:05:00Z', 'Australia/Sydney'), longDate('soon')]).toEqual([
    '2 Mar 2026',
    'soon',
  ]);
});

describe('a typed date', () => {
  it.each([
    ['en-AU', 'dd/mm/yyyy', '02/03/2026'],
    ['en-US', 'mm/dd/yyyy', '03/02/2026'],
    ['de-DE', 'dd.mm.yyyy', '02.03.2026'],
    ['sv-SE', 'yyyy-mm-dd', '2026-03-02'],
  ])('has the form of %s: %s', (locale, form, text) => {
    setFormats({ locale, currency: 'AUD' });
    expect([typedForm(), typedDate('2026-03-02'), readDate(text), readDate('2026-03-02')]).toEqual([
      form,
      text,
      '2026-03-02',
      '2026-03-02',
    ]);
  });

  it.each([
    ['2/3/26', '2026-03-02'],
    ['2.3.2026', '2026-03-02'],
    [' 02 03 2026 ', '2026-03-02'],
    ['29/2/2028', '2028-02-29'],
    ['29/2/2026', null],
    ['31/4/2026', null],
    ['13', null],
    ['2/3', null],
    ['2/13/2026', null],
    ['tomorrow', null],
    ['', null],
  ])('%j is read as %s', (text, date) => expect(readDate(text)).toBe(date));
});

it('names with numbers are ordered as people order them', () => {
  expect(['R10', 'R9', 'Atrium 2', 'r9b', 'Atrium 11'].toSorted(compareNumbered)).toEqual([
    'Atrium 2',
    'Atrium 11',
    'R9',
    'r9b',
    'R10',
  ]);
});
