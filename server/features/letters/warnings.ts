import { sql } from 'kysely';
import { listedRateDefinition } from '#contract/rate-definition.ts';
import { reasonsText, type RedListLine } from '#contract/red-list-computed.ts';
import { classesOf } from '#contract/weekdays.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { factsOf, findComputed, maxDates, type StoredStanding } from '../red-list/computed.ts';
import { belowOfSubject } from '../red-list/predicates.ts';
import { countValues } from './certificates.ts';
import type { Draft } from './make.ts';
import type { Recipient } from './recipients.ts';
import { datesIn, none } from './words.ts';

/** An entry that a warning letter can be written about. */
type Listed = RedListLine & {
  standing: NonNullable<RedListLine['standing']>;
  /** Percent not to end below: of the rule that lists, by hand of the subject's rule. */
  threshold: number | null;
};

const hasReasons = (line: RedListLine): line is RedListLine & Pick<Listed, 'standing'> =>
  line.standing !== null && line.why.length > 0;

interface Chosen {
  /** Ids of computed entries, or the student whose first one is taken. */
  ids?: number[];
  student?: number;
  limit: number;
}

type Context = Pick<AppContext, 'settings' | 'clock'>;

const linesOf = async (
  { settings, clock }: Context,
  database: Database,
  { ids, student, limit }: Chosen,
): Promise<RedListLine[]> => {
  const found = await findComputed(
    database,
    {
      ...(ids && { ids }),
      ...(student !== undefined && { student: [student] }),
      search: '',
      ordering: 'rate',
      limit,
      page: 1,
      teacher: null,
    },
    settings.current(),
    clock.today(),
  );
  return found.rows;
};

const listed = (lines: RedListLine[]): Listed[] =>
  lines.filter(hasReasons).map((line) => ({ ...line, threshold: line.rule?.below ?? null }));

/** Entries of the computed red list that are new or accepted and for which a rule holds now. */
export const listedEntries = async (
  context: Context,
  database: Database,
  chosen: Chosen,
): Promise<Listed[]> => listed(await linesOf(context, database, chosen));

/** The same, and entries by hand about classes of a current semester, with the facts of their subject. */
export async function warnedEntries(
  context: Context,
  database: Database,
  chosen: Chosen,
): Promise<Listed[]> {
  const lines = await linesOf(context, database, chosen);
  const byHand = lines.filter(({ state }) => state === 'by hand');
  const facts = await factsByHand(context, database, byHand);
  return [...listed(lines), ...facts];
}

/** Entries by hand with what the marks of their subject add up to, in the latest semester that has begun. */
async function factsByHand(
  { settings, clock }: Context,
  database: Database,
  lines: RedListLine[],
): Promise<Listed[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ id: number; standing: StoredStanding; below: number | null }>`
    select -h.id as id, st.standing, ${belowOfSubject(sql`null`)}::float8 as below
    from red_list h
    join subject j on j.id = h.subject_id
    cross join lateral (
      select to_jsonb(own) as standing
      from standing own join semester m on m.id = own.semester_id
      where own.student_id = h.student_id and own.subject_id = h.subject_id
      order by m.semester_start_date <= ${clock.today()}::date desc, m.semester_start_date desc
      limit 1
    ) st
    where -h.id = any(${lines.map(({ id }) => id)}::bigint[])`.execute(database);
  const found = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap((line) => {
    const of = found.get(line.id);
    if (!of) return [];
    const absent_on = of.standing.absent_on.slice(-maxDates);
    return {
      ...line,
      ...factsOf({ ...of.standing, absent_on }, of.below, settings.current()),
      threshold: of.below,
    };
  });
}

/** The values of a warning letter (R-PAPER-4). */
export function warningDraft(
  { settings }: Pick<AppContext, 'settings'>,
  recipient: Recipient,
  line: Listed,
): Draft {
  const { standing, threshold: below, subject, class_type, rate, best, absences_left } = line;
  const terms = settings.current();
  const dates = datesIn(terms);
  // Of what the rate is, where the rules count unfinished rolls.
  const absent = standing.absent + (terms.unfinished_counts ? standing.unfinished : 0);
  return {
    recipient,
    subject,
    semester: null,
    values: {
      subject: subject
        ? classesOf(`${subject.subject_name} (${subject.subject_code})`, class_type)
        : 'all subjects',
      reasons:
        line.by_hand && line.why.length === 0
          ? `on the red list with ${line.by_hand.attendance_percentage}%`
          : reasonsText(line).join('; '),
      absent_dates: standing.absent_on.map(dates.short).join(', ') || none,
      ...countValues({ ...standing, absent }, rate, terms),
      definition: listedRateDefinition(terms),
      threshold: below === null ? none : `${below}%`,
      best_rate: best ?? none,
      classes_left: String(standing.left_meetings),
      absences_left:
        below === null ? none : absences_left === null ? noLonger(below) : String(absences_left),
    },
  };
}

const noLonger = (below: number): string => `none: ${below}% can no longer be reached`;
