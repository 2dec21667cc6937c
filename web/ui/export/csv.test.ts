import { expect, it } from 'vitest';
import { formulaStarts } from '#contract/formula.ts';
import { badRowsCsv } from '#web/ui/upload/reading.ts';
import { csvOf } from './csv.ts';

it.each([
  ...formulaStarts.map((start) => [`${start}A1+1`, `'${start}A1+1`]),
  ['A;=1+1;\t@b', "A;'=1+1;\t'@b"],
])('%j is no formula in a file that the browser makes', (text, safe) => {
  const columns = [{ name: 'a', title: 'A', text: () => text, cell: () => null }];
  expect(csvOf({ columns, rows: [{}] } as never).replaceAll('"', '')).toBe(`A\r\n${safe}`);
  const bad = badRowsCsv(
    {
      columns: ['id'],
      rows: [{ line: 2, cells: [text] }],
      encoding: 'utf-8',
      headerLine: 1,
      first: [],
      above: [],
    },
    [{ line: 2, column: 'id', reason: text }],
  );
  expect(bad.replaceAll('"', '')).toContain(`,${safe}`);
});
