import { expect, it } from 'vitest';
import { withBirthDates } from './birth-parts.ts';

it.each([
  ['three columns', ['Birth day', 'Birth month', 'Birth year'], ['3', '2', '2004'], '2004-02-03'],
  ['a year of two digits', ['DOB month', 'DOB day', 'DOB year'], ['2', '3', '04'], '2004-02-03'],
  ['a year without its zero', ['DOB year', 'DOB day', 'DOB month'], ['4', '3', '2'], '2004-02-03'],
  [
    'a year of the last century',
    ['Geburtstag', 'Geburtsmonat', 'Geburtsjahr'],
    ['3', '2', '87'],
    '1987-02-03',
  ],
  [
    'the name of a month',
    ['Birth day', 'Birth month', 'Birth year'],
    ['3', 'Feb', '2004'],
    '2004-Feb-03',
  ],
  [
    'numbers with decimals',
    ['DOB_DD', 'DOB_MM', 'DOB_YYYY'],
    ['13.0', '2.0', '2004.0'],
    '2004-02-13',
  ],
  [
    'brackets',
    ['Date of birth (day)', 'Date of birth (month)', 'Date of birth (year)'],
    ['13', '2', '2004'],
    '2004-02-13',
  ],
  ['no date', ['Birth day', 'Birth month', 'Birth year'], ['', '', ''], ''],
])('a date of birth in %s is one', (_, columns, cells, date) => {
  const table = withBirthDates({
    columns: ['ID', ...columns],
    rows: [{ line: 2, cells: ['1', ...cells] }],
  });
  const at = table.columns.indexOf('Date of birth');
  expect(table.rows[0]?.cells[at]).toBe(date);
  expect(table.columns.filter((column) => columns.includes(column))).toEqual([]);
});

it('a birthday that is a whole date stays beside its month and year', () => {
  const table = {
    columns: ['ID', 'Birthday', 'Birth month', 'Birth year'],
    rows: [{ line: 2, cells: ['1', '03/02/2004', '2', '2004'] }],
  };
  expect(withBirthDates(table)).toEqual(table);
  const beside = {
    columns: ['ID', 'DOB', 'DOB day', 'DOB month', 'DOB year'],
    rows: [{ line: 2, cells: ['1', '03/02/2004', '3', '2', '2004'] }],
  };
  expect(withBirthDates(beside)).toEqual(beside);
});
