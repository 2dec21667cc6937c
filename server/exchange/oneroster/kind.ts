import type { ImportKindOptions } from '../runs/import-work.ts';
import { importOneRoster } from './run.ts';

/** OneRoster archives in the browser (R-IMPORT-1). */
export const oneRosterKind: ImportKindOptions = {
  // Of 50,000 people with 200,000 enrollments 118 MB are used at once (docs/performance.md).
  maxHeapMb: 256,
  timeoutMs: 60 * 60_000,
  run: async ({ database, path, answers, ...work }) =>
    importOneRoster(database, {
      ...work,
      file: await path(),
      options: { ...answers },
      allProblems: true,
    }),
};
