import { Transform, type Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { repeatedColumn } from '#contract/csv-header.ts';
import { control } from '#contract/control.ts';
import { composed } from '#contract/identifier.ts';
import { otherWidth } from '../csv/report.ts';
import { rosterLimits as limits } from './limits.ts';
import { chain, SourceError, type SourceFile } from '../source.ts';

/**
 * A row by column, as forms clean texts: trimmed also within quotes, and composed; `line` is its last
 * one in the file, from 1.
 */
interface RosterLine {
  line: number;
  values: Record<string, string>;
}

/** A file that is not read any further. */
export class FileError extends Error {
  readonly line: number;
  readonly column: string;
  constructor(line: number, column: string, reason: string) {
    super(reason);
    this.line = line;
    this.column = column;
  }
}

interface Reading {
  maxRows: number;
  /** Called with the columns of the file before its rows. @throws FileError. */
  onHeader: (columns: string[]) => void;
  /** A row that has another number of cells, or characters that cannot be stored. */
  onBad: (line: number, column: string, reason: string) => void;
}

/** Reads a CSV file in UTF-8, with or without a byte order mark, row by row. @throws FileError. */
export async function* readRows(
  file: SourceFile,
  { maxRows, onHeader, onBad }: Reading,
): AsyncGenerator<RosterLine> {
  let columns: string[] | null = null;
  let count = 0;
  try {
    for await (const { record, info } of await recordsOf(file)) {
      const { lines: line } = info;
      if (columns === null) {
        if (record.length > limits.columns)
          throw new FileError(1, '-', `the file has more than ${limits.columns} columns`);
        columns = record;
        const repeated = repeatedColumn(columns);
        if (repeated) throw new FileError(1, repeated.name, repeated.message);
        onHeader(columns);
        continue;
      }
      if (++count > maxRows)
        throw new FileError(
          line,
          '-',
          `the file has more than ${maxRows.toLocaleString('en')} rows`,
        );
      // Commas at the end of a line are no values.
      const isFull =
        record.length >= columns.length && record.slice(columns.length).every((value) => !value);
      if (!isFull) {
        onBad(line, '-', otherWidth(record.length, columns.length));
        continue;
      }
      const values: Record<string, string> = {};
      let isWritable = true;
      for (const [at, column] of columns.entries()) {
        const value = composed((record[at] ?? '').trim());
        if (control.test(value)) {
          onBad(line, column, 'must not contain control characters');
          isWritable = false;
        }
        values[column] = value;
      }
      if (isWritable) yield { line, values };
    }
  } catch (error) {
    throw asFileError(error);
  }
  if (columns === null) throw new FileError(1, '-', 'the file is empty');
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

async function recordsOf(file: SourceFile): Promise<AsyncIterable<Parsed>> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
    max_record_size: limits.rowLength,
  });
  return chain(asText(await file.open()), parser) as AsyncIterable<Parsed>;
}

/** Bytes as text. @throws in the stream when they are not UTF-8. */
function asText(bytes: Readable): Readable {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (
    chunk: Buffer | undefined,
    done: (error: Error | null, text?: string) => void,
  ) => {
    try {
      done(null, decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      done(new FileError(1, '-', 'the file is not in UTF-8'));
    }
  };
  const text = new Transform({
    readableObjectMode: false,
    transform: (chunk: Buffer, _encoding, done) => decode(chunk, done),
    flush: (done) => decode(undefined, done),
  });
  return chain(bytes, text);
}

function asFileError(error: unknown): unknown {
  if (error instanceof FileError || error instanceof SourceError) return error;
  if (!(error instanceof Error)) return error;
  const { lines } = error as Error & { lines?: number };
  return 'code' in error && String(error.code).startsWith('CSV_')
    ? new FileError(lines ?? 1, '-', `the file is not valid CSV: ${error.message}`)
    : new FileError(1, '-', `the file cannot be read: ${error.message}`);
}
