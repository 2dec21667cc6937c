import { hasEnding, importFiles, type ImportKind } from '#contract/exchange/import-run.ts';

/** The kinds of files, in the order in which they are offered. */
const kinds: ImportKind[] = ['oneroster', 'calendar', 'students'];

export const importable = kinds.map((kind) => ({ kind, ...importFiles[kind] }));

/** The kind of a file, by the ending of its name. */
export const kindOfFile = (name: string) =>
  importable.find(({ endings }) => hasEnding(name, endings));
