import { sql } from 'kysely';
import { leastCounted } from '#contract/standing/forecast.ts';
import { sumCounts, type RateCounts } from '#contract/rates.ts';
import type { ClassType } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rateCounts, withDetails } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { scheduledMinutes, takesPlace } from '#server/school/meetings.ts';
import { belowOfSubject, ruledTypes } from '#server/school/red-list.ts';
import type { PastCase } from './calibration.ts';

interface OpenSubject extends RateCounts {
  subject_name: string;
  subject_code: string;
  /** Its classes of one type, which a rule of the red list names; null: all of them. */
  class_type: ClassType | null;
  semester: number;
  year: number;
  meetings_left: number;
  minutes_left: number;
  /** The percentage of the red list's rule, or the usual one. */
  below: number;
}

/**
 * A student's subjects in semesters that are not over and have meetings left, with the counts so far
 * (R-RATE-1), and those of the class types that a rule names. Left are meetings on days of the
 * enrolment that are not over and carry no mark.
 * @param moment the institute's date, and its local date and time.
 * @param least how many meetings are left at least.
 */
export async function openSubjectsOf(
  database: Database,
  student: number,
  { today, now }: { today: string; now: string },
  least = 1,
): Promise<OpenSubject[]> {
  const left = sql`a.status is null and g.date + g.end_time > ${now}::timestamp`;
  const { rows } = await sql<OpenSubject>`
    select j.subject_name, j.subject_code, k.class_type, m.semester, m.year, ${rateCounts},
      ${belowOfSubject(sql`k.class_type`)}::float8 as below,
      count(*) filter (where ${left}) as meetings_left,
      coalesce(sum(${scheduledMinutes}) filter (where ${left}), 0)::int as minutes_left
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join semester m on m.id = c.semester_id and m.semester_end_date >= ${today}::date
    join subject j on j.id = c.subject_id
    join class_meeting g on g.class_schedule_id = c.id and ${takesPlace}
      and ${enrolledOn(sql`g.date`)}
    left join attendance a on a.class_schedule_id = c.id and a.date = g.date
      and a.student_id = e.student_id
    ${withDetails}
    cross join lateral (select null::text as class_type
      union all select c.class_type where ${ruledTypes(sql`c`)}) k
    where e.student_id = ${student}
    group by j.id, m.id, k.class_type
    having count(*) filter (where ${left}) >= ${least}
    order by m.year, m.semester, j.subject_code, k.class_type nulls first`.execute(database);
  return rows;
}

interface EndedSubject {
  semester: number;
  subject: number;
}

/** The subjects that were taught in semesters that are over. */
export async function endedSubjects(database: Database, today: string): Promise<EndedSubject[]> {
  const { rows } = await sql<EndedSubject>`
    select distinct c.semester_id as semester, c.subject_id as subject
    from class_schedule c join semester m on m.id = c.semester_id
    where m.semester_end_date < ${today}::date
    order by 1, 2`.execute(database);
  return rows;
}

interface HalfRow extends RateCounts {
  student_id: number;
  past: boolean;
  meetings: number;
  minutes: number;
}

/**
 * Each student of a subject in a semester, at half of the student's counted meetings (R-RATE-1), and at
 * the end. Left at half are all meetings that took place later, as a forecast counts them. Students
 * with too few counted meetings for a forecast are left out.
 */
export async function casesOf(
  database: Database,
  { semester, subject }: EndedSubject,
): Promise<PastCase[]> {
  const { rows } = await sql<HalfRow>`
    with meeting as (
      select e.student_id, g.class_schedule_id, g.date, a.status is not null as counts,
        count(a.status) over (partition by e.student_id
          order by g.date, g.start_time, g.class_schedule_id) as so_far,
        count(a.status) over (partition by e.student_id) / 2 as half
      from class_schedule c
      join class_meeting g on g.class_schedule_id = c.id and ${takesPlace}
      join enrolment e on e.class_schedule_id = c.id and ${enrolledOn(sql`g.date`)}
      left join attendance a on a.class_schedule_id = c.id and a.date = g.date
        and a.student_id = e.student_id
      where c.semester_id = ${semester} and c.subject_id = ${subject}
    )
    select m.student_id, m.so_far < m.half or m.so_far = m.half and m.counts as past,
      count(*) as meetings, sum(${scheduledMinutes})::int as minutes, ${rateCounts}
    from meeting m
    join class_meeting g on g.class_schedule_id = m.class_schedule_id and g.date = m.date
    left join attendance a on a.class_schedule_id = g.class_schedule_id and a.date = g.date
      and a.student_id = m.student_id
    ${withDetails}
    where m.half >= ${leastCounted}
    group by 1, 2
    order by 1, 2`.execute(database);
  return [...Map.groupBy(rows, (row) => row.student_id).values()].flatMap((halves) => {
    const [before, after] = [halves.find(({ past }) => past), halves.find(({ past }) => !past)];
    if (!before || !after) return [];
    const { meetings, minutes } = after;
    return [{ counts: before, left: { meetings, minutes }, end: sumCounts([before, after]) }];
  });
}
