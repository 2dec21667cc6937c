import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvFile } from './csv-file.ts';

const read = (text: string, maxRows?: number) =>
  readCsvFile(new TextEncoder().encode(text), { maxRows });

describe('a CSV file', () => {
  it('is read with the last line of each row, also where a cell has several lines', () => {
    expect(read('\ufeffid,name\nS1,"Anna\nMaria"\n\nS2,Bo\n')).toEqual({
      encoding: 'utf-8',
      headerLine: 1,
      first: [
        { line: 1, cells: ['id', 'name'] },
        { line: 3, cells: ['S1', 'Anna\nMaria'] },
        { line: 5, cells: ['S2', 'Bo'] },
      ],
      above: [],
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
      .map((text) => text.trim())
      // Programs protect zeros so.
      .filter((text) => !/^="[^]*"$/.test(text));
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
      'that is no text',
      Uint8Array.of(80, 75, 3, 4, 0, 200, 0, 1),
      { line: 1, column: '-', reason: /no text/ },
    ],
    [
      'with a quotation mark that does not end',
      'id,name\nS1,"Ann"\n"S2,\nBo\nS3\n',
      { line: 3, column: '-', reason: /quotation mark is opened here and never closed/ },
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
      { line: 3, column: '-', reason: /^a row has more than 65,536 characters$/ },
    ],
    [
      'with a heading that is no text',
      'id,na\u0000me\nS1,Ann',
      { line: 1, column: '-', reason: /heading of column 2 has control characters/ },
    ],
    ['that is a PDF', '%PDF-1.7\nid', { line: 1, column: '-', reason: /^the file is a PDF/ }],
    [
      'in UTF-32',
      Uint8Array.from([0xff, 0xfe, 0, 0, 0x69, 0, 0, 0]),
      { line: 1, column: '-', reason: /^the file is in UTF-32/ },
    ],
  ])('%s is refused with the line', (_which, given, { line, column, reason }) => {
    const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
    const refused = readCsvFile(bytes, { maxRows: 2 });
    expect(refused).toEqual({ problem: { line, column, reason: expect.stringMatching(reason) } });
  });
});

describe('a file of a spreadsheet or another program', () => {
  const rows = (text: string | Uint8Array, headings?: string[]) => {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const isHeading = headings && ((heading: string) => headings.includes(heading));
    const found = readCsvFile(bytes, { isHeading });
    return 'problem' in found ? found.problem.reason : found;
  };

  it('has no rows without a value, also with separators', () =>
    expect(rows('id,name\nS1,Ann\n,\n , \n')).toMatchObject({
      rows: [{ line: 2, cells: ['S1', 'Ann'] }],
    }));

  it('may have lines that end in several ways', () =>
    expect(read('id,name\r\nS1,Bo\nS2,Al\rS3,Cy\r\n')).toMatchObject({
      rows: [
        { line: 2, cells: ['S1', 'Bo'] },
        { line: 3, cells: ['S2', 'Al'] },
        { cells: ['S3', 'Cy'] },
      ],
    }));

  it('may be separated by vertical bars', () =>
    expect(rows('id|name|note\nS1|Ann|a, b; c\n')).toMatchObject({
      columns: ['id', 'name', 'note'],
      rows: [{ cells: ['S1', 'Ann', 'a, b; c'] }],
    }));

  it('names its separator in a line of its own', () =>
    expect(rows('sep=;\r\nid;name\r\nS1;Ann, B\r\n')).toMatchObject({
      columns: ['id', 'name'],
      headerLine: 2,
      rows: [{ line: 3, cells: ['S1', 'Ann, B'] }],
    }));

  it('protects zeros by ="0012"', () =>
    expect(rows('id,name\n="0012","=""7"""\n')).toMatchObject({
      rows: [{ cells: ['0012', '7'] }],
    }));

  it('has quotation marks within a text', () =>
    expect(rows('id,name\nS1,5" pipe\n')).toMatchObject({ rows: [{ cells: ['S1', '5" pipe'] }] }));

  it.each([
    ['windows-1252', Buffer.from('id,name\nS1,Zoë O\x92Brien', 'latin1')],
    ['utf-16le', Buffer.from('\ufeffid\tname\nS1\tZoë O’Brien', 'utf16le')],
    ['utf-16le', Buffer.from('id\tname\nS1\tZoë O’Brien', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffid\tname\nS1\tZoë O’Brien', 'utf16le').swap16()],
    ['utf-8', Buffer.from('\ufeffid,name\nS1,Zoë O’Brien')],
  ])('is in %s', (encoding, bytes) =>
    expect(rows(bytes)).toMatchObject({
      encoding,
      columns: ['id', 'name'],
      rows: [{ cells: ['S1', 'Zoë O’Brien'] }],
    }),
  );

  it('may repeat its header, and no other one', () => {
    const list = 'id,name,last\nS1,Ann,Low\nid,name,last\nS2,Bo,Low\n';
    expect(rows(list, ['id', 'name', 'last'])).toMatchObject({
      rows: [{ line: 2 }, { line: 4 }],
    });
    expect(rows(`${list}name,id,last\nCy,S3,Low\n`, ['id', 'name', 'last'])).toBe(
      'is another header, of other columns: split the file here',
    );
  });

  it('may end with the mark of DOS programs', () =>
    expect(rows('id,name\r\nS1,Ann\r\n\u001a')).toMatchObject({
      rows: [{ cells: ['S1', 'Ann'] }],
    }));

  it('may have a header in a second language below its own', () => {
    const headings = ['First name', 'Last name', 'Vorname', 'Nachname'];
    expect(
      rows('User,First name,Last name\nBenutzer,Vorname,Nachname\nannlow,Ann,Low\n', headings),
    ).toMatchObject({ rows: [{ cells: ['annlow', 'Ann', 'Low'] }] });
  });

  it('may have two columns of one name, which get numbers', () =>
    expect(rows('id,note,note (2),note,,\nS1,a,b,c,,')).toMatchObject({
      columns: ['id', 'note', 'note (2)', 'note (3)', '', ''],
    }));

  it('may have no header, where somebody chooses so', () =>
    expect(
      readCsvFile(new TextEncoder().encode('S1,Ann\nS2,Bo,7\n'), { headerLine: 0 }),
    ).toMatchObject({
      columns: ['Column 1, such as S1', 'Column 2, such as Ann', 'Column 3, such as 7'],
      headerLine: 0,
      rows: [{ line: 1, cells: ['S1', 'Ann'] }, { line: 2 }],
    }));

  it('may have rows above its header, where it was sorted with it', () =>
    expect(
      rows('Register,,\nA1,Ann,Low\nA2,Bo,\nid,name,last\nS1,Cy,Low\n', ['id', 'name', 'last']),
    ).toMatchObject({ headerLine: 4, above: [{ line: 2 }, { line: 3 }], rows: [{ line: 5 }] }));

  it('may have rows above its header that are less full, and titles in several cells, which are none', () =>
    expect(
      rows('Course:,Nursing,,\nA1,Ann,,\nid,name,last,mail\nS1,Cy,Low,x\nS2,Al,Low,y\n', [
        'id',
        'name',
        'last',
      ]),
    ).toMatchObject({ above: [{ line: 2 }], rows: [{ line: 4 }, { line: 5 }] }));

  it('may have a second line of names below its header', () =>
    expect(
      rows('Code,Name,Last\nid,name,last\nS1,Cy,Low\n', [
        'Code',
        'Name',
        'Last',
        'id',
        'name',
        'last',
      ]),
    ).toMatchObject({ columns: ['Code', 'Name', 'Last'], rows: [{ line: 3 }] }));

  it.each([
    ['their numbers', '1;2;3'],
    ['their types', 'VARCHAR(10);Text, max 50;date (yyyy-mm-dd)'],
    ['whether they are required', 'Required;required;Optional'],
    ['stars', '*;*;*'],
    ['letters for mandatory and optional', 'M;M;O'],
    ['keys of a database', 'PK;not null;null'],
    ['the letters of a spreadsheet', 'A;B;C'],
  ])('may have a line about its columns below its header: %s', (_, line) =>
    expect(rows(`id;name;last\n${line}\nid;name;born\nS1;Cy;Low\n`, ['id', 'name'])).toMatchObject({
      rows: [{ line: 4, cells: ['S1', 'Cy', 'Low'] }],
    }),
  );

  it.each([
    ['names that are headings in other languages', 'TX1;Ten;Ho'],
    ['the same, and an ID without digits', 'pho;Ten;Ho'],
    ['the ID 1', '1;2;3'],
  ])('may have a first student with %s', (_, line) =>
    expect(rows(`id;card;batch\n${line}\n`, ['id', 'card', 'batch', 'Ten', 'Ho'])).toMatchObject({
      rows: [{ line: 2 }],
    }),
  );

  it('may have the date of birth in three columns', () =>
    expect(rows('id;Birth year;Birth day;Birth month\nS1;2004;7;3\nS2;;;\n', ['id'])).toMatchObject(
      {
        columns: ['id', 'Date of birth', '', ''],
        rows: [{ cells: ['S1', '2004-03-07', '', ''] }, { cells: ['S2', '', '', ''] }],
      },
    ));

  it('may have a first student with names that are types of columns', () =>
    expect(rows('id;name;last\n1;Char;Low\n', ['id', 'name'])).toMatchObject({
      rows: [{ line: 2 }],
    }));

  it('has titles above its header', () =>
    expect(rows('Students, of 2026;;\n\nid;name;mail\nS1;Ann;\n', ['id', 'name'])).toMatchObject({
      columns: ['id', 'name', 'mail'],
      headerLine: 3,
      rows: [{ line: 4, cells: ['S1', 'Ann', ''] }],
    }));

  const titled =
    'Hochschule Musterstadt, Stand 01.10.2026\n\nMatrikelnummer;Vorname;Note\n1;Ann;1,5\n';
  it('has a title with a comma above headings of another language', () =>
    expect(rows(titled, ['id', 'name'])).toMatchObject({
      columns: ['Matrikelnummer', 'Vorname', 'Note'],
      headerLine: 3,
      rows: [{ line: 4, cells: ['1', 'Ann', '1,5'] }],
    }));

  it('has titles of the width of its rows, as spreadsheets write them', () =>
    expect(
      rows('Musterstadt,,,\nStand,01.10.2026,,\nMatrikel,Vorname,Name,Mail\n1,A,B,\n'),
    ).toMatchObject({
      headerLine: 3,
    }));

  it('has its header in the line that was chosen, among the first ones', () => {
    const found = readCsvFile(new TextEncoder().encode('a,b\nc,d\ne,f\n'), { headerLine: 2 });
    expect(found).toMatchObject({
      columns: ['c', 'd'],
      headerLine: 2,
      rows: [{ line: 3, cells: ['e', 'f'] }],
      first: [{ line: 1 }, { line: 2 }, { line: 3 }],
    });
  });

  it('of a million empty rows is refused, not read in part', () =>
    expect(
      readCsvFile(new TextEncoder().encode(`id,name\n${',\n'.repeat(1_000_000)}S1,Ann\n`), {
        maxRows: 10,
      }),
    ).toMatchObject({ problem: { reason: expect.stringMatching(/more than 10 rows/) } }));
});
