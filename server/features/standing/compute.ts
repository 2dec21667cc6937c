import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { leftUnfinished, rateCounts, excused, withDetails } from '../attendance/predicates.ts';
import { enrolledOn } from '../enrolment/predicates.ts';
import { scheduledMinutes, takesPlace } from '../meetings/predicates.ts';

/** The moment for which standings are computed. */
export interface Moment {
  /** The institute's date, and its local date and time without a zone. */
  today: string;
  now: string;
}

/** Whose standing is computed: of a student in a subject and semester, or (null) in all of them. */
export interface Wanted {
  student_id: number;
  semester_id: number | null;
  subject_id: number | null;
}

const columns = sql`student_id, semester_id, subject_id, present, late, absent, excused,
  scheduled_minutes, excused_minutes, attended_minutes, unfinished, unfinished_minutes, streak,
  absent_on, left_meetings, left_minutes`;

const isWanted = (row: string) => sql`(w.subject_id is null
  or (${sql.ref(`${row}.subject_id`)}, ${sql.ref(`${row}.semester_id`)}) = (w.subject_id, w.semester_id))`;

/**
 * Computes what marks add up to, of students in subjects of semesters that have not ended
 * (R-RATE-1), from the marks themselves.
 * @returns the students of whom something differed from what was stored.
 */
export async function computeStanding(
  trx: Database,
  wanted: Wanted[],
  { today, now }: Moment,
): Promise<number[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ student_id: number }>`
    with wanted as materialized (
      select * from unnest(${wanted.map((one) => one.student_id)}::bigint[],
        ${wanted.map((one) => one.semester_id)}::bigint[],
        ${wanted.map((one) => one.subject_id)}::bigint[]) w(student_id, semester_id, subject_id)
    ), attended as materialized (
      select distinct on (e.student_id, g.id)
        e.student_id, c.semester_id, c.subject_id, g.*, a.status as mark
      from wanted w
      join enrolment e on e.student_id = w.student_id
      join student s on s.id = e.student_id and s.archived_at is null
      join class_schedule c on c.id = e.class_schedule_id and ${isWanted('c')}
      join semester m on m.id = c.semester_id and m.semester_end_date >= ${today}::date
      join class_meeting g on g.class_schedule_id = c.id and ${takesPlace} and ${enrolledOn(sql`g.date`)}
      left join attendance a on a.student_id = e.student_id
        and a.class_schedule_id = g.class_schedule_id and a.date = g.date
    ), counted as (
      select a.student_id, g.semester_id, g.subject_id, ${rateCounts},
        coalesce(array_agg(g.date order by g.date, g.start_time, g.id)
          filter (where a.status = 'Absent' and ${excused} is not true), '{}') as absent_on,
        array_agg(a.status order by g.date desc, g.start_time desc, g.id desc)
          filter (where ${excused} is not true) as latest_first
      from attended g
      join attendance a on a.student_id = g.student_id
        and a.class_schedule_id = g.class_schedule_id and a.date = g.date
      ${withDetails}
      group by a.student_id, g.semester_id, g.subject_id
    ), unmarked as (
      select g.student_id, g.semester_id, g.subject_id,
        count(*) filter (where not passed) as left_meetings,
        coalesce(sum(${scheduledMinutes}) filter (where not passed), 0) as left_minutes,
        count(*) filter (where passed and ${leftUnfinished(now)}) as unfinished,
        coalesce(sum(${scheduledMinutes}) filter (where passed and ${leftUnfinished(now)}), 0)
          as unfinished_minutes
      from (
        select *, date + end_time <= ${now}::timestamp as passed from attended where mark is null
      ) g
      group by g.student_id, g.semester_id, g.subject_id
    ), current as (
      select student_id, semester_id, subject_id, coalesce(present, 0) as present,
        coalesce(late, 0) as late, coalesce(absent, 0) as absent, coalesce(excused, 0) as excused,
        coalesce(scheduled_minutes, 0) as scheduled_minutes,
        coalesce(excused_minutes, 0) as excused_minutes,
        coalesce(attended_minutes, 0) as attended_minutes,
        coalesce(unfinished, 0) as unfinished, coalesce(unfinished_minutes, 0) as unfinished_minutes,
        coalesce(array_position(latest_first, 'Present') - 1, cardinality(latest_first), 0) as streak,
        coalesce(absent_on, '{}') as absent_on, coalesce(left_meetings, 0) as left_meetings,
        coalesce(left_minutes, 0) as left_minutes
      from counted full join unmarked using (student_id, semester_id, subject_id)
    ), removed as (
      delete from standing s using wanted w
      where s.student_id = w.student_id and ${isWanted('s')}
        -- Hashed; "not exists" compares each with each, since the planner expects one row.
        and (s.student_id, s.semester_id, s.subject_id) not in (
          select student_id, semester_id, subject_id from current)
      returning s.student_id
    ), written as (
      insert into standing as s (${columns})
      select ${columns} from current order by student_id, semester_id, subject_id
      on conflict (student_id, semester_id, subject_id) do update set
        present = excluded.present, late = excluded.late, absent = excluded.absent,
        excused = excluded.excused, scheduled_minutes = excluded.scheduled_minutes,
        excused_minutes = excluded.excused_minutes,
        attended_minutes = excluded.attended_minutes, unfinished = excluded.unfinished,
        unfinished_minutes = excluded.unfinished_minutes, streak = excluded.streak,
        absent_on = excluded.absent_on, left_meetings = excluded.left_meetings,
        left_minutes = excluded.left_minutes
      where row(s.*) is distinct from row(excluded.*)
      returning s.student_id
    )
    select student_id from removed union select student_id from written`.execute(trx);
  return rows.map(({ student_id }) => student_id);
}
