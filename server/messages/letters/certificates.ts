import { sql } from 'kysely';
import { rateDefinition } from '#contract/standing/rate-definition.ts';
import {
  countedOf,
  rateOf,
  rateText,
  sumCounts,
  type RateCounts,
  type RateTerms,
} from '#contract/rates.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { rateCounts, withDetails } from '#server/school/attendance.ts';
import { notRecorded, rollMoment, type RollMoment } from '#server/school/roll-state.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { periodOf } from '#server/timetable/index.ts';
import type { Draft } from './make.ts';
import type { Recipient } from './recipients.ts';
import { datesIn } from './words.ts';

/** First and last date, and the semester where one was chosen. */
interface CertifiedPeriod {
  from: string;
  to: string;
  semester: number | null;
}

interface PeriodBody {
  semester_id?: number | null | undefined;
  from_date?: string | null | undefined;
  to_date?: string | null | undefined;
}

/**
 * The period of a certificate, until today at the latest: what is to come is not certified.
 * @throws ApiError 400 for a period that is reversed, too long or not begun.
 */
export async function certifiedPeriod(
  database: Database,
  { semester_id, from_date, to_date }: PeriodBody,
  today: string,
): Promise<CertifiedPeriod> {
  const until = (to: string) => (to < today ? to : today);
  if (semester_id) {
    const found = await database
      .selectFrom('semester')
      .select(['semester_start_date as from', 'semester_end_date as to'])
      .where('id', '=', semester_id)
      .executeTakeFirst();
    if (!found) throw validationError('semester_id', 'is not known');
    if (found.from > today) throw validationError('semester_id', 'has not begun');
    return { from: found.from, to: until(found.to), semester: semester_id };
  }
  const { from, to } = periodOf(
    { from_date: from_date ?? undefined, to_date: to_date ?? undefined },
    today,
  );
  if (from > today) throw validationError('from_date', 'must not be later than today');
  return { from, to: until(to), semester: null };
}

interface SubjectRow extends RateCounts {
  student: number;
  subject_name: string;
  subject_code: string;
  not_taken: number;
}

/**
 * The counts of students by subject between two dates (R-RATE-1), and how many meetings that are over
 * carry no mark of theirs (R-ROLL-16).
 */
async function countsOf(
  database: Database,
  students: number[],
  { from, to }: CertifiedPeriod,
  moment: RollMoment,
): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select e.student_id as student, j.subject_name, j.subject_code, ${rateCounts},
      count(*) filter (where a.status is null and ${notRecorded(moment)}) as not_taken
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join subject j on j.id = c.subject_id
    join class_meeting g on g.class_schedule_id = c.id and ${takesPlace}
      and g.date between ${from}::date and ${to}::date and ${enrolledOn(sql`g.date`)}
    left join attendance a on a.class_schedule_id = c.id and a.date = g.date
      and a.student_id = e.student_id
    ${withDetails}
    where e.student_id = any(${students}::bigint[])
    group by e.student_id, j.id
    order by j.subject_code`.execute(database);
  return rows;
}

/** The values of certificates; students without a recorded meeting are left out (R-PAPER-3). */
export async function certificateDrafts(
  { clock, settings }: AppContext,
  database: Database,
  recipients: Recipient[],
  period: CertifiedPeriod,
): Promise<{ drafts: Draft[]; without: Recipient[] }> {
  const terms = settings.current();
  const dates = datesIn(terms);
  const ids = recipients.map(({ id }) => id);
  const counted = await countsOf(database, ids, period, await rollMoment(database, clock));
  const byStudent = Map.groupBy(counted, ({ student }) => student);
  const drafts = recipients.flatMap((recipient) => {
    const subjects = byStudent.get(recipient.id) ?? [];
    const sum = sumCounts(subjects);
    if (sum.present + sum.absent === 0) return [];
    return {
      recipient,
      subject: null,
      semester: period.semester,
      values: {
        from_date: dates.long(period.from),
        to_date: dates.long(period.to),
        ...countValues(sum, rateText(rateOf(sum, terms)), terms),
        not_taken: String(subjects.reduce((total, { not_taken }) => total + not_taken, 0)),
        subjects: subjects
          .filter(({ present, absent }) => present + absent > 0)
          .map((row) => subjectLine(row, terms))
          .join('\n'),
        definition: rateDefinition(terms),
      },
    };
  });
  const made = new Set(drafts.map(({ recipient }) => recipient.id));
  return { drafts, without: recipients.filter(({ id }) => !made.has(id)) };
}

/** Counts as texts, for letters of every kind. */
export const countValues = (
  counts: Pick<RateCounts, 'present' | 'late' | 'absent' | 'excused'>,
  rate: string,
  terms: RateTerms,
): Record<string, string> => ({
  rate,
  counted: String(countedOf(counts, terms)),
  present: String(counts.present),
  late: String(counts.late),
  absent: String(counts.absent),
  excused: String(counts.excused),
});

const subjectLine = (row: SubjectRow, terms: RateTerms): string =>
  [
    `${row.subject_name} (${row.subject_code}): ${row.present} of ${countedOf(row, terms)} classes`,
    rateText(rateOf(row, terms)),
    ...(row.excused ? [`${row.excused} excused`] : []),
  ].join(', ');
