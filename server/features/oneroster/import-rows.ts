import type { FileName, RowOf } from '../import/columns.ts';
import { RowResolver } from '../import/references.ts';
import type { BadRow } from '../import/report.ts';
import { asSent, importSteps, type Step } from '../import/run.ts';
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
  if (rows.length === 0) return {};
  const refused: BadRow[] = [];
  const { trx, today, now, by, weekdays } = roster;
  const step: Step<Name> = importSteps[name];
  const { created, updated, unchanged } = await step(
    trx,
    rows,
    new RowResolver(file, refused, refused),
    { columns, today, now, by, cards: asSent, weekdays },
  );
  for (const { line, column, reason } of refused)
    roster.problems.skip(file, line, columnOf(column), reason);
  return { created, updated, unchanged, skipped: new Set(refused.map(({ line }) => line)).size };
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
