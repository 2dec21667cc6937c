import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCsvFile } from '#contract/csv-file.ts';
import {
  guessMapping,
  headingFinder,
  unreadColumns,
  type FileColumn,
} from '#contract/file-column.ts';
import { guardianFile } from '#contract/people/guardian-file.ts';
import { studentFile } from '#contract/student-file.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { columns, fileNames, type FileName } from './columns.ts';
import { readTable, readText, rejectedFile, type ReadFile } from './read.ts';

/** Reads the files of a folder; at least one must exist. */
export async function readFolder(folder: string): Promise<ReadFile[]> {
  const found: ReadFile[] = [];
  for (const name of fileNames) {
    const bytes = await readFile(join(folder, `${name}.csv`)).catch(() => null);
    if (bytes) found.push(readOne(name, bytes));
  }
  if (found.length === 0) {
    throw new SetupError(
      `${folder} has none of the files ${fileNames.map((name) => `${name}.csv`).join(', ')}.`,
    );
  }
  return found;
}

/** Files of which columns are found by their usual headings, as on the pages that upload them. */
const guessedColumns: Partial<Record<FileName, readonly FileColumn[]>> = {
  students: studentFile,
  guardians: guardianFile,
};

const readOne = (name: FileName, bytes: Uint8Array): ReadFile => {
  const guessed = guessedColumns[name];
  return guessed ? readGuessed(name, bytes, guessed) : readText(name, bytes);
};

/** Reads a file by its usual headings; other columns are named and not read. */
function readGuessed(name: FileName, bytes: Uint8Array, guessed: readonly FileColumn[]): ReadFile {
  const csv = readCsvFile(bytes, { isHeading: headingFinder(guessed) });
  if ('problem' in csv) return rejectedFile(name, csv.problem);
  const others = Object.keys(columns[name].shape).filter((column) =>
    guessed.every((one) => one.name !== column),
  );
  const own = [...guessed, ...others.map(plainColumn)];
  const found = guessMapping(own, csv.columns);
  const mapping = Object.fromEntries(
    Object.entries(found).flatMap(([ours, theirs]) => (theirs === null ? [] : [[ours, theirs]])),
  );
  const file = readTable(name, csv, { mapping });
  const unread = unreadColumns(csv.columns, found);
  return file.found ? { ...file, found: { ...file.found, unread } } : file;
}

/** A column that has no other headings. */
const plainColumn = (name: string): FileColumn => ({
  name,
  label: name,
  isRequired: false,
  example: '',
  aliases: [],
});
