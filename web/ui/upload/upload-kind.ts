import type { QueryKey } from '@tanstack/react-query';
import type { uploadGuardians } from '#contract/endpoints/guardians.ts';
import type { uploadStudents } from '#contract/endpoints/students.ts';
import type { FileColumn } from '#contract/file-column.ts';

/** What is uploaded. */
export interface UploadKind {
  title: string;
  endpoint: typeof uploadStudents | typeof uploadGuardians;
  columns: readonly FileColumn[];
  /** What the file holds, and what becomes of rows that are here already. */
  help: string;
  /** The name of the template. */
  template: string;
  /** What is read again afterwards. */
  changes: QueryKey;
}
