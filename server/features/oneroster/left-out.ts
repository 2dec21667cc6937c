import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { RosterFile } from './format.ts';
import { count, type Roster } from './roster.ts';
import type { StagedFile } from './stage.ts';

/** One that names another row, and the line in which that one was left out. */
export interface Left {
  line: number;
  role: string | null;
  id: string;
  value: string;
  left_line: number | null;
}

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
export function countLeftOut(roster: Roster, file: StagedFile, role = ''): void {
  const table = tables[file] ?? tablesByRole[file]?.[role];
  if (table && roster.badRow === 'skipped') count(roster, table, { skipped: 1 });
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
  const following = rows.filter(({ left_line }) => left_line !== null);
  for (const [value, all] of Map.groupBy(following, (row) => row.value)) {
    const [first] = all;
    if (!first) continue;
    const names = all.length === 1 ? 'names' : `and ${all.length - 1} more rows name`;
    problems.add({
      file: `${file}.csv`,
      line: first.line,
      column,
      reason: `${names} ${value}, which is left out (${of}.csv, line ${first.left_line})`,
      level: badRow === 'error' ? 'note' : badRow,
    });
  }
}
