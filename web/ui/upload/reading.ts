import { unparse } from 'papaparse';
import { readCsvFile, type CsvFile, type CsvProblem } from '#contract/csv-file.ts';
import { guarded, unguarded } from '#contract/formula.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import { headingFinder, type FileColumn } from '#contract/file-column.ts';

/** A CSV file that was read in the browser. */
export interface ReadCsv extends CsvFile {
  file: File;
}

/**
 * Reads a file with the server's parser.
 * @param own our columns, by which its header is found.
 * @param headerLine the line of the header, where somebody has chosen it.
 */
export async function readCsv(
  file: File,
  own: readonly FileColumn[] = [],
  headerLine?: number,
): Promise<ReadCsv | { problem: CsvProblem }> {
  const isHeading = headingFinder(own);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const csv = readCsvFile(bytes, { isHeading, headerLine });
  return 'problem' in csv ? csv : { file, ...csv };
}

/** A cell of the file as the new file has it: guarded once, as it may be already. */
const again = (cell: string): string => guarded(unguarded(cell));

/** The template: our columns and an example row. */
export const templateCsv = (own: readonly FileColumn[]): string =>
  unparse([own.map(({ name }) => name), own.map(({ example }) => example)]);

/** The rows without errors as in the file. */
export function goodRowsCsv({ columns, rows }: ReadCsv, fail: BulkUploadResult['fail']): string {
  const bad = new Set(fail.map(({ line }) => line));
  const data = rows.flatMap(({ line, cells }) => (bad.has(line) ? [] : [cells.map(again)]));
  return unparse({ fields: columns, data });
}

/** The rejected rows as in the file, with line and reasons. */
export function badRowsCsv({ columns, rows }: ReadCsv, fail: BulkUploadResult['fail']): string {
  const reasons = new Map<number, string[]>();
  for (const { line, column, reason } of fail)
    reasons.set(line, [...(reasons.get(line) ?? []), `${column}: ${reason}`]);
  const cells = new Map(rows.map((row) => [row.line, row.cells]));
  const data = [...reasons].map(([line, texts]) => [
    String(line),
    texts.join('; '),
    ...(cells.get(line) ?? []),
  ]);
  return unparse({
    fields: ['line', 'reason', ...columns],
    data: data.map((texts) => texts.map(again)),
  });
}
