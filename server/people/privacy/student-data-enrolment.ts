import { sql } from 'kysely';
import { classColumns, classJoins } from './student-data-classes.ts';
import type { TableQuery } from './table-query.ts';

/** Classes, cohorts and transfers of a student. */
export const enrolmentQueries = (id: number): Record<string, TableQuery> => ({
  enrolments: {
    columns: sql`${classColumns}, m.year, m.semester, e.enrolled_from, e.enrolled_to, e.created_at`,
    from: sql`
      enrolment e ${classJoins(sql`e.class_schedule_id`)} join semester m on m.id = c.semester_id`,
    id: sql`e.id`,
    where: sql`e.student_id = ${id}`,
    order: sql`e.enrolled_from, e.id`,
  },
  cohorts: {
    columns: sql`k.name, k.year, a.assigned_from, a.assigned_to, a.created_at`,
    from: sql`cohort_assignment a join cohort k on k.id = a.cohort_id`,
    id: sql`a.id`,
    where: sql`a.student_id = ${id}`,
    order: sql`a.assigned_from, a.id`,
  },
  transfers: {
    columns: sql`
      f.name as from_cohort, t.name as to_cohort, x.transfer_date, x.created_at, x.undone_at`,
    from: sql`cohort_transfer x
      join cohort_assignment fa on fa.id = x.from_assignment_id join cohort f on f.id = fa.cohort_id
      join cohort_assignment ta on ta.id = x.to_assignment_id join cohort t on t.id = ta.cohort_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
});
