import { unparse } from 'papaparse';
import { readCsvFile, type CsvFile, type CsvProblem } from '#contract/csv-file.ts';
import { guarded } from '#contract/formula.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import type { FileColumn } from '#contract/file-column.ts';

/** A CSV file that was read in the browser. */
export interface ReadCsv extends CsvFile {
  file: File;
}

/** Reads a file with the server's parser. @param own our columns, by which its header is found. */
export async function readCsv(
  file: File,
  own: readonly FileColumn[] = [],
): Promise<ReadCsv | { problem: CsvProblem }> {
  const names = new Set(own.flatMap(({ name, aliases }) => [plain(name), ...aliases]));
  const isHeading = (text: string) => names.has(plain(text));
  const csv = readCsvFile(new Uint8Array(await file.arrayBuffer()), { isHeading });
  return 'problem' in csv ? csv : { file, ...csv };
}

/** Our column → the file's, or null. */
export type Mapping = Record<string, string | null>;

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Guesses the file's column for each of ours; each column is used once. */
export function guessMapping(own: readonly FileColumn[], columns: string[]): Mapping {
  const left = new Set(columns);
  return Object.fromEntries(
    own.map(({ name, aliases }) => {
      const names = [plain(name), ...aliases];
      const found = [...left].find((column) => names.includes(plain(column))) ?? null;
      if (found !== null) left.delete(found);
      return [name, found];
    }),
  );
}

/** The template: our columns and an example row. */
export const templateCsv = (own: readonly FileColumn[]): string =>
  unparse([own.map(({ name }) => name), own.map(({ example }) => example)]);

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
    data: data.map((texts) => texts.map(guarded)),
  });
}
