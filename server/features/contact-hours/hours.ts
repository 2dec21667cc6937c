import { sql, type RawBuilder } from 'kysely';
import type { HourCounts } from '#contract/contact-hours.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rateCounts, withDetails } from '../attendance/predicates.ts';
import { enrolledOn } from '../enrolment/predicates.ts';
import { scheduledMinutes, takesPlace } from '../meetings/predicates.ts';
import { inPeriod, type Period } from './period.ts';

/** Minutes of meetings `g` without a mark `a`, by whether they are over. */
const unmarkedMinutes = (isOver: RawBuilder<boolean>) => sql`coalesce(sum(${scheduledMinutes})
  filter (where a.status is null and ${isOver}), 0)::int`;

/** Whether meeting `g` is over. @param now local date and time of the institute. */
const isOver = (now: string) => sql<boolean>`(g.date + g.end_time <= ${now}::timestamp)`;

/**
 * Enrolments `e` with classes `c`, their meetings `g` of a period on days of the enrolment, and the
 * marks `a` with details `d`.
 */
export const meetingsOf = (period: Period): RawBuilder<unknown> => sql`
  enrolment e
  join class_schedule c on c.id = e.class_schedule_id
  join class_meeting g on g.class_schedule_id = c.id and ${takesPlace}
    and ${enrolledOn(sql`g.date`)} and ${inPeriod(period)}
  left join attendance a on a.class_schedule_id = c.id and a.date = g.date
    and a.student_id = e.student_id
  ${withDetails}`;

/** The columns of `HourCounts`, and the minutes that are not counted (R-HOURS-1). */
export const hourCounts = (now: string): RawBuilder<unknown> => sql`${rateCounts},
  ${unmarkedMinutes(sql`not ${isOver(now)}`)} as left_minutes,
  ${unmarkedMinutes(isOver(now))} as not_recorded_minutes`;

export interface SubjectHours extends HourCounts {
  student: number;
  subject_name: string;
  subject_code: string;
  not_recorded_minutes: number;
  /** Meetings of the period, to come or not. */
  meetings: number;
}

/** The minutes of students by subject, from the marks themselves. */
export async function hoursBySubject(
  database: Database,
  students: readonly number[],
  period: Period,
  now: string,
): Promise<SubjectHours[]> {
  const { rows } = await sql<SubjectHours>`
    select e.student_id as student, j.subject_name, j.subject_code, count(*)::int as meetings,
      ${hourCounts(now)}
    from ${meetingsOf(period)}
    join subject j on j.id = c.subject_id
    where e.student_id = any(${[...students]}::bigint[])
    group by e.student_id, j.id
    order by j.subject_code`.execute(database);
  return rows;
}
