import { sql } from 'kysely';
import { semesters } from '#contract/timetable/semester.ts';
import type { Roster } from './roster.ts';
import type { Session } from './session-of-class.ts';
import { endText, firstSessions } from './session-text.ts';

/** Which sessions become semesters: those that classes name, unless somebody chooses others. */
export async function chooseType({ trx, questions }: Roster, sessions: Session[]): Promise<string> {
  const offered = ['semester', 'term', 'schoolYear'].filter((type) =>
    sessions.some((one) => one.type === type),
  );
  const { rows } = await sql<{ type: string }>`
    select s.v ->> 'type' as type
    from roster c cross join lateral unnest(string_to_array(c.v ->> 'termSourcedIds', ',')) named(id)
    join roster s on s.file = 'academicSessions' and s.id = trim(named.id)
    where c.file = 'classes' and s.v ->> 'type' in ('semester', 'term')
    group by 1 order by count(*) desc limit 1`.execute(trx);
  const found = rows[0]?.type ?? offered[0] ?? 'semester';
  if (offered.length < 2) return found;
  return (
    questions.ask({
      name: 'sessions',
      label: 'Which sessions become semesters?',
      help: 'Classes of other sessions go to the one that theirs is part of, or else to its first part that has not ended.',
      found,
      choices: offered.map((value) => ({
        value,
        label: `${value}: ${firstSessions(sessions.filter(({ type }) => type === value))}`,
      })),
    }) ?? found
  );
}

/** The format's end dates are exclusive, and many systems write the last day all the same. */
export function askEnds(
  { questions, isOurs }: Roster,
  sessions: Session[],
  seemsExclusive: boolean,
): boolean {
  const answer = questions.ask({
    name: 'end_dates',
    label: 'Which day does an end date of the file name?',
    help: `By OneRoster an end date is the day after the last one; many systems write the last day.${endText(sessions)}`,
    found: isOurs || seemsExclusive ? 'day_after' : 'last_day',
    choices: [
      { value: 'last_day', label: 'The last day itself' },
      { value: 'day_after', label: 'The day after the last day' },
    ],
  });
  return answer === 'day_after';
}

/** Whether a session begins on the day on which another one of its type ends. */
export async function sharesADate({ trx }: Roster): Promise<boolean> {
  const { rows } = await sql`
    select from roster a join roster b on b.file = a.file and b.v ->> 'type' = a.v ->> 'type'
      and b.v ->> 'startDate' = a.v ->> 'endDate'
    where a.file = 'academicSessions' limit 1`.execute(trx);
  return rows.length > 0;
}

export async function batchesOf({ trx }: Roster): Promise<string[]> {
  const rows = await trx
    .selectFrom('semester')
    .select('batch')
    .where('archived_at', 'is', null)
    .groupBy('batch')
    .orderBy(({ fn }) => fn.max('semester_start_date'), 'desc')
    .limit(20)
    .execute();
  return rows.map(({ batch }) => batch);
}

export function askBatch({ questions }: Roster, batches: string[], isNeeded: boolean): string {
  if (!isNeeded) return '';
  const [only] = batches.length === 1 ? batches : [];
  return (
    questions.ask({
      name: 'batch',
      label: 'Batch of the new semesters',
      help: `The file has no batches. ${batches.length ? `There are: ${batches.join(', ')}.` : 'Such as the year in which the students began.'}`,
      found: only ?? null,
      isOfFile: true,
      rule: semesters.fields.batch,
    }) ?? '?'
  );
}
