import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { guarded } from '#contract/formula.ts';
import { csvOptions } from './csv.ts';

/** A column of a table in a file. */
export interface SheetColumn<Row> {
  title: string;
  /**
   * Text is written as text, even if it looks like a number; dates are `YYYY-MM-DD`; money is in
   * cents; null is an empty cell.
   */
  kind: 'text' | 'date' | 'whole' | 'hours' | 'money';
  /** In characters. */
  width?: number;
  value: (row: Row) => string | number | null;
}

export type FileFormat = 'csv' | 'xlsx';

export const contentTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A table as a file, created while its rows are read: memory does not grow with them. */
export function tableFile<Row>(
  format: FileFormat,
  name: string,
  columns: SheetColumn<Row>[],
  rows: AsyncIterable<Row>,
): Readable {
  return format === 'csv' ? csvOf(columns, rows) : xlsxOf(name, columns, rows);
}

/** Rows of a CSV file that are written at once: each written alone costs more than its text. */
const rowsAtOnce = 500;

/** UTF-8 with a byte order mark; text that a spreadsheet would treat as a formula is made harmless. */
function csvOf<Row>(columns: SheetColumn<Row>[], rows: AsyncIterable<Row>): Readable {
  const text = async function* () {
    yield stringify([columns.map(({ title }) => title)], { bom: csvOptions.bom });
    let cells: (string | number | null)[][] = [];
    for await (const row of rows) {
      cells.push(columns.map((column) => decimalText(column, row)));
      if (cells.length < rowsAtOnce) continue;
      yield stringify(cells);
      cells = [];
    }
    if (cells.length) yield stringify(cells);
  };
  return Readable.from(text());
}

function decimalText<Row>({ kind, value }: SheetColumn<Row>, row: Row): string | number | null {
  const cell = value(row);
  if (cell === null) return cell;
  // Only text: an apostrophe before a negative number would make it text.
  if (typeof cell === 'string') return guarded(cell);
  return kind === 'money' ? (cell / 100).toFixed(2) : kind === 'hours' ? cell.toFixed(2) : cell;
}

const formats: Partial<Record<SheetColumn<unknown>['kind'], string>> = {
  date: 'yyyy-mm-dd',
  hours: '0.00',
  money: '#,##0.00',
  whole: '0',
};

/** An Excel workbook of one sheet: typed cells, the header stays in view. */
function xlsxOf<Row>(
  name: string,
  columns: SheetColumn<Row>[],
  rows: AsyncIterable<Row>,
): Readable {
  const cells = async function* () {
    for await (const row of rows) yield columns.map((column) => typed(column, row));
  };
  const bytes = writeXlsxStream(cells(), {
    name,
    columns: columns.map(heading),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]);
}

const heading = <Row>({ title, kind, width }: SheetColumn<Row>) => ({
  header: title,
  width: width ?? 14,
  numFmt: formats[kind],
});

/** One sheet of a workbook that is created in memory. */
interface Sheet<Row> {
  name: string;
  columns: SheetColumn<Row>[];
  rows: Row[];
}

/** A sheet of any row type. */
export const sheetOf = <Row>({ name, columns, rows }: Sheet<Row>) => ({
  name,
  columns: columns.map((column) => ({ width: column.width ?? 14, numFmt: formats[column.kind] })),
  rows: [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => typed(column, row))),
  ],
  freezePane: { rows: 1 },
});

/** An Excel workbook of several sheets, in memory: large ones belong in a worker thread. */
export const workbookOf = (sheets: ReturnType<typeof sheetOf>[]): Promise<Uint8Array> =>
  writeXlsx({ sheets });

/** XML has none of these: one of them in a cell, and no program opens the workbook. */
// oxlint-disable-next-line no-control-regex -- matching them is the purpose.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function typed<Row>({ kind, value }: SheetColumn<Row>, row: Row): string | number | Date | null {
  const cell = value(row);
  if (typeof cell === 'string' && kind === 'date') return new Date(`${cell}T00:00:00Z`);
  if (typeof cell === 'string') return cell.replace(unwritable, '');
  return typeof cell === 'number' && kind === 'money' ? cell / 100 : cell;
}
