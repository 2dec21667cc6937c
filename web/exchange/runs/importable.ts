import { hasEnding, importFiles, type ImportKind } from '#contract/exchange/import-run.ts';
import { keysOf } from '#contract/keys-of.ts';

/** The kinds of files, in the order in which they are offered: that of `importFiles`. */
export const importable = keysOf<ImportKind>(importFiles).map((kind) => ({
  kind,
  ...importFiles[kind],
}));

/** The kind of a file, by the ending of its name. */
export const kindOfFile = (name: string) =>
  importable.find(({ endings }) => hasEnding(name, endings));
