import { sql } from 'kysely';
import { missing } from '#server/school/status.ts';
import type { Absence } from '#contract/standing/absences.ts';
import { countedOf, percentOf, rateOf, type RateCounts, type RateTerms } from '#contract/rates.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { studentContains, wordsOf } from '#server/platform/resource/search.ts';
import { rateCounts, rateFraction, withDetails } from '#server/school/attendance.ts';
import { assignedOn, enrolledOn } from '#server/school/enrolled.ts';
import { isTaughtBy, takesPlace } from '#server/school/meetings.ts';
import { onRedList } from '#server/school/red-list.ts';

interface AbsencesQuery {
  from: string;
  to: string;
  today: string;
  search: string;
  limit: number;
  page: number;
  ordering: string;
  subject?: number[];
  class_schedule?: number[];
  teacher?: number[];
  cohort?: number[];
  below?: number;
}

interface Row extends RateCounts {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  in_red_list: boolean;
  subject_id: number;
  subject_name: string;
  subject_code: string;
  last: Absence['last'];
}

/** One row for each student and subject with a recorded meeting between the dates (R-ABSENCE-1). */
export async function findAbsences(
  database: Database,
  query: AbsencesQuery,
  terms: RateTerms,
): Promise<Page<Absence>> {
  const { from, to, today, search, ordering, subject, class_schedule, teacher, cohort, below } =
    query;
  const meetings = [
    takesPlace,
    sql`g.date between ${from}::date and ${to}::date`,
    ...(class_schedule ? [sql`g.class_schedule_id = any(${class_schedule}::bigint[])`] : []),
    ...(teacher ? [isTaughtBy(teacher)] : []),
    ...(subject ? [sql`c.subject_id = any(${subject}::bigint[])`] : []),
  ];
  const students = [
    sql`s.archived_at is null`,
    ...wordsOf(search).map((word) => studentContains(word)),
    ...(cohort
      ? [
          sql`s.id in (select a.student_id from cohort_assignment a
            where a.cohort_id = any(${cohort}::bigint[]) and ${assignedOn(today)})`,
        ]
      : []),
  ];
  const { part, of } = rateFraction(terms);
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const name = sql`sort_name(s.first_name, s.last_name) collate natural_order, s.first_name collate natural_order, s.id, j.subject_code`;
  const keys = {
    absent: sql`counted.absent`,
    rate: sql`${part} / nullif(${of}, 0)::numeric`,
    last_name: sql`sort_name(s.first_name, s.last_name) collate natural_order`,
    student_id: sql`s.student_id collate natural_order`,
    subject: sql`j.subject_code`,
    last: sql`counted.last_on`,
  };
  const key = keys[ordering.replace('-', '') as keyof typeof keys];
  const found = await readCountedPage(query, (rows, offset) =>
    sql<Row & { total: number }>`
      with counted as (
        select a.student_id, c.subject_id, ${rateCounts},
          max(g.date) filter (where ${missing()}) as last_on,
          max(g.date + g.start_time) filter (where ${missing()}) as last_at,
          array_agg(g.class_schedule_id) filter (where ${missing()}) as missed
        from class_meeting g
        join class_schedule c on c.id = g.class_schedule_id
        join attendance a on a.class_schedule_id = g.class_schedule_id and a.date = g.date
        ${withDetails}
        where ${sql.join(meetings, sql` and `)}
          and exists (select from enrolment e
            where e.student_id = a.student_id and e.class_schedule_id = g.class_schedule_id
              and ${enrolledOn(sql`g.date`)})
        group by a.student_id, c.subject_id
      )
      select s.id, s.student_id, s.first_name, s.last_name, ${onRedList(sql`s.id`)} as in_red_list, j.id as subject_id, j.subject_name,
        j.subject_code, counted.present, counted.late, counted.absent, counted.excused,
        counted.scheduled_minutes, counted.excused_minutes, counted.attended_minutes,
        (select json_build_object('class_schedule', m.class_schedule_id, 'date', m.date,
            'start_time', to_char(m.start_time, 'HH24:MI'))
          from class_meeting m
          where m.class_schedule_id = any(counted.missed) and m.date = counted.last_on
            and m.date + m.start_time = counted.last_at
          limit 1) as last,
        count(*) over () as total
      from counted
      join student s on s.id = counted.student_id
      join subject j on j.id = counted.subject_id
      where ${sql.join(students, sql` and `)}
        and ${below === undefined ? sql`counted.absent > 0` : sql`${part} * 100 < ${below}::int * (${of})`}
      order by ${key} ${direction} nulls last, ${name}
      limit ${rows} offset ${offset}`.execute(database),
  );
  return { ...found, rows: found.rows.map((row) => present(row, terms)) };
}

const present = (
  { subject_id, subject_name, subject_code, ...row }: Row,
  terms: RateTerms,
): Absence => ({
  id: row.id,
  student_id: row.student_id,
  first_name: row.first_name,
  last_name: row.last_name,
  in_red_list: row.in_red_list,
  subject: { id: subject_id, subject_name, subject_code },
  present: row.present,
  late: row.late,
  absent: row.absent,
  excused: row.excused,
  counted: countedOf(row, terms),
  rate: percentOf(rateOf(row, terms)),
  last: row.last,
});
