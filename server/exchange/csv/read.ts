import type { z } from 'zod';
import { gendersOf, readCsvFile, type CsvFile, type CsvProblem } from '#contract/csv-file.ts';
import { repeatedColumn, type CsvRow } from '#contract/csv-header.ts';
import { notDate } from '#contract/fields.ts';
import {
  dateOfFile,
  dateOrders,
  dateReason,
  ordersOf,
  type DateOrder,
} from '#contract/file-dates.ts';
import { isNoCard, isNoGender, isNoPhone, isNoValue } from '#contract/file-values.ts';
import { unguarded } from '#contract/formula.ts';
import { genderReader, type MeaningOfM } from '#contract/gender-letters.ts';
import type { TextEncoding } from '#contract/text-encoding.ts';
import { cellError } from './cell-errors.ts';
import {
  columns,
  dateColumns,
  importMayOmit,
  optionalColumns,
  studentsWithout,
  type FileName,
  type RowOf,
} from './columns.ts';
import { otherWidth, type BadRow } from './report.ts';

/** The valid rows of a file with their lines, and the errors of the others. */
export interface ReadFile<Name extends FileName = FileName> {
  name: Name;
  file: string;
  rows: { line: number; row: RowOf<Name> }[];
  bad: BadRow[];
  /** The columns of the file; missing columns are not changed. */
  columns: string[];
  /** New students need not have a phone number and a date of birth. */
  mayOmit?: boolean;
  /** First and last names of students were split from whole names: the same name is no change. */
  hasWholeNames?: boolean;
  /** An empty cell of a student leaves what is here; otherwise it removes it. */
  leavesEmpty?: boolean;
  /** What was found in the file and is not in the usual form. */
  found?: FoundInFile;
}

/** How a file is written. */
interface FoundInFile {
  encoding: TextEncoding;
  headerLine: number;
  /** The order of its dates. */
  dateOrder: DateOrder;
  /** Columns that are none of ours. */
  unread?: string[];
}

/** Rows as text by column name. */
export interface RawRow {
  line: number;
  values: Record<string, string>;
}

export interface ReadOptions {
  /** Our column → the file's column; other columns of the file are ignored. */
  mapping?: Record<string, string>;
  /** The columns that may be read; by default all of the file's kind. */
  allowed?: readonly string[];
  /** The columns of students besides their ID need not be in the file. */
  mayOmit?: boolean;
  /** A file with more rows is rejected. */
  maxRows?: number;
  /** The order of all dates of the file; by default the one order in which all can be read. */
  dateOrder?: DateOrder | undefined;
  /** What M means among the genders of students, where their letters do not tell. */
  meaningOfM?: MeaningOfM | undefined;
}

/** Unknown columns that a report names. */
const maxNamed = 20;

/** Reads the bytes of a CSV file. */
export function readText(name: FileName, bytes: Uint8Array, options: ReadOptions = {}): ReadFile {
  const { mapping, maxRows } = options;
  const known = knownColumns(name, options);
  const expected = new Set(mapping ? Object.values(mapping) : known);
  const isHeading = (text: string) => expected.has(mapping ? text : ownName(known, text));
  const csv = readCsvFile(bytes, { maxRows, isHeading });
  return 'problem' in csv ? rejectedFile(name, csv.problem) : readTable(name, csv, options);
}

/** Our name of a column that is spelled with capitals or spaces; others as they are. */
function ownName(known: readonly string[], heading: string): string {
  const form = (text: string) => text.toLowerCase().replaceAll(/[ _-]/g, '');
  return known.find((column) => form(column) === form(heading)) ?? heading;
}

/** A heading that is in the file again has a number behind it. */
const withoutNumber = (heading: string) => heading.replace(/ \(\d+\)$/, '');

const knownColumns = (name: FileName, { allowed }: ReadOptions): readonly string[] =>
  allowed ?? Object.keys(columns[name].shape);

/** A file of which no row is read, and why. */
export const rejectedFile = (name: FileName, { line, column, reason }: CsvProblem): ReadFile => ({
  name,
  file: `${name}.csv`,
  rows: [],
  bad: [{ file: `${name}.csv`, line, column, reason }],
  columns: [],
});

/** Checks the rows of a table against the columns of its kind. */
export function readTable(name: FileName, csv: CsvFile, options: ReadOptions = {}): ReadFile {
  const { mapping, dateOrder, meaningOfM, mayOmit = false } = options;
  const file = `${name}.csv`;
  const known = knownColumns(name, options);
  const mayMiss = mayOmit
    ? known.filter((column) => column !== 'student_id')
    : optionalColumns(name);
  const rejectFile = (line: number, column: string, reason: string) =>
    rejectedFile(name, { line, column, reason });
  const { columns: headings, encoding, headerLine } = csv;
  const columnByHeading = new Map(
    Object.entries(mapping ?? {}).map(([own, theirs]) => [theirs, own]),
  );
  const names = headings.map((theirs) =>
    mapping ? (columnByHeading.get(theirs) ?? '') : ownName(known, theirs),
  );
  const twice = repeatedColumn(headings.map((theirs) => ownName(known, withoutNumber(theirs))));
  const repeated = mapping ? repeatedColumn(names) : twice;
  if (repeated) return rejectFile(headerLine, repeated.name, repeated.message);
  const missing = known.filter((column) => !names.includes(column) && !mayMiss.includes(column));
  if (twice && missing.includes(twice.name))
    return rejectFile(headerLine, twice.name, twice.message);
  if (missing.length) return rejectFile(headerLine, missing.join(', '), 'the column is missing');
  const unknown = names.filter((column) => !known.includes(column) && !(mapping && column === ''));
  if (unknown.length) {
    const named = unknown.slice(0, maxNamed).map((column) => column || '-');
    return rejectFile(headerLine, named.join(', '), 'the column is not known here');
  }

  const bad: BadRow[] = [];
  const raw: RawRow[] = [];
  // A student who is here may have none of these; whether a new one needs them is decided with the rows.
  const emptied =
    name === 'students'
      ? [...optionalColumns(name), ...importMayOmit.students]
      : optionalColumns(name);
  // Spreadsheets write no cells where the last ones of a row are empty.
  const mayEnd = names.findLastIndex((column) => column !== '' && !mayMiss.includes(column));
  for (const { line } of csv.above)
    bad.push({
      file,
      line,
      column: '-',
      reason: 'is above the header: move the header to the top',
    });
  // A program that writes the empty cells at the end of a row writes all of them.
  const isPadded = csv.rows.some(
    ({ cells }) => cells.length === names.length && cells.at(-1) === '',
  );
  const short = csv.rows.filter(({ cells }) => cells.length < names.length);
  const isCutOff = ({ line }: CsvRow) =>
    line === csv.openLine && short.length === 1 && csv.rows.length > 1;
  for (const row of csv.rows) {
    const { line, cells: written } = row;
    const mayBeShort = written.length > mayEnd && !isPadded && !isCutOff(row);
    const cells =
      mayBeShort && written.length < names.length
        ? names.map((_, at) => written[at] ?? '')
        : written;
    if (cells.length < names.length && written.length > mayEnd && isCutOff(row))
      bad.push({
        file,
        line,
        column: '-',
        reason: `${otherWidth(cells.length, names.length)}, and no end: the file may be cut off`,
      });
    else if (cells.length === names.length)
      raw.push({ line, values: withEmpty(emptied, valuesOf(names, cells)) });
    else {
      bad.push({ file, line, column: '-', reason: otherWidth(cells.length, names.length) });
    }
  }
  const genders = gendersOf(csv, headings[names.indexOf('gender')]);
  const genderOf = genderReader({ ...genders, meaningOfM });
  if (!genderOf)
    return rejectFile(headerLine, 'gender', 'M may be male or female in this file: choose which');
  const orders = dateOrder
    ? [dateOrder]
    : ordersOf(
        datesOf(name, raw),
        headings.filter((_, at) => dateColumns[name]?.includes(names[at] ?? '')),
      );
  const [order, other] = orders;
  // None fits all: each row says what is wrong with its own dates.
  if (order !== undefined && other !== undefined)
    return rejectFile(
      headerLine,
      (dateColumns[name] ?? []).filter((column) => names.includes(column)).join(', '),
      `the dates may be ${dateOrders[order]} or ${dateOrders[other]}: choose which`,
    );
  const checked = checkRows(
    name,
    raw
      .map((row) => withGender(row, genderOf))
      .map((row) => (order ? withDates(name, row, order) : row)),
    name === 'students'
      ? studentsWithout(known.filter((column) => !names.includes(column)))
      : columns[name],
  );
  return {
    ...checked,
    bad: [...bad, ...checked.bad.map((row) => withDateReason(row, order))],
    columns: names.filter(Boolean),
    mayOmit,
    found: { encoding, headerLine, dateOrder: order ?? 'ymd' },
  };
}

const withDateReason = (row: BadRow, order: DateOrder | undefined): BadRow =>
  row.reason === notDate && row.value ? { ...row, reason: dateReason(row.value, order) } : row;

/** The orders in which all dates of a table can be read. @param mapping our column → the table's. */
export function dateOrdersOf(
  name: FileName,
  { columns: headings, rows }: CsvFile,
  mapping: Record<string, string>,
): DateOrder[] {
  const own = (dateColumns[name] ?? []).map((column) => mapping[column] ?? '');
  const places = own.map((heading) => headings.indexOf(heading));
  return ordersOf(
    rows.flatMap(({ cells }) => places.map((place) => cells[place] ?? '')),
    own,
  );
}

const datesOf = (name: FileName, rows: RawRow[]): string[] =>
  rows.flatMap(({ values }) => (dateColumns[name] ?? []).map((column) => values[column] ?? ''));

const withGender = ({ line, values }: RawRow, genderOf: (text: string) => string): RawRow => ({
  line,
  values:
    values['gender'] === undefined ? values : { ...values, gender: genderOf(values['gender']) },
});

/** The row with its dates in the form `YYYY-MM-DD`. */
const withDates = (name: FileName, { line, values }: RawRow, order: DateOrder): RawRow => ({
  line,
  values: {
    ...values,
    ...Object.fromEntries(
      (dateColumns[name] ?? []).flatMap((column) => {
        const text = values[column];
        return text === undefined ? [] : [[column, dateOfFile(text, order)]];
      }),
    ),
  },
});

/** Our own lists export N/A for a cell without a value; others write out that a gender is not known. */
function withEmpty(columns: readonly string[], values: RawRow['values']): RawRow['values'] {
  const isEmpty = (column: string, text: string) =>
    isNoValue(text) ||
    (column === 'gender' && isNoGender(text)) ||
    (column === 'phone_number' && isNoPhone(text)) ||
    (column === 'rfid_number' && isNoCard(text));
  const empty = columns.filter((column) => isEmpty(column, values[column] ?? ''));
  return empty.length
    ? { ...values, ...Object.fromEntries(empty.map((column) => [column, ''])) }
    : values;
}

/** Spreadsheets write an apostrophe in front of digits that are text. */
const textSign = /^['’](?=\+?\d)/;

/** Removes the apostrophe that guards formulas such as `=1+1` in spreadsheet-safe files. */
const valuesOf = (names: string[], record: string[]): Record<string, string> =>
  Object.fromEntries(
    record.flatMap((value, at) => {
      const column = names[at];
      return column ? [[column, unguarded(value).replace(textSign, '')]] : [];
    }),
  );

/** Validates rows against the columns of their file. */
export function checkRows(
  name: FileName,
  raw: RawRow[],
  schema: z.ZodType = columns[name],
): ReadFile {
  const file = `${name}.csv`;
  const result: ReadFile = {
    name,
    file,
    rows: [],
    bad: [],
    columns: [...new Set(raw.flatMap(({ values }) => Object.keys(values)))],
  };
  const absent = Object.fromEntries(optionalColumns(name).map((column) => [column, '']));
  for (const { line, values } of raw) {
    const unwritable = Object.entries(values).flatMap(([column, value]) => {
      const reason = cellError(value);
      return reason === null ? [] : [{ file, line, column, reason }];
    });
    if (unwritable.length) {
      result.bad.push(...unwritable);
      continue;
    }
    const parsed = schema.safeParse({ ...absent, ...values });
    if (parsed.success) result.rows.push({ line, row: parsed.data as RowOf<FileName> });
    else
      result.bad.push(
        ...parsed.error.issues.map((issue) => ({
          file,
          line,
          column: issue.path.join('.'),
          reason: issue.message,
          ...(values[issue.path.join('.')] && { value: values[issue.path.join('.')] ?? '' }),
        })),
      );
  }
  return result;
}
