import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { RosterFile } from './format.ts';
import { count, type Roster } from './roster.ts';
import type { StagedFile } from './staged-file.ts';

/** A row that names one that is not there, and the line in which that one was left out. */
export interface Left {
  line: number;
  value: string;
  left_line: number | null;
  /** How many rows name the same one. */
  alike: number;
  role: string | null;
  of_role: number;
  /** How many rows name one that no file has. */
  faults: number;
}

/** The first rows of CTE `deleted`, and of those that name the same left-out row the first one. */
export const firstLeft = sql`
  select line, value, left_line, role, alike, of_role, faults
  from (
    select *, (count(*) over (partition by value))::int as alike,
      (count(*) over (partition by role))::int as of_role,
      (count(*) filter (where left_line is null) over ())::int as faults,
      row_number() over (partition by value order by line) as nth
    from deleted
  ) d
  where left_line is null or nth = 1 order by line limit ${limits.importProblems}`;

const tables: Partial<Record<StagedFile, string>> = {
  courses: 'subject',
  classes: 'waiting_class',
  academicSessions: 'semester',
};
/** Of users and their enrollments, by their role. */
const tablesByRole: Partial<Record<StagedFile, Record<string, string>>> = {
  users: { student: 'student', teacher: 'teacher' },
  enrollments: { student: 'waiting_member' },
};

/** Counts rows that break the format with what they would have become, where they are left out. */
export function countLeftOut(roster: Roster, file: StagedFile, role = '', rows = 1): void {
  const table = tables[file] ?? tablesByRole[file]?.[role];
  if (table && roster.badRow === 'skipped') count(roster, table, { skipped: rows });
}

/** Remembers rows that are left out, by which those that name them are left out as well. */
export const leaveOut = async (
  trx: Database,
  file: StagedFile,
  rows: { line: number; id: string }[],
): Promise<void> => {
  if (rows.length > 0)
    await sql`
      insert into roster_left (file, line, id)
      select ${file}, line, id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(line integer, id text)`.execute(
      trx,
    );
};

/** Rows that are left out only because the row that they name is: once for each of those. */
export function nameFollowing(
  { problems, badRow }: Roster,
  { file, column, of }: { file: RosterFile; column: string; of: RosterFile },
  rows: Left[],
): void {
  for (const { line, value, left_line, alike } of rows) {
    if (left_line === null) continue;
    const names = alike === 1 ? 'names' : `and ${alike - 1} more rows name`;
    problems.add({
      file: `${file}.csv`,
      line,
      column,
      reason: `${names} ${value}, which is left out (${of}.csv, line ${left_line})`,
      level: badRow === 'error' ? 'note' : badRow,
    });
  }
}
