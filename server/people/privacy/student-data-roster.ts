import { sql } from 'kysely';
import type { TableQuery } from './table-query.ts';

/** What other systems call a student, and their classes that wait for times. */
export const rosterQueries = (id: number): Record<string, TableQuery> => ({
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
