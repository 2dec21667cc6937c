import { absencesLeft, bestReachable, probabilityBelow } from '#contract/standing/forecast.ts';
import { fractionOf, type RateTerms } from '#contract/rates.ts';
import type { SubjectForecast } from '#contract/people/student-details.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { openSubjectsOf } from './queries.ts';

/**
 * What is still open for a student, by subject and class type that a rule names (R-FORECAST-1, R-RED-4).
 * @param moment the institute's date, and its local date and time.
 */
export async function forecastsOf(
  database: Database,
  student: number,
  moment: { today: string; now: string },
  terms: RateTerms,
): Promise<SubjectForecast[]> {
  const rows = await openSubjectsOf(database, student, moment);
  return rows.map((row) => {
    const { subject_name, subject_code, semester, year, meetings_left, minutes_left } = row;
    const threshold = fractionOf(row.below);
    const left = { meetings: meetings_left, minutes: minutes_left };
    return {
      subject: { subject_name, subject_code },
      class_type: row.class_type,
      semester: { semester, year },
      threshold,
      meetings_left,
      best: bestReachable(row, left, terms) ?? { part: 1, of: 1 },
      absences_left: absencesLeft(row, left, threshold, terms),
      probability: probabilityBelow(row, left, threshold, terms),
    };
  });
}
