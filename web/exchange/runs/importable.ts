import { readCsvFile } from '#contract/csv-file.ts';
import { hasEnding, importFiles, type ImportKind } from '#contract/exchange/import-run.ts';
import { headingFinder } from '#contract/file-column.ts';
import { keysOf } from '#contract/keys-of.ts';
import { studentFile } from '#contract/student-file.ts';

/** The kinds of files, in the order in which they are offered: that of `importFiles`. */
export const importable = keysOf<ImportKind>(importFiles).map((kind) => ({
  kind,
  ...importFiles[kind],
}));

/** Bytes at the end of an archive in which the names of its files stand. */
const directoryBytes = 65_536;

/** Bytes at the beginning of a text in which its header stands. */
const headBytes = 8192;

/** Whether a text is a list of students: its header has at least two of our columns. */
async function isStudentList(file: File): Promise<boolean> {
  const isHeading = headingFinder(studentFile);
  const csv = readCsvFile(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()), {
    isHeading,
  });
  return !('problem' in csv) && csv.columns.filter(isHeading).length > 1;
}

/** @param names the end of an archive, with the names of its files. */
function kindOfArchive(names: string): ImportKind {
  if (/GPU001\.\w+|\.xml/i.test(names)) return 'calendar';
  return /\.(jpe?g|png|webp|heic)/i.test(names) && !/\.csv/i.test(names) ? 'photos' : 'oneroster';
}

/** The kind of a file, by the ending of its name; of texts by their header, of archives by the names of the files in them. */
export async function kindOfFile(file: File) {
  const found = importable.filter(({ endings }) => hasEnding(file.name, endings));
  if (found.length < 2) return found[0];
  if (hasEnding(file.name, ['.txt'])) {
    const isList = !/GPU001/i.test(file.name) && (await isStudentList(file));
    return found.find(({ kind }) => (kind === 'students') === isList);
  }
  const directory = await file.slice(-directoryBytes).arrayBuffer();
  const kind = kindOfArchive(new TextDecoder('latin1').decode(directory));
  return found.find((other) => other.kind === kind);
}
