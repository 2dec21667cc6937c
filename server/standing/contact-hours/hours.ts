import { sql, type RawBuilder } from 'kysely';
import type { HourCounts } from '#contract/standing/contact-hours.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rateCounts, rollExpected, withDetails } from '#server/school/attendance.ts';
import { notRecorded, type RollMoment } from '#server/school/roll-state.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { isOver, scheduledMinutes, takesPlace } from '#server/school/meetings.ts';
import { inPeriod, type Period } from './period.ts';

/** Minutes of the meetings `g` without a mark `a` of which something holds. */
const unmarkedMinutes = (holds: RawBuilder<boolean>) => sql`coalesce(sum(${scheduledMinutes})
  filter (where a.status is null and ${holds}), 0)::int`;

/**
 * Enrolments `e` with classes `c`, their meetings `g` of a period on days of the enrolment that are
 * expected to have a roll (R-ROLL-16), and the
 * marks `a` with details `d`.
 */
export const meetingsOf = (period: Period, { begins_on }: RollMoment): RawBuilder<unknown> => sql`
  enrolment e
  join class_schedule c on c.id = e.class_schedule_id
  join class_meeting g on g.class_schedule_id = c.id and ${takesPlace}
    and ${enrolledOn(sql`g.date`)} and ${inPeriod(period)} and ${rollExpected(begins_on)}
  left join attendance a on a.class_schedule_id = c.id and a.date = g.date
    and a.student_id = e.student_id
  ${withDetails}`;

/** The columns of `HourCounts`, and the minutes that are not counted (R-HOURS-1). */
export const hourCounts = (moment: RollMoment): RawBuilder<unknown> => sql`${rateCounts},
  ${unmarkedMinutes(sql`not ${isOver(moment.now)}`)} as left_minutes,
  ${unmarkedMinutes(notRecorded(moment))} as not_recorded_minutes`;

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
  moment: RollMoment,
): Promise<SubjectHours[]> {
  const { rows } = await sql<SubjectHours>`
    select e.student_id as student, j.subject_name, j.subject_code, count(*)::int as meetings,
      ${hourCounts(moment)}
    from ${meetingsOf(period, moment)}
    join subject j on j.id = c.subject_id
    where e.student_id = any(${[...students]}::bigint[])
    group by e.student_id, j.id
    order by j.subject_code`.execute(database);
  return rows;
}
