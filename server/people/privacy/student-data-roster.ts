import { sql } from 'kysely';
import type { TableQuery } from './table-query.ts';

/** Former IDs of a student, what other systems call them, and their classes that wait for times. */
export const rosterQueries = (id: number): Record<string, TableQuery> => ({
  'former-ids': {
    columns: sql`x.former_id, x.had_from, x.ended_at`,
    from: sql`student_id_change x`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  'names-in-other-systems': {
    columns: sql`x.source, x.kind, x.sourced_id`,
    from: sql`external_id x`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  'guardians-in-other-systems': {
    columns: sql`x.source, x.sourced_id, g.name as guardian`,
    from: sql`external_guardian x left join guardian g on g.id = x.guardian_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  'classes-without-times': {
    columns: sql`s.subject_code, w.title, m.year, m.semester, x.sourced_id, x.member_from, x.member_to`,
    from: sql`waiting_member x join waiting_class w on w.id = x.waiting_class_id
      join subject s on s.id = w.subject_id join semester m on m.id = w.semester_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
});
