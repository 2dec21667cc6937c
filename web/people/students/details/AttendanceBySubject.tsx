import { Link } from '@tanstack/react-router';
import { statusFacts, statusText, toneOf } from '#contract/status.ts';
import { rateOf, rateText, type RateCounts, type RateTerms } from '#contract/rates.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { longDate } from '#web/ui/format.ts';
import { subjectTitle } from '#web/school/subjects.ts';
import { bySubject } from './by-subject.ts';
import classes from './Details.module.css';

interface AttendanceBySubjectProps {
  attendance: StudentDetails['attendance'];
  /** The schedule of each class. */
  enrolments: StudentDetails['enrolments'];
  terms: StudentDetails['rate_terms'];
}

/** The rate per subject (R-RATE-2), and the dates of each class as a row of squares. */
export function AttendanceBySubject({ attendance, enrolments, terms }: AttendanceBySubjectProps) {
  return (
    <ul className={classes.subjects}>
      {bySubject(attendance, enrolments).map(({ subject, counts, notTaken, unfinished, of }) => (
        <li key={subject.subject_code}>
          <div className={classes.rate}>
            <h3>{subjectTitle(subject)}</h3>
            <span>{textOf(counts, { notTaken, unfinished }, terms)}</span>
          </div>
          {of.map(({ class_schedule, when, days }) => (
            <div key={class_schedule} className={classes.weeks}>
              <span>{when}</span>
              <ol className={classes.days}>
                {days.map(({ date, ...day }) => (
                  <li key={date}>
                    <Link
                      to="/attendance/view"
                      search={{ id: class_schedule, date }}
                      data-status={day.unfinished ? 'unfinished' : day.status}
                      data-tone={day.unfinished ? undefined : toneOf(day.status)}
                      title={`${longDate(date)}: ${dayText(day)}`}
                      aria-label={`${longDate(date)}: ${dayText(day)}`}
                    >
                      {signOf(day)}
                    </Link>
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

type Day = Pick<
  StudentDetails['attendance'][number]['days'][number],
  'status' | 'late_minutes' | 'excused' | 'unfinished'
>;

function dayText({ status, late_minutes, excused, unfinished }: Day): string {
  if (unfinished) return 'not taken in an unfinished roll';
  if (late_minutes) return `present, ${late_minutes} min late`;
  return excused ? 'absent, excused' : statusText(status).toLowerCase();
}

function signOf({ status, late_minutes, excused, unfinished }: Day): string {
  if (status === 'N/A') return unfinished ? '?' : '·';
  if (late_minutes) return 'L';
  return excused ? 'E' : statusFacts[status].sign;
}

/** The rate by the institute's definition, and its counts; dates without a mark are shown beside it. */
function textOf(
  counts: RateCounts,
  { notTaken, unfinished }: { notTaken: number; unfinished: number },
  terms: RateTerms,
): string {
  const { present, late, absent, excused } = counts;
  const taken = present + absent;
  const inUnfinished = unfinished
    ? ` (${unfinished} in ${unfinished === 1 ? 'an unfinished roll' : 'unfinished rolls'})`
    : '';
  const open = notTaken > 0 ? [`${notTaken} not taken${inUnfinished}`] : [];
  if (taken === 0) return open[0] ?? 'no class yet';
  const hours = (minutes: number) => Math.round(minutes / 6) / 10;
  return [
    `${rateText(rateOf(counts, terms))} present`,
    `${present} of ${taken} taken`,
    ...(late ? [`${late} late`] : []),
    ...(excused ? [`${excused} excused`] : []),
    `${hours(counts.attended_minutes)} of ${hours(counts.scheduled_minutes)} h`,
    ...open,
  ].join(' · ');
}
