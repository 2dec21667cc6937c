import { sql } from 'kysely';
import type { TableQuery } from './table-query.ts';

/** Red list entries of a student and their follow-ups. */
export const redListQueries = (id: number): Record<string, TableQuery> => ({
  'red-list': {
    columns: sql`s.subject_code, s.subject_name, r.attendance_percentage, r.archived_at`,
    from: sql`red_list r join subject s on s.id = r.subject_id`,
    id: sql`r.id`,
    where: sql`r.student_id = ${id}`,
    order: sql`s.subject_code, r.id`,
  },
  'follow-ups': {
    columns: sql`m.year, m.semester, s.subject_code, s.subject_name, o.name as owner, f.due_on,
      b.name as begun_by, f.begun_at, f.begun_rate, f.begun_absent, c.name as closed_by, f.closed_at,
      f.closed_rate, f.closed_absent, f.outcome, f.outcome_note`,
    from: sql`follow_up f join semester m on m.id = f.semester_id
      left join subject s on s.id = f.subject_id join app_user o on o.id = f.owner_id
      join app_user b on b.id = f.begun_by left join app_user c on c.id = f.closed_by`,
    id: sql`f.id`,
    where: sql`f.student_id = ${id}`,
    order: sql`f.begun_at, f.id`,
  },
  'follow-up-steps': {
    columns: sql`s.subject_code, f.begun_at, p.done_on, p.kind, p.note, p.outcome,
      u.name as written_by, p.written_at, p.corrected_at, p.removed_at`,
    from: sql`follow_up_step p join follow_up f on f.id = p.follow_up_id
      left join subject s on s.id = f.subject_id join app_user u on u.id = p.written_by`,
    id: sql`p.id`,
    where: sql`f.student_id = ${id}`,
    order: sql`p.done_on, p.id`,
  },
});
