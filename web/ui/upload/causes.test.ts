import { expect, it } from 'vitest';
import { linesText } from '#contract/file-lines.ts';
import { causesInFile } from './causes.ts';

const csv = {
  columns: ['ID', 'Sex'],
  rows: Array.from({ length: 8 }, (_, at) => ({ line: at + 2, cells: [`S${at}`, 'unknown'] })),
};
const mapping = { student_id: 'ID', gender: 'Sex', batch: null };

it('the same error of many rows is one cause, with its values and first lines', () => {
  const fail = [
    { line: 3, column: 'student_id', reason: 'is taken' },
    ...csv.rows.map(({ line }) => ({ line, column: 'gender', reason: 'must be male' })),
    { line: 9, column: '-', reason: 'has 3 values for 2 columns' },
  ];
  const causes = causesInFile(fail, csv, mapping);
  expect(causes).toEqual([
    {
      column: 'gender',
      reason: 'must be male',
      values: ['unknown'],
      lines: [2, 3, 4, 5, 6],
      count: 8,
    },
    { column: 'student_id', reason: 'is taken', values: ['S1'], lines: [3], count: 1 },
    { column: '-', reason: 'has 3 values for 2 columns', values: [], lines: [9], count: 1 },
  ]);
  expect(causes.map(linesText)).toEqual(['2, 3, 4, 5, 6 and 3 more', '3', '9']);
});
