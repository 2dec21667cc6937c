import { parse } from 'csv-parse/sync';
import { repeatedColumn } from './csv-header.ts';

/** A CSV file: its header, and the rows below it. */
export interface CsvFile {
  columns: string[];
  rows: CsvRow[];
}

interface CsvRow {
  /** The last line of the row in the file, from 1. */
  line: number;
  /** The cells of the row, possibly more or fewer than the header's; trimmed. */
  cells: string[];
}

/** The reason why a file cannot be read. */
export interface CsvProblem {
  line: number;
  /** The heading concerned, or `-`. */
  column: string;
  reason: string;
}

/** Maximum characters of a row; a student needs a few hundred. */
const maxRowLength = 64 * 1024;
/** More columns than any register of students has; empty cells do not add to the length of a row. */
const maxColumns = 1000;

/**
 * Reads a CSV file in UTF-8, separated by commas, semicolons or tabs as its header is. Empty lines
 * are skipped. Server and browser both use this function.
 * @param maxRows a file with more rows is rejected.
 */
export function readCsvFile(
  bytes: Uint8Array,
  { maxRows = Infinity }: { maxRows?: number } = {},
): CsvFile | { problem: CsvProblem } {
  const problem = (reason: string, line = 1, column = '-') => ({
    problem: { line, column, reason },
  });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem('the file is not in UTF-8');
  }
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: maxRowLength,
      ...(Number.isFinite(maxRows) && { to: maxRows + 2 }),
    }) as never;
  } catch (error) {
    const { lines, message } = error as Error & { lines?: number };
    return problem(`the file is not valid CSV: ${message}`, lines);
  }
  const [header, ...rest] = records;
  const columns = header?.record ?? [];
  if (columns.length > maxColumns)
    return problem(`the file has more than ${maxColumns.toLocaleString('en')} columns`);
  if (rest.length > maxRows)
    return problem(`the file has more than ${maxRows.toLocaleString('en')} rows: split it`);
  const repeated = repeatedColumn(columns);
  if (repeated) return problem(repeated.message, 1, repeated.name);
  return { columns, rows: rest.map(({ record, info }) => ({ line: info.lines, cells: record })) };
}

/** The most frequent separator of the header. */
function delimiterOf(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
