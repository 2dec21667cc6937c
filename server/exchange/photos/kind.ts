import type { ImportKindOptions } from '../runs/import-work.ts';
import { importPhotos } from './run.ts';

/** Photos of students in a ZIP file, named by student ID (R-IMPORT-16). */
export const photosKind: ImportKindOptions = {
  maxHeapMb: 256,
  timeoutMs: 60 * 60_000,
  run: importPhotos,
};
