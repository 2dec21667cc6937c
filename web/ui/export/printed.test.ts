import { expect, it } from 'vitest';
import { teacherColumns } from '#web/school/teachers.ts';
import { shown } from '../list/column.ts';
import { csvOf } from './csv.ts';
import { printedCells } from './file.ts';

const meera = {
  id: 1,
  first_name: 'Meera',
  last_name: '–',
  email: 'meera@school.example',
  phone: '',
  card_number: null,
};

it('a person with one name has an empty last name on screens and on paper, and the dash in a CSV file (R-NAME-1)', () => {
  const lastName = teacherColumns.find(({ id }) => id === 'last_name')!;
  expect(shown(lastName, meera)).toBe('');
  expect(printedCells(teacherColumns, meera)).toEqual(['Meera', '', 'meera@school.example', 'N/A']);
  expect(csvOf({ columns: teacherColumns, rows: [meera] })).toContain('Meera,–,meera@');
});
