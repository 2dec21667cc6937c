import { sql } from 'kysely';
import { studentFieldNames } from '#contract/student-fields.ts';
import type { TableQuery } from './table-query.ts';

/** Students who were merged into a student. */
export const mergedQueries = (id: number): Record<string, TableQuery> => ({
  'merged-students': {
    columns: sql`${sql.join(studentFieldNames.map((name) => sql.ref(`x.${name}`)))}, m.done_at`,
    from: sql`student x join student_merge m on m.from_id = x.id`,
    id: sql`m.id`,
    where: sql`x.merged_into = ${id}`,
    order: sql`m.id`,
  },
});

/** Cards and the account of a student. */
export const cardQueries = (id: number): Record<string, TableQuery> => ({
  cards: {
    columns: sql`x.number, x.given_at, u.name as given_by, x.for_print, x.ended_at, v.name as ended_by, x.reason`,
    from: sql`student_card x left join app_user u on u.id = x.given_by
      left join app_user v on v.id = x.ended_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  account: {
    columns: sql`x.email, x.name, x.created_at`,
    from: sql`app_user x`,
    id: sql`x.id`,
    where: sql`x.own_student_id = ${id}`,
    order: sql`x.id`,
  },
});

/** Bulk changes and entries of the audit log about a student. */
export const logQueries = (id: number): Record<string, TableQuery> => ({
  'bulk-changes': {
    columns: sql`o.done_at, o.kind, o.about, b.table_name, b.before::text as before,
      b.after::text as after`,
    from: sql`bulk_operation_row b join bulk_operation o on o.id = b.operation_id`,
    id: sql`b.id`,
    where: sql`b.student_id = ${id}`,
    order: sql`o.done_at, b.id`,
  },
  'audit-log': {
    columns: sql`d.at, d.kind, d.what, d.actor, d.about::text as about`,
    from: sql`audit d`,
    id: sql`d.id`,
    where: sql`d.about -> 'student' @> to_jsonb(${id}::bigint)`,
    order: sql`d.at, d.id`,
  },
});
