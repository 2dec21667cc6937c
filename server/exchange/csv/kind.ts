import type { ImportKindOptions } from '../runs/import-work.ts';
import { importStudentTable } from './student-table.ts';

/** Students from a CSV file or a workbook, of any size that an institute has (R-IMPORT-14). */
export const studentsKind: ImportKindOptions = {
  maxHeapMb: 384,
  timeoutMs: 15 * 60_000,
  run: importStudentTable,
};
