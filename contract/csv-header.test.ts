import { expect, it } from 'vitest';
import { repeatedColumn } from './csv-header.ts';

it.each([
  [['a', 'b'], null],
  [['a', '', 'b', ''], null],
  [['a', 'A'], null],
  [
    ['a', 'b', 'a'],
    { name: 'a', message: 'columns 1 and 3 have the same name: rename or remove one' },
  ],
  [
    ['a', 'b', 'b', 'b', 'a'],
    { name: 'b', message: 'columns 2, 3 and 4 have the same name: rename or remove one' },
  ],
])('%j', (names, repeated) => expect(repeatedColumn(names)).toEqual(repeated));
