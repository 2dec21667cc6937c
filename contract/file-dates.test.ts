import { describe, expect, it } from 'vitest';
import { dateOfFile, dateReason, ordersOf, type DateOrder } from './file-dates.ts';

describe('the dates of a file', () => {
  it.each<[string[], DateOrder[]]>([
    [['2005-04-23', '2006-01-02'], ['ymd']],
    [['23/04/2005', '02/01/2006'], ['dmy']],
    [['04/23/2005', '01/02/2006'], ['mdy']],
    [
      ['02/01/2006', '3.4.2005'],
      ['dmy', 'mdy'],
    ],
    [['23/04/2005', '04/23/2005'], []],
    [['23/04/2005', '2005-04-23'], ['dmy']],
    [
      ['02/01/2006', '2005-04-23'],
      ['dmy', 'mdy'],
    ],
    [['23/04/2005', '24/04/2005', '04/23/2005'], ['dmy']],
    [['23/04/2005 00:00', '', 'soon'], ['dmy']],
    [['23/04/99', '02/01/98'], ['dmy']],
    [['14/1/04', '2/1/05'], ['dmy']],
    // Somebody who was born in 2023, or on the fourth of May.
    [
      ['23/04/05', '02/01/06'],
      ['dmy', 'ymd'],
    ],
    [['99-04-23', '06-02-01'], ['ymd']],
    [['23-APR-99', '01-FEB-06'], ['dmy']],
    [['99. febr. 14.', '04. febr. 14.'], ['ymd']],
    [['04-FEB-14'], ['dmy', 'mdy', 'ymd']],
    [[], ['ymd']],
  ])('%j are in the order %j', (texts, orders) => {
    expect(ordersOf(texts)).toEqual(orders);
  });

  it.each<[string, DateOrder, string]>([
    ['23/04/2005', 'dmy', '2005-04-23'],
    ['3.4.2005', 'dmy', '2005-04-03'],
    ['4/3/2005', 'mdy', '2005-04-03'],
    ['2005/4/3', 'ymd', '2005-04-03'],
    ['23/04/2005 12:00:00 AM', 'dmy', '2005-04-23'],
    ['23/04/2005 12:00:00 PM', 'dmy', '23/04/2005 12:00:00 PM'],
    ['23. 4. 2005', 'dmy', '2005-04-23'],
    ['23.04.2005.', 'dmy', '2005-04-23'],
    ['2005/4/3', 'dmy', '2005-04-03'],
    ['2005-04-03 00:00:00', 'ymd', '2005-04-03'],
    ['31/02/2005', 'dmy', '31/02/2005'],
    ['23/04/05', 'dmy', '2005-04-23'],
    ['3.4.98', 'dmy', '1998-04-03'],
    ['14/1/04', 'dmy', '2004-01-14'],
    ['4/23/05', 'mdy', '2005-04-23'],
    ['05-04-23', 'ymd', '2005-04-23'],
    ['23-APR-05', 'dmy', '2005-04-23'],
    ['05. ápr. 23.', 'ymd', '2005-04-23'],
    // The order holds for the whole file.
    ['99/12/31', 'dmy', '99/12/31'],
    ['lundi 3 février 2004', 'dmy', '2004-02-03'],
    ['di 3 feb 2004', 'dmy', '2004-02-03'],
    ['martedì 3 febbraio 2004', 'ymd', '2004-02-03'],
    ['tisdag 3 februari 2004', 'dmy', '2004-02-03'],
    ['Ann 3 Feb 2004', 'dmy', 'Ann 3 Feb 2004'],
    ['soon', 'dmy', 'soon'],
  ])('%s in %s is %s', (text, order, date) => {
    expect(dateOfFile(text, order)).toBe(date);
  });
});

describe('a date that is read in one way alone', () => {
  it.each([
    '23-APR-2005',
    '23 Apr 2005',
    '23. April 2005',
    'April 23, 2005',
    '23 avril 2005',
    '23 de abril de 2005',
    '23 aprile 2005',
    '20050423',
    '2005年4月23日',
    '2005년 4월 23일',
    'Apr/23/2005',
    '23rd April 2005',
    'Saturday, 23 April 2005',
    'Sat, Apr 23, 2005',
    'April 23rd, 2005',
    '2005-Apr-23',
    '23 апреля 2005 г.',
    '23 kwietnia 2005',
    '23 Nisan 2005',
    '2005. április 23.',
  ])('%s is read in any order', (text) => {
    expect(dateOfFile(text, 'dmy')).toBe('2005-04-23');
    expect(dateOfFile(text, 'mdy')).toBe('2005-04-23');
    expect(ordersOf([text])).toEqual(['dmy']);
    expect(ordersOf([text, '04/23/2005'])).toEqual(['mdy']);
  });

  it.each([
    '30 Feb 2005',
    '23 Foo 2005',
    'Apr 2005',
    '20051323',
    '2005-4',
    'Apr 23 05',
    '23 listopad 2005',
  ])('%s is none', (text) => expect(dateOfFile(text, 'dmy')).toBe(text));
});

it('a year of two digits beside the name of a month is one from 1936 to 2035', () =>
  expect(['1-Jan-35', '1-Jan-36'].map((text) => dateOfFile(text, 'dmy'))).toEqual([
    '2035-01-01',
    '1936-01-01',
  ]));

describe('the order that a heading says', () => {
  it.each<[string, DateOrder[]]>([
    ['Date of birth (dd/mm/yyyy)', ['dmy']],
    ['Geburtsdatum (TT.MM.JJJJ)', ['dmy']],
    ['Naissance JJ/MM/AAAA', ['dmy']],
    ['DOB MM/DD/YYYY', ['mdy']],
    ['Date of birth', ['dmy', 'mdy']],
  ])('%s: %j', (heading, orders) => {
    expect(ordersOf(['03/04/2005'], [heading])).toEqual(orders);
    // The dates themselves take precedence over the heading.
    expect(ordersOf(['23/04/2005'], [heading])).toEqual(['dmy']);
  });

  it('is that of dates in digits of other scripts, too', () =>
    expect(dateOfFile('٢٣/٠٤/٢٠٠٥', 'dmy')).toBe('2005-04-23'));
});

describe('why a text is no date', () => {
  it.each<[string, DateOrder | undefined, string]>([
    ['38465', 'dmy', 'is a date as the number of a spreadsheet'],
    ['23/13/05', 'dmy', 'must be a date, such as 23/04/2005'],
    ['23-Abc-2005', 'dmy', 'with its month as a number, such as 2005-04-23'],
    ['31/02/2005', 'dmy', 'must be a date, such as 23/04/2005'],
    ['31/02/2005', undefined, 'must be a date in the same order as the others of the file'],
  ])('%j in order %s: %s', (text, order, reason) =>
    expect(dateReason(text, order)).toContain(reason),
  );
});
