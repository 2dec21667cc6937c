import { hourFigures, sumHours, type HourTerms } from '#contract/standing/contact-hours.ts';
import type { Evidence, EvidenceLine } from '#contract/standing/contact-hour-evidence.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import { limits } from '#contract/limits.ts';
import { can } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { rollMoment } from '#server/school/roll-state.ts';
import { evidenceFollowUps } from './follow-ups.ts';
import { hoursBySubject, type SubjectHours } from './hours.ts';
import { evidenceMeetings } from './meetings.ts';
import { chosenPeriod, semestersOf } from './period.ts';
import { readableStudent } from './readable.ts';

interface EvidenceOf {
  student: IdOrUuid;
  semester?: number[] | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

/** The letters of a student since a date that the user may read, the oldest first. */
export type LettersRead = (
  database: Database,
  student: number,
  from: string,
  user: CurrentUser,
) => Promise<Evidence['letters']>;

/** Minutes and their rates, with those that are not counted. */
function evidenceLine(subjects: readonly SubjectHours[], terms: HourTerms): EvidenceLine {
  const counts = sumHours(subjects);
  const not_recorded_minutes = subjects.reduce((sum, one) => sum + one.not_recorded_minutes, 0);
  return { ...counts, not_recorded_minutes, ...hourFigures(counts, terms) };
}

/**
 * The evidence of a student's contact hours in a period (R-HOURS-4).
 * @throws ApiError 404 for a student whom the user does not read, 400 for the period.
 */
export async function readEvidence(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { student: named, ...query }: EvidenceOf,
  user: CurrentUser,
  lettersRead: LettersRead,
): Promise<Evidence> {
  const student = await readableStudent(database, named, user);
  if (!student) throw notFound('This student');
  const moment = await rollMoment(database, clock);
  const semesters = await semestersOf(database, student.id);
  const period = chosenPeriod(query, semesters, clock.today());
  const { contact_hour_bands, excused_counts } = settings.current();
  const terms = { contact_hour_bands, excused_counts };
  // One after the other: a call uses one connection.
  const subjects = await hoursBySubject(database, [student.id], period, moment);
  const meetings = await evidenceMeetings(database, {
    student: student.id,
    period,
    moment,
    mayReadReasons: can(user.permissions, 'Approved Leave List', 'read'),
    limit: limits.detailsDays + 1,
  });
  if (meetings.length > limits.detailsDays)
    throw validationError(
      period.semesters ? 'semester' : 'from_date',
      `has more than ${limits.detailsDays} meetings: choose a shorter period`,
    );
  return {
    student,
    semesters: semesters.map(({ from: _from, to: _to, ...semester }) => semester),
    chosen: [...(period.semesters ?? [])],
    from_date: period.from,
    to_date: period.to,
    as_of: clock.now().toString(),
    terms,
    totals: evidenceLine(subjects, terms),
    subjects: subjects.map((one) => ({
      subject_name: one.subject_name,
      subject_code: one.subject_code,
      meetings: one.meetings,
      ...evidenceLine([one], terms),
    })),
    meetings,
    follow_ups: await evidenceFollowUps(database, student.id, period, user),
    letters: await lettersRead(database, student.id, period.from, user),
  };
}
