import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvFile } from './csv-file.ts';

const read = (text: string, maxRows?: number) =>
  readCsvFile(new TextEncoder().encode(text), { maxRows });

describe('a CSV file', () => {
  it('is read with the last line of each row, also where a cell has several lines', () => {
    expect(read('\ufeffid,name\nS1,"Anna\nMaria"\n\nS2,Bo\n')).toEqual({
      columns: ['id', 'name'],
      rows: [
        { line: 3, cells: ['S1', 'Anna\nMaria'] },
        { line: 5, cells: ['S2', 'Bo'] },
      ],
    });
  });

  it('is read as it was written, with any separator', () => {
    const cell = fc
      .string({ unit: fc.constantFrom(...'aé, ;"\'\t\n=1') })
      .map((text) => text.trim());
    const row = fc.tuple(fc.constantFrom('S1', 'S2'), cell, cell);
    fc.assert(
      fc.property(fc.array(row), fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
        const text = stringify([['id', 'first', 'last'], ...rows], { delimiter });
        expect(read(text)).toMatchObject({
          columns: ['id', 'first', 'last'],
          rows: rows.map((cells) => ({ cells })),
        });
      }),
    );
  });

  it.each<[string, Uint8Array | string, { line: number; column: string; reason: RegExp }]>([
    [
      'in another encoding',
      Buffer.from('id\nM\u00fcller', 'latin1'),
      { line: 1, column: '-', reason: /not in UTF-8/ },
    ],
    [
      'with a quotation mark that does not end',
      'id\nS1\n"S2\n',
      { line: 3, column: '-', reason: /not valid CSV/ },
    ],
    [
      'with two columns of one name',
      'id,name,id\n',
      { line: 1, column: 'id', reason: /columns 1 and 3/ },
    ],
    ['with too many rows', 'id\nS1\nS2\nS3', { line: 1, column: '-', reason: /more than 2 rows/ }],
    [
      'with columns without end',
      `id${','.repeat(100_000)}`,
      { line: 1, column: '-', reason: /more than 1,000 columns/ },
    ],
    [
      'with a row without end',
      `id\nS1\n${'x'.repeat(70_000)}`,
      { line: 3, column: '-', reason: /not valid CSV/ },
    ],
  ])('%s is refused with the line', (_which, given, { line, column, reason }) => {
    const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
    const refused = readCsvFile(bytes, { maxRows: 2 });
    expect(refused).toEqual({ problem: { line, column, reason: expect.stringMatching(reason) } });
  });
});
