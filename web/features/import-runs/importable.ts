import { importFiles, type ImportKind } from '#contract/import-run.ts';

/** The kinds of files, in the order in which they are offered. */
const kinds: ImportKind[] = ['calendar', 'oneroster'];

export const importable = kinds.map((kind) => ({ kind, ...importFiles[kind] }));
