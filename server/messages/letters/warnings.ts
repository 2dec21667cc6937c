import { listedRateDefinition } from '#contract/standing/rate-definition.ts';
import { reasonsText, type RedListLine } from '#contract/standing/red-list-computed.ts';
import { classesOf } from '#contract/weekdays.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { findComputed } from '#server/standing/index.ts';
import { countValues } from './certificates.ts';
import type { Draft } from './make.ts';
import type { Recipient } from './recipients.ts';
import { datesIn, none } from './words.ts';

/** An entry that a warning letter can be written about. */
type Listed = RedListLine & { standing: NonNullable<RedListLine['standing']> };

const hasStanding = (line: RedListLine): line is Listed => line.standing !== null;

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

/** Entries of the computed red list that are new or accepted and for which a rule holds now. */
export const listedEntries = async (
  context: Context,
  database: Database,
  chosen: Chosen,
): Promise<Listed[]> => {
  const lines = await linesOf(context, database, chosen);
  return lines.filter(hasStanding).filter(({ why }) => why.length > 0);
};

/** The same, and entries by hand about classes of a current semester, with the facts of their subject. */
export async function warnedEntries(
  context: Context,
  database: Database,
  chosen: Chosen,
): Promise<Listed[]> {
  const lines = await linesOf(context, database, chosen);
  return lines
    .filter(hasStanding)
    .filter(({ state, why }) => state === 'by hand' || why.length > 0);
}

/** The values of a warning letter (R-PAPER-4). */
export function warningDraft(
  { settings }: Pick<AppContext, 'settings'>,
  recipient: Recipient,
  line: Listed,
): Draft {
  const { standing, below, subject, class_type, rate, best, absences_left } = line;
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
