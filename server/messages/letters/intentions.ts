import {
  hourFigures,
  hourRateText,
  hoursText,
  reachText,
  sumHours,
  type HourTerms,
} from '#contract/standing/contact-hours.ts';
import { hoursDefinition } from '#contract/standing/rate-definition.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { rollMoment } from '#server/school/roll-state.ts';
import {
  hoursBySubject,
  type SubjectHours,
  type Period,
  appealDate,
} from '#server/standing/index.ts';
import { latestSemester } from '#server/school/semesters.ts';
import type { Draft } from './make.ts';
import type { Recipient } from './recipients.ts';
import { datesIn } from './words.ts';

/** The semester that letters are about: the chosen one, else the latest that has begun. */
export async function intentionPeriod(
  database: Database,
  semester: number | null | undefined,
  today: string,
): Promise<Period & { semester: number }> {
  const id = semester ?? (await latestSemester(database, today));
  const found =
    id === null
      ? undefined
      : await database
          .selectFrom('semester')
          .select(['id', 'semester_start_date as from', 'semester_end_date as to'])
          .where('id', '=', id)
          .executeTakeFirst();
  if (!found) throw validationError('semester_id', 'is not known');
  if (found.from > today) throw validationError('semester_id', 'has not begun');
  return { semesters: [found.id], from: found.from, to: found.to, semester: found.id };
}

/** The values of letters of intention to report; students of whom nothing counts are left out (R-HOURS-5). */
export async function intentionDrafts(
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  database: Database,
  recipients: Recipient[],
  period: Period & { semester: number },
): Promise<{ drafts: Draft[]; without: Recipient[] }> {
  const terms = settings.current();
  const ids = recipients.map(({ id }) => id);
  const counted = await hoursBySubject(database, ids, period, await rollMoment(database, clock));
  const byStudent = Map.groupBy(counted, ({ student }) => student);
  const dates = datesIn(terms);
  const common = {
    from_date: dates.long(period.from),
    to_date: dates.long(period.to),
    appeal_date: dates.long(await appealDate(database, clock.today(), terms)),
    appeal_days: String(terms.appeal_working_days),
    definition: hoursDefinition(terms.excused_counts),
  };
  const without: Recipient[] = [];
  const drafts: Draft[] = [];
  for (const recipient of recipients) {
    const subjects = byStudent.get(recipient.id) ?? [];
    if (sumHours(subjects).scheduled_minutes === 0) without.push(recipient);
    else
      drafts.push({
        recipient,
        subject: null,
        semester: period.semester,
        values: { ...common, ...hourValues(subjects, terms) },
      });
  }
  return { drafts, without };
}

function hourValues(subjects: SubjectHours[], terms: HourTerms): Record<string, string> {
  const bands = terms.contact_hour_bands;
  const counts = sumHours(subjects);
  const { rate, best, worst, reach } = hourFigures(counts, terms);
  const lowest = reach.at(-1);
  return {
    scheduled_hours: hoursText(counts.scheduled_minutes),
    attended_hours: hoursText(counts.attended_minutes),
    excused_hours: hoursText(counts.excused_minutes),
    not_recorded_hours: hoursText(subjects.reduce((sum, one) => sum + one.not_recorded_minutes, 0)),
    left_hours: hoursText(counts.left_minutes),
    rate: hourRateText(rate, bands),
    best_rate: hourRateText(best, bands),
    worst_rate: hourRateText(worst, bands),
    bands: bands.map((percent) => `${percent}%`).join(', '),
    threshold: `${bands.at(-1)}%`,
    outlook: lowest ? reachText(lowest) : '',
    subjects: subjects
      .filter(({ scheduled_minutes }) => scheduled_minutes > 0)
      .map((row) => subjectLine(row, terms))
      .join('\n'),
  };
}

function subjectLine(row: SubjectHours, terms: HourTerms): string {
  const { subject_name, subject_code, attended_minutes, scheduled_minutes } = row;
  const rate = hourRateText(hourFigures(row, terms).rate, terms.contact_hour_bands);
  const hours = `${hoursText(attended_minutes)} of ${hoursText(scheduled_minutes)} h`;
  return `${subject_name} (${subject_code}): ${hours}, ${rate}`;
}
