import { withBirthDates } from './birth-parts.ts';
import { parse } from 'csv-parse/sync';
import { control } from './control.ts';
import {
  type CsvRow,
  distinct,
  headerAt,
  isAboutColumns,
  isAnotherHeader,
  namesWithout,
  rowsLike,
} from './csv-header.ts';
import { decodeText, type TextEncoding } from './text-encoding.ts';

/** A CSV file: its header, and the rows below it. */
export interface CsvFile {
  columns: string[];
  rows: CsvRow[];
  encoding: TextEncoding;
  /** The line of the header, from 1: above it stand titles, or nothing; 0 where somebody has chosen that there is none. */
  headerLine: number;
  /** The first rows, the header and titles among them: one of them is the header. */
  first: CsvRow[];
  /** The line of the last row where the text ends within it, without an end of the line. */
  openLine?: number | undefined;
  /** Rows above the header that are as full as those below it: a list that was sorted with its header has them. */
  above: CsvRow[];
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

/** So many rows below the header may be about its columns. */
const linesAboutColumns = 3;

/** A header is looked for in so many rows. */
const headerWithin = 20;

interface ReadCsvOptions {
  /** A file with more rows is rejected. */
  maxRows?: number | undefined;
  /** Whether a text is the heading of a column: the header is the first row with most of them. */
  isHeading?: ((text: string) => boolean) | undefined;
  /** The line of the header, where somebody has chosen it, 0 for a file without one; found without it. */
  headerLine?: number | undefined;
  /** The encoding, where somebody has chosen it; found without it. */
  encoding?: TextEncoding | undefined;
}

/** The text before the mark that DOS programs write at the end of a file. */
function withoutEndMark(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith('\u001A') ? trimmed.slice(0, -1) : text;
}

/**
 * Reads a CSV file, separated by commas, semicolons, tabs or vertical bars as its header is, or as a first line `sep=;` says.
 * Lines without a value are no rows, also those that have separators; `="0012"` is the text 0012. Server and
 * browser both use this function.
 */
export function readCsvFile(
  bytes: Uint8Array,
  { maxRows = Infinity, isHeading, headerLine: chosenLine, encoding }: ReadCsvOptions = {},
): CsvFile | { problem: CsvProblem } {
  const problem = (reason: string, line = 1, column = '-') => ({
    problem: { line, column, reason },
  });
  const other = otherKindOf(bytes);
  if (other) return problem(`the file is ${other}, and no table: save it as CSV UTF-8`);
  const decoded = decodeText(bytes, encoding);
  if (!decoded) return problem('the file is no text: save it as CSV UTF-8');
  const named = /^\uFEFF?"?sep=([,;\t|])"?\r?\n/i.exec(decoded.text);
  const text = withoutEndMark(named ? decoded.text.slice(named[0].length) : decoded.text);
  const skipped = named ? 1 : 0;
  const maxLines = Number.isFinite(maxRows) ? 2 * maxRows + headerWithin : Infinity;
  const tooMany = `the file has more than ${maxRows.toLocaleString('en')} rows: split it`;
  const delimiter = named?.[1] ?? delimiterOf(text, isHeading);
  let records: CsvRow[];
  try {
    const read: Parsed[] = parse(text, {
      bom: true,
      // Files that several programs have written mix them.
      record_delimiter: ['\r\n', '\n', '\r'],
      delimiter,
      relax_column_count: true,
      // `="0012"` and 5" are texts with quotation marks.
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: maxRowLength,
      ...(Number.isFinite(maxLines) && { to: maxLines }),
    }) as never;
    if (read.length >= maxLines) return problem(tooMany);
    records = rowsOf(read, skipped);
  } catch (error) {
    const { code, lines = 1 } = error as { code?: string; lines?: number };
    const opened = code === 'CSV_QUOTE_NOT_CLOSED' ? lineOfOpenQuote(text, delimiter) : lines;
    return problem(parserProblems[code ?? ''] ?? 'the file is not valid CSV', opened + skipped);
  }
  const first = records.slice(0, headerWithin);
  const chosen = records.findIndex(({ line }) => line === chosenLine);
  const at = chosenLine === 0 ? -1 : chosen >= 0 ? chosen : headerAt(first, isHeading);
  const columns = at < 0 ? namesWithout(first) : (records[at]?.cells ?? []);
  const rest = records
    .slice(at + 1)
    .map(({ line, cells }) => ({ line, cells: inWidth(cells, columns.length) }))
    // Printed reports repeat their header.
    .filter(({ cells }) => at < 0 || String(cells) !== String(columns));
  // A heading over several columns stands above the first of them.
  const headings = columns.map((column, place) =>
    column === '' && rest.some(({ cells }) => cells[place]) ? `Column ${place + 1}` : column,
  );
  const headerLine = at < 0 ? 0 : (records[at]?.line ?? 1);
  const isAnother = (row: CsvRow) =>
    isHeading !== undefined && isAnotherHeader(row, columns, isHeading);
  // Some programs write further lines about the columns: their names in other programs, their types.
  const firstOfRows = rest
    .slice(0, linesAboutColumns)
    .findIndex((row) => !(isAnother(row) || isAboutColumns(row, rest.slice(1, headerWithin))));
  const rows = rest.slice(at < 0 ? 0 : firstOfRows < 0 ? linesAboutColumns : firstOfRows);
  const another = rows.find(isAnother);
  if (another)
    return problem('is another header, of other columns: split the file here', another.line);
  if (columns.length > maxColumns)
    return problem(`the file has more than ${maxColumns.toLocaleString('en')} columns`);
  if (rows.length > maxRows) return problem(tooMany);
  const unwritable = columns.findIndex((column) => control.test(column));
  if (unwritable >= 0)
    return problem(
      `the heading of column ${unwritable + 1} has control characters: save the file as CSV UTF-8`,
      headerLine,
    );
  return withBirthDates({
    columns: distinct(headings),
    rows,
    encoding: decoded.encoding,
    headerLine,
    first,
    ...(!/[\r\n]$/.test(text) && { openLine: records.at(-1)?.line }),
    above: at > 0 ? records.slice(0, at).filter(rowsLike(rows, columns)) : [],
  });
}

/** The errors of the parser, in words. */
const parserProblems: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened here and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'there is text behind a closing quotation mark',
  CSV_MAX_RECORD_SIZE: `a row has more than ${maxRowLength.toLocaleString('en')} characters`,
};

/** The line of the quotation mark that is never closed. */
function lineOfOpenQuote(text: string, delimiter: string): number {
  let [line, opened] = [1, 1];
  let isQuoted = false;
  let isStart = true;
  for (const char of text) {
    if (char === '"' && (isQuoted || isStart)) {
      isQuoted = !isQuoted;
      if (isQuoted) opened = line;
    }
    if (char === '\n') line++;
    isStart = char === delimiter || char === '\n' || char === '\r' || char === '"';
  }
  return opened;
}

/** First bytes of files that are often given the wrong ending. */
const otherKinds: [string, number[]][] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['an image', [0x89, 0x50, 0x4e, 0x47]],
  ['an image', [0xff, 0xd8, 0xff]],
  ['an image', [0x47, 0x49, 0x46, 0x38]],
  ['an archive', [0x1f, 0x8b, 0x08]],
  ['a text document', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  // In UTF-32 every character has zero bytes.
  ['in UTF-32', [0xff, 0xfe, 0x00, 0x00]],
  ['in UTF-32', [0x00, 0x00, 0xfe, 0xff]],
];

const otherKindOf = (bytes: Uint8Array): string | undefined =>
  otherKinds.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0];

/** The column of genders of a table, for `genderReader`. */
export function gendersOf({ columns, rows }: CsvFile, heading: string | null = '') {
  const at = heading ? columns.indexOf(heading) : -1;
  return { heading: heading ?? '', texts: rows.map(({ cells }) => cells[at] ?? '') };
}

const shownCells = 6;

/** Whether no heading of the file is known: its first row may be data. */
export const hasNoKnownHeading = (
  { columns }: Pick<CsvFile, 'columns'>,
  isHeading: (text: string) => boolean,
): boolean => !columns.some((column) => isHeading(column));

/** The lines that may be the header, each with its first cells. */
export const headerChoices = ({ first }: CsvFile): { value: string; label: string }[] =>
  first.map(({ line, cells }) => {
    const texts = cells.filter(Boolean);
    const more = texts.length > shownCells ? ', …' : '';
    return {
      value: String(line),
      label: `Line ${line}: ${texts.slice(0, shownCells).join(', ').slice(0, 100)}${more}`,
    };
  });

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** The rows with a value. @param skipped lines before them. */
const rowsOf = (records: Parsed[], skipped: number): CsvRow[] =>
  records.flatMap(({ record, info }) =>
    record.some((cell) => cell !== '')
      ? [{ line: info.lines + skipped, cells: record.map(plainCell) }]
      : [],
  );

/** The text of `="0012"`, by which programs protect zeros from spreadsheets. */
const plainCell = (cell: string): string =>
  /^="[^]*"$/.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell;

/** Some spreadsheets write separators behind the last column. */
const inWidth = (cells: string[], width: number): string[] =>
  cells.length <= maxColumns && cells.slice(width).every((cell) => cell === '')
    ? cells.slice(0, width)
    : cells;

const separators = [',', ';', '\t', '|'];
/** The separator is found in so many characters. */
const separatorWithin = 64 * 1024;

/**
 * The separator that makes the most headings in one of the first lines; else the one that makes all of the first
 * rows equally wide, then the one that makes the most cells in rows of one width, and in the first line.
 */
function delimiterOf(text: string, isHeading: ReadCsvOptions['isHeading']): string {
  const start = text.slice(0, separatorWithin);
  const lines = start.split(/\r\n|\r|\n/, headerWithin);
  const cells = (line: string, by: string) =>
    line.split(by).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));
  const found = separators.map((separator) => {
    const widths = widthsOf(start, separator);
    const [first = 0] = widths;
    const ofWidth = (width: number) => widths.filter((each) => each === width).length;
    return {
      separator,
      headings: isHeading
        ? Math.max(...lines.map((line) => cells(line, separator).filter(isHeading).length))
        : 0,
      isEven: first > 1 && ofWidth(first) === widths.length,
      inRows: Math.max(...widths.map((width) => (width - 1) * ofWidth(width)), 0),
      width: cells(lines[0] ?? '', separator).length,
    };
  });
  const [best] = found.toSorted(
    (a, b) =>
      b.headings - a.headings ||
      Number(b.isEven) - Number(a.isEven) ||
      b.inRows - a.inRows ||
      b.width - a.width,
  );
  return best?.separator ?? ',';
}

/** How many cells each of the first rows has; none where this separator makes no file. */
function widthsOf(start: string, delimiter: string): number[] {
  try {
    const rows: string[][] = parse(start, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: headerWithin,
    });
    return rows.map((cells) => cells.length);
  } catch {
    return [];
  }
}
