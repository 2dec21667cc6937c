import type { QueryKey } from '@tanstack/react-query';
import type { uploadGuardians } from '#contract/people/guardians.endpoints.ts';
import type { uploadStudents } from '#contract/people/students.endpoints.ts';
import type { FileColumn } from '#contract/file-column.ts';

/** A kind of upload. */
export interface UploadKind {
  title: string;
  endpoint: typeof uploadStudents | typeof uploadGuardians;
  columns: readonly FileColumn[];
  /** Explains the content of the file, and the effect on rows that are here already. */
  help: string;
  /** Which files *Import* reads that are not read here; nothing for none. */
  importTakes?: string;
  /** Where somebody goes on after the upload: titles and addresses. */
  next?: readonly { title: string; to: string }[];
  /** The name of the template. */
  template: string;
  /** The key of the queries that are read again afterwards. */
  changes: QueryKey;
}
