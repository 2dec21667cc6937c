import { importFiles, type ImportKind } from '#contract/import-run.ts';

/** The kinds of files that the server can read; one that it cannot is refused by it. */
const kinds: ImportKind[] = ['calendar'];

export const importable = kinds.map((kind) => ({ kind, ...importFiles[kind] }));
