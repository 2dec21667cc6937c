import { expect, it } from 'vitest';
import { shortNames } from './short-names.ts';

const roll = [
  ['Ann Maria', 'Abel', 'S101'],
  ['Zara', 'Park', 'S102'],
  ['Zara', 'Silva', 'S103'],
  ['Ben', 'Baker', 'S104'],
  ['Ben', 'Berg', 'S105'],
  ['Mei', 'Ito', 'S106'],
  ['Mei', 'Ito', 'S107'],
].map(([first_name = '', last_name = '', student_id = ''], at) => ({
  student: at + 1,
  student_id,
  first_name,
  last_name,
}));

it('a first name alone is enough, unless others are called the same', () => {
  expect([...shortNames(roll).values()].map(({ short }) => short)).toEqual([
    'Ann',
    'Zara P.',
    'Zara S.',
    'Ben 104',
    'Ben 105',
    'Mei 106',
    'Mei 107',
  ]);
});

it('students of one whole name are distinguished by their IDs', () => {
  const alike = [...shortNames(roll)].filter(([, { isNamesake }]) => isNamesake);
  expect(alike.map(([student]) => student)).toEqual([6, 7]);
});
