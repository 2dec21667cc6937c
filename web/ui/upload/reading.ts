import { unparse } from 'papaparse';
import { readCsvFile, type CsvFile, type CsvProblem } from '#contract/csv-file.ts';
import { guarded, unguarded } from '#contract/formula.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import { headingFinder, type FileColumn } from '#contract/file-column.ts';
import { decodeText, type TextEncoding } from '#contract/text-encoding.ts';

/** The choices of a user about how a file is written; the others are found. */
export interface WrittenAs {
  /** The line of the header. */
  headerLine?: number;
  encoding?: TextEncoding;
}

/** A CSV file that was read in the browser. */
export interface ReadCsv extends CsvFile {
  /** As it is sent: in UTF-8 where its encoding was chosen. */
  file: File;
  /** As it was chosen. */
  original: File;
  chosen: WrittenAs;
}

/**
 * Reads a file with the server's parser.
 * @param own our columns, by which its header is found.
 */
export async function readCsv(
  original: File,
  own: readonly FileColumn[] = [],
  chosen: WrittenAs = {},
): Promise<ReadCsv | { problem: CsvProblem }> {
  const bytes = new Uint8Array(await original.arrayBuffer());
  const csv = readCsvFile(bytes, { isHeading: headingFinder(own), ...chosen });
  if ('problem' in csv) return csv;
  const text = chosen.encoding && decodeText(bytes, chosen.encoding)?.text;
  const file = text === undefined ? original : new File([text], original.name);
  return { file, original, chosen, ...csv };
}

/** A cell of the file as the new file has it: guarded once, as it may be already. */
const again = (cell: string): string => guarded(unguarded(cell));

/** The template: our columns and an example row. */
export const templateCsv = (own: readonly FileColumn[]): string =>
  unparse([own.map(({ name }) => name), own.map(({ example }) => example)]);

/** The rows without errors as in the file. */
export function goodRowsCsv({ columns, rows }: CsvFile, fail: BulkUploadResult['fail']): string {
  const bad = new Set(fail.map(({ line }) => line));
  const data = rows.flatMap(({ line, cells }) => (bad.has(line) ? [] : [cells.map(again)]));
  return unparse({ fields: columns, data });
}

/** The rejected rows as in the file, with line and reasons. */
export function badRowsCsv(
  { columns, rows }: CsvFile,
  fail: BulkUploadResult['fail'],
  titleOf: (column: string) => string = (column) => column,
): string {
  const reasons = new Map<number, string[]>();
  for (const { line, column, reason } of fail)
    reasons.set(line, [...(reasons.get(line) ?? []), `${titleOf(column)}: ${reason}`]);
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
