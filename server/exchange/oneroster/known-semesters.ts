import { sql } from 'kysely';
import { ownId } from './own-ids.ts';
import { yesNo } from '../runs/questions.ts';
import type { Roster } from './roster.ts';
import { sessionText } from './session-text.ts';

/** A semester that a session is already, by its sourcedId. */
export interface Known {
  id: number;
  sourced_id: string;
  year: number;
  semester: number;
  batch: string;
  semester_start_date: string;
  semester_end_date: string;
  class_start_date: string;
  class_end_date: string;
}

type Named = Pick<Known, 'year' | 'semester' | 'batch'>;

/** Whether semesters that are here already are those of the file (R-ROSTER-4): their dates would change. */
export function confirmSemesters(
  { questions }: Roster,
  found: { session: { title: string; first: string; last: string }; row: Named }[],
): boolean {
  if (found.length === 0) return true;
  const named = found
    .slice(0, 5)
    .map(({ session, row }) => `${sessionText(session)}: ${row.year}/${row.semester}/${row.batch}`);
  const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
  return (
    questions.ask({
      name: 'link:semesters',
      label: 'Are these the semesters that are here already?',
      help: `${named.join(', ')}${more}. Yes: those here get the dates of the file, and their class dates stay within them. No: these sessions are left out.`,
      found: null,
      choices: yesNo,
      about: found.map(({ row }) => keyOf(row)).join(),
    }) !== 'no'
  );
}

/** Semesters without the sourcedIds that they may have. */
export const selectSemesters = ({ trx }: Roster) =>
  trx
    .selectFrom('semester')
    .select([
      sql<string>`''`.as('sourced_id'),
      'id',
      'year',
      'semester',
      'batch',
      'semester_start_date',
      'semester_end_date',
      'class_start_date',
      'class_end_date',
    ]);

/** All semesters by what tells them apart. */
export async function semestersHere(roster: Roster): Promise<Map<string, Known>> {
  const rows = await selectSemesters(roster).execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** A year's number of a semester with its batch, as a text. */
export const keyOf = ({ year, semester, batch }: Named): string => `${year}/${semester}/${batch}`;

/** Semesters by the sourcedIds that they have, of the source or of our own export. */
export async function knownSemesters({ trx, source }: Roster): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    with x as (
      select sourced_id, semester_id from external_id
      where source = ${source} and kind = 'semester'
      union select ${ownId('semester', sql`s.id`)}, s.id from semester s
    )
    select x.sourced_id, m.id, m.year, m.semester, m.batch, m.semester_start_date,
      m.semester_end_date, m.class_start_date, m.class_end_date
    from x join semester m on m.id = x.semester_id`.execute(trx);
  return new Map(rows.map((row) => [row.sourced_id, row]));
}
