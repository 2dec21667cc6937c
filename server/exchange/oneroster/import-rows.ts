import { sql } from 'kysely';
import type { UploadChange } from '#contract/student.ts';
import type { FileName, RowOf } from '../csv/columns.ts';
import { RowResolver } from '../csv/references.ts';
import type { BadRow } from '../csv/report.ts';
import { asSent } from '#contract/card-number.ts';
import { importSteps } from '../csv/run.ts';
import type { Step } from '../csv/step.ts';
import { count, type Counts, type Roster } from './roster.ts';

/**
 * Writes rows by the step of the CSV import that writes such rows, with its rules. Rows that it refuses are
 * left out and named.
 *
 * @param file whose lines the rows have.
 * @param columnOf the column of that file for one of ours.
 */
export async function importRows<Name extends FileName>(
  roster: Roster,
  name: Name,
  file: string,
  rows: { line: number; row: RowOf<Name> }[],
  columnOf: (field: string) => string = (field) => field,
  columns: string[] = Object.keys(rows[0]?.row ?? {}),
): Promise<Partial<Counts>> {
  const { counts } = await importNamedRows(roster, name, file, rows, columnOf, columns);
  return counts;
}

interface Imported {
  counts: Partial<Counts>;
  /** The lines that were left out. */
  refused: ReadonlySet<number>;
  /** Of the first students. */
  changes: UploadChange[];
}

/** Like `importRows`, and says which lines were left out, and how students change. */
export async function importNamedRows<Name extends FileName>(
  roster: Roster,
  name: Name,
  file: string,
  rows: { line: number; row: RowOf<Name> }[],
  columnOf: (field: string) => string,
  columns: string[],
): Promise<Imported> {
  if (rows.length === 0) return { counts: {}, refused: new Set(), changes: [] };
  const bad: BadRow[] = [];
  const { trx, today, now, by, staff, weekdays, dryRun } = roster;
  const step: Step<Name> = importSteps[name];
  const {
    created,
    updated,
    unchanged,
    changes = [],
  } = await step(trx, rows, new RowResolver(file, bad, bad), {
    columns,
    today,
    now,
    by,
    staff,
    ...(isOfPeople(name) && { ofBothRoles: await addressesOfBothRoles(roster) }),
    cards: asSent,
    weekdays,
    mayOmit: true,
    hasWholeNames: false,
    leavesEmpty: false,
    zeros: null,
    otherPeople: 'same',
    dryRun,
    // A check takes minutes: forms about these people do not wait for it.
    existing: dryRun ? 'compared' : 'written',
  });
  for (const { line, column, reason } of bad)
    roster.problems.skip(file, line, columnOf(column), reason);
  const refused = new Set(bad.map(({ line }) => line));
  return { counts: { created, updated, unchanged, skipped: refused.size }, refused, changes };
}

const isOfPeople = (name: FileName): boolean => name === 'students' || name === 'teachers';

/** Addresses of users whom the file names as student and as teacher: the other system has one person for both. */
async function addressesOfBothRoles({ trx }: Roster): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(r.v ->> 'email') as email
    from roster_role s
    join roster_role t on t.id = s.id and t.role = 'teacher'
    join roster r on r.file = 'users' and r.id = s.id
    where s.role = 'student' and r.v ->> 'email' is not null`.execute(trx);
  return new Set(rows.map(({ email }) => email));
}

/** Rows of a table that are left out before they are written. */
export const skipRow = (
  roster: Roster,
  table: string,
  { file, line, column, reason }: BadRow,
): void => {
  roster.problems.skip(file, line, column, reason);
  count(roster, table, { skipped: 1 });
};
