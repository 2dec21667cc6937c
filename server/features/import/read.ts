import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unguarded } from '../../../contract/formula.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { columns, fileNames, optionalColumns, type FileName, type RowOf } from './columns.ts';
import type { BadRow } from './report.ts';

/** The rows of one file that are well formed, with their lines, and what is wrong with the others. */
export interface ReadFile<Name extends FileName = FileName> {
  name: Name;
  file: string;
  rows: { line: number; row: RowOf<Name> }[];
  bad: BadRow[];
  /** The columns that the file has; what it leaves out stays as it is. */
  columns: string[];
}

/** Rows as text by column name. */
export interface RawRow {
  line: number;
  values: Record<string, string>;
}

/** Reads the files that the folder has; each is optional, but not all. */
export async function readFolder(folder: string): Promise<ReadFile[]> {
  const found: ReadFile[] = [];
  for (const name of fileNames) {
    const bytes = await readFile(join(folder, `${name}.csv`)).catch(() => null);
    if (bytes) found.push(readText(name, bytes));
  }
  if (found.length === 0) {
    throw new SetupError(`${folder} has none of the files ${fileNames.map((name) => `${name}.csv`).join(', ')}.`);
  }
  return found;
}

export interface ReadOptions {
  /** Our column → the file's; with it, columns that are not named are left aside. */
  mapping?: Record<string, string>;
  /** The columns that may be read; all of the file's kind when left out. */
  allowed?: readonly string[];
  /** A file with more is refused as a whole. */
  maxRows?: number;
}

/** Characters of a row; the fields of a person need a few hundred. */
const maxRowLength = 64 * 1024;

export function readText(name: FileName, bytes: Uint8Array, { mapping, allowed, maxRows = Infinity }: ReadOptions = {}): ReadFile {
  const file = `${name}.csv`;
  const refuse = (line: number, column: string, reason: string): ReadFile => ({
    name,
    file,
    rows: [],
    bad: [{ file, line, column, reason }],
    columns: [],
  });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(1, '-', 'the file is not in UTF-8');
  }
  const header = text.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].sort((one, other) => header.split(other).length - header.split(one).length)[0]!;
  let records: { record: string[]; info: { lines: number } }[];
  try {
    const limits = { max_record_size: maxRowLength, ...(Number.isFinite(maxRows) && { to: maxRows + 2 }) };
    records = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true, info: true, ...limits }) as never;
  } catch (error) {
    const { lines = 1, message } = error as Error & { lines?: number };
    return refuse(lines, '-', `the file is not valid CSV: ${message}`);
  }
  const heads = records.shift()?.record ?? [];
  if (records.length > maxRows) return refuse(1, '-', `the file has more than ${maxRows.toLocaleString('en')} rows: split it`);
  const ours = new Map(Object.entries(mapping ?? {}).map(([own, theirs]) => [theirs, own]));
  const names = mapping ? heads.map((theirs) => ours.get(theirs) ?? '') : heads;
  const known = allowed ?? Object.keys(columns[name].shape);
  const missing = known.filter((column) => !names.includes(column) && !optionalColumns(name).includes(column));
  if (missing.length) return refuse(1, missing.join(', '), 'the column is missing');
  const unknown = names.filter((column) => !known.includes(column) && !(mapping && column === ''));
  if (unknown.length) return refuse(1, unknown.join(', '), 'the column is not known here');

  const bad: BadRow[] = [];
  const raw: RawRow[] = [];
  for (const { record, info } of records) {
    if (record.length === names.length) raw.push({ line: info.lines, values: valuesOf(names, record) });
    else bad.push({ file, line: info.lines, column: '-', reason: `has ${record.length} values for ${names.length} columns` });
  }
  const checked = checkRows(name, raw);
  return { ...checked, bad: [...bad, ...checked.bad], columns: names.filter(Boolean) };
}

/** A spreadsheet-safe file guards `=1+1` with an apostrophe: it is not part of the value. */
const valuesOf = (names: string[], record: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((column, at) => (column ? [[column, unguarded(record[at]!)]] : [])));

/** Checks each row by its file's columns. */
export function checkRows(name: FileName, raw: RawRow[]): ReadFile {
  const file = `${name}.csv`;
  const result: ReadFile = { name, file, rows: [], bad: [], columns: Object.keys(columns[name].shape) };
  const absent = Object.fromEntries(optionalColumns(name).map((column) => [column, '']));
  for (const { line, values } of raw) {
    const parsed = columns[name].safeParse({ ...absent, ...values });
    if (parsed.success) result.rows.push({ line, row: parsed.data });
    else result.bad.push(...parsed.error.issues.map((issue) => ({ file, line, column: issue.path.join('.'), reason: issue.message })));
  }
  return result;
}
