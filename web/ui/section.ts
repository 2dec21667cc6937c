import type { Resource } from '../../contract/permissions.ts';

/** A kind of master data as the screens know it: where it lives, and what it is called. */
export interface SectionInfo {
  /** The list's heading: "Teachers". */
  title: string;
  /** One of it: "Teacher". */
  one: string;
  /** The list's address; the form lies at `{path}/add`. */
  path: string;
  /** Below `attendance/` in the API; also the name of its archive. */
  api: string;
  resource: Resource;
  /** Where a new one is posted, when not to `{api}/create/`. */
  createAt?: string;
  /** The server deletes several at once (spec §7: students, subjects). */
  bulkDelete?: boolean;
  /** Archiving is a DELETE on the create path (spec §7: teachers). */
  archiveByDelete?: boolean;
  /** Its rows are not archived. */
  neverArchived?: boolean;
  /** Where one is added, when not at `{path}/add`; null when nothing is added here. */
  addPath?: string | null;
}

export const sectionKey = (section: Pick<SectionInfo, 'api'>, ...more: unknown[]) => ['section', section.api, ...more];
