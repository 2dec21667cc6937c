import type { Database } from '#server/platform/database/pool.ts';

/** A row of a file, with the columns that are used. */
interface StagedRow {
  file: string;
  line: number;
  id: string;
  gone: boolean;
  v: Record<string, string>;
}

interface StagedRole {
  id: string;
  role: string;
}

interface StagedMember {
  line: number;
  id: string;
  gone: boolean;
  /** The student is who imports. */
  own: boolean;
  student_id: number | null;
  waiting_class_id: number | null;
  class_schedule_id: number | null;
  member_from: string | null;
  member_to: string | null;
}

/** The transaction with the tables that its steps make for those after them. */
export const withStaged = (trx: Database) =>
  trx.withTables<{ roster: StagedRow; roster_role: StagedRole; roster_member: StagedMember }>();
