import { expect, it } from 'vitest';
import { formulaStarts } from '../../../contract/formula.ts';
import { badRowsCsv } from '../../features/students/upload/reading.ts';
import { csvOf } from './csv.ts';

it.each([...formulaStarts])('text that begins with %j is no formula in a file that the browser makes', (start) => {
  const text = `${start}1+1`;
  const columns = [{ name: 'a', title: 'A', text: () => text, cell: () => null }];
  expect(csvOf({ columns, rows: [{}] } as never)).toBe(`A\r\n"'${text}"`);
  const bad = badRowsCsv({ file: new File([], 'a.csv'), columns: ['id'], rows: [{ line: 2, cells: [text] }] }, [
    { line: 2, column: 'id', reason: text },
  ]);
  expect(bad).toContain(`"'${text}"`);
});
