import { hasEnding, importFiles, type ImportKind } from '#contract/exchange/import-run.ts';
import { keysOf } from '#contract/keys-of.ts';

/** The kinds of files, in the order in which they are offered: that of `importFiles`. */
export const importable = keysOf<ImportKind>(importFiles).map((kind) => ({
  kind,
  ...importFiles[kind],
}));

/** Bytes at the end of an archive in which the names of its files stand. */
const directoryBytes = 65_536;

/** The kind of a file, by the ending of its name; of archives, by the names of the files in them. */
export async function kindOfFile(file: File) {
  const found = importable.filter(({ endings }) => hasEnding(file.name, endings));
  if (found.length < 2) return found[0];
  const directory = await file.slice(-directoryBytes).arrayBuffer();
  const isTimetable = /GPU001\.\w+|\.xml/i.test(new TextDecoder('latin1').decode(directory));
  return found.find(({ kind }) => (kind === 'calendar') === isTimetable);
}
