import fc from 'fast-check';
import { unzipSync, zipSync, strFromU8, strToU8 } from 'fflate';
import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readCsvFile } from './csv-file.ts';
import { csvOfSheet, openWorkbook, withoutLines } from './workbook.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const workbookOf = (rows: CellValue[][], more: Partial<WriteSheet> = {}) =>
  writeXlsx({ sheets: [{ name: 'Students', rows, ...more }] });
const read = async (bytes: Uint8Array, maxRows = 100) =>
  readCsvFile(new TextEncoder().encode((await csvOfSheet(bytes, 'Students', maxRows)).csv));

/** The workbook with another text in one of its parts. */
function withPart(bytes: Uint8Array, part: string, change: (text: string) => string) {
  const parts = unzipSync(bytes);
  return zipSync({ ...parts, [part]: strToU8(change(strFromU8(parts[part] ?? new Uint8Array()))) });
}

describe('a workbook', () => {
  it('is read as its sheet shows it: texts, numbers, dates, times and results of formulas', async () => {
    const bytes = await workbookOf(
      [
        ['id', 'name', 'born', 'starts', 'active', 'card'],
        ['S1', ' Zoë\nO’Brien ', day('2005-04-23'), 0.375, true, 7_000_100_000],
      ],
      {
        cells: new Map([
          ['1,3', { value: 0.375, style: { numFmt: 'hh:mm' } }],
          ['1,5', { formula: '7000000000+100000', formulaResult: 7_000_100_000 }],
        ]),
      },
    );
    expect(await read(bytes)).toMatchObject({
      columns: ['id', 'name', 'born', 'starts', 'active', 'card'],
      rows: [
        { line: 2, cells: ['S1', 'Zoë O’Brien', '2005-04-23', '09:00', 'TRUE', '7000100000'] },
      ],
    });
  });

  it.each(['1900', '1904'] as const)('has the dates of the system of %s', async (dateSystem) => {
    const bytes = await writeXlsx({
      dateSystem,
      sheets: [
        {
          name: 'Students',
          rows: [
            ['id', 'born'],
            ['S1', day('2008-02-29')],
          ],
        },
      ],
    });
    expect(await read(bytes)).toMatchObject({ rows: [{ cells: ['S1', '2008-02-29'] }] });
  });

  it.each([
    ['0000', 12, '0012'],
    ['0000 000 000', 400_700_001, '0400 700 001'],
    ['(0000) 000-000', 400_700_001, '(0400) 700-001'],
    ['"S"0000000', 12_345, 'S0012345'],
    ['\\S0000', 123, 'S0123'],
    ['00000_ ', 123, '00123'],
    ['[$-409]00000', 123, '00123'],
    ['00000;@', 123, '00123'],
    ['0', 12, '12'],
    ['0.00', 12, '12'],
    ['#,##0', 12_345, '12345'],
    ['General', 12, '12'],
  ])('in the format %s shows %d as %s, in its cell alone', async (numFmt, value, shown) => {
    const others = Array.from({ length: 40 }, () => [7, 'Ben']);
    const bytes = await workbookOf([['id', 'name'], ...others, [value, 'Anna']], {
      cells: new Map([['41,0', { value, style: { numFmt } }]]),
    });
    const { rows } = (await read(bytes)) as { rows: { cells: string[] }[] };
    expect([rows[0]?.cells, rows.at(-1)?.cells]).toEqual([
      ['7', 'Ben'],
      [shown, 'Anna'],
    ]);
  });

  it('shows a number of more digits than a spreadsheet keeps as one that was changed', async () => {
    const bytes = await workbookOf([['id'], [Number('70001000001234567')]]);
    expect(await read(bytes)).toMatchObject({ rows: [{ cells: ['7.000100000123457E+16'] }] });
  });

  it('gives rows the lines that they have in the sheet', async () => {
    const empty: CellValue[][] = Array.from({ length: 3 }, () => [null, '']);
    const bytes = await workbookOf([['Register'], ...empty, ['id', 'name'], ...empty, ['S1', 'A']]);
    expect(await read(bytes)).toMatchObject({
      headerLine: 5,
      rows: [{ line: 9, cells: ['S1', 'A'] }],
    });
  });

  it('is read like the same cells in a CSV file', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aé, ;"\'\t1') }).map((text) => text.trim());
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('S1', 'S2'), cell, cell), { minLength: 1 }),
        async (rows) => {
          const bytes = await workbookOf([['id', 'first', 'last'], ...rows]);
          expect(await read(bytes)).toMatchObject({ rows: rows.map((cells) => ({ cells })) });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('names the rows that a filter or somebody hides, without which it can be read', async () => {
    const shown = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['x']] },
        { name: 'A & "B"', rows: [['id'], ['S1'], ['S2'], ['S3'], [null]] },
      ],
    });
    const bytes = withPart(shown, 'xl/worksheets/sheet2.xml', (text) =>
      text.replaceAll(/<row r="([35])"/g, '<row r="$1" hidden="1"'),
    );
    const low = withPart(shown, 'xl/worksheets/sheet2.xml', (text) =>
      text
        .replaceAll(/<row r="\d"/g, '<row')
        .replace(/(<row[^>]*>.*?<row)/, '$1 ht="0" customHeight="1"'),
    );
    expect(await csvOfSheet(low, 'A & "B"', 100)).toMatchObject({ hidden: [2] });
    const { csv, hidden } = await csvOfSheet(bytes, 'A & "B"', 100);
    expect(hidden).toEqual([3]);
    const rows = readCsvFile(new TextEncoder().encode(withoutLines(csv, hidden)));
    expect(rows).toMatchObject({
      rows: [
        { line: 2, cells: ['S1'] },
        { line: 4, cells: ['S3'] },
      ],
    });
  });

  it('has its sheets that are not hidden, and have values', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['x']] },
        { name: 'Lists', rows: [['x']], hidden: true },
        { name: 'Students', rows: [['id']] },
        { name: 'Sheet2', rows: [] },
      ],
    });
    expect(await openWorkbook(bytes)).toEqual({ sheets: ['Notes', 'Students'] });
  });

  it('may have very many empty rows, and cells that are merged', async () => {
    const bytes = await workbookOf(
      [
        ['id', 'name'],
        ['S1', 'Anna'],
        ['S2', 'Bo'],
      ],
      {
        merges: [{ startRow: 1, startCol: 1, endRow: 2, endCol: 1 }],
      },
    );
    const rows = Array.from({ length: 200_000 }, (_, at) => `<row r="${at + 4}"/>`).join('');
    const long = withPart(bytes, 'xl/worksheets/sheet1.xml', (text) =>
      text.replace('</sheetData>', `${rows}</sheetData>`),
    );
    expect(await read(long)).toMatchObject({
      rows: [{ line: 2 }, { line: 3, cells: ['S2', expect.any(String)] }],
    });
  });

  it('is read to its limit of rows', async () => {
    const bytes = await workbookOf([['id'], ['S1'], ['S2'], ['S3']]);
    expect(await read(bytes, 3)).toMatchObject({
      rows: [{ cells: ['S1'] }, { cells: ['S2'] }],
    });
  });
});

describe('what is no workbook that can be read is refused', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['a text', () => strToU8('id,name\nS1,Anna'), /no workbook/],
    ['another archive', () => zipSync({ 'users.csv': strToU8('id') }), /no workbook/],
    ['half of one', async () => (await workbookOf([['id']])).slice(0, 600), /no workbook/],
    [
      'one with a password',
      () =>
        writeXlsx({
          sheets: [{ name: 'S', rows: [['x']] }],
          encryption: { password: 'x', spinCount: 1 },
        }),
      /protected by a password/,
    ],
    [
      'a small file of a large size',
      async () =>
        withPart(await workbookOf([['id']]), 'xl/sharedStrings.xml', () => ' '.repeat(140_000_000)),
      /too large/,
    ],
    [
      'one without its workbook',
      async () => withPart(await workbookOf([['id']]), 'xl/workbook.xml', () => '<a'),
      /cannot be read|no sheet/,
    ],
  ])('%s', async (_, bytes, reason) => {
    await expect(openWorkbook(await bytes())).rejects.toThrow(reason);
  });
});
