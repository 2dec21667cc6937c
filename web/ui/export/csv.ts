import { unparse } from 'papaparse';
import { guarded } from '#contract/formula.ts';
import { cellsOf, download, fileName, type ExportFile } from './file.ts';

/** UTF-8 with a byte order mark, so that spreadsheets read every script; formulas are made harmless. */
export function downloadCsv<Row>(file: ExportFile<Row>): void {
  download(
    new Blob([`\ufeff${csvOf(file)}\r\n`], { type: 'text/csv;charset=utf-8' }),
    fileName(file, 'csv'),
  );
}

export function csvOf<Row>({ columns, rows }: Pick<ExportFile<Row>, 'columns' | 'rows'>): string {
  return unparse({
    fields: columns.map(({ title }) => title),
    data: rows.map((row) => cellsOf(columns, row).map(guarded)),
  });
}
