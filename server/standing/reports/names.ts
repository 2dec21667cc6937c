import { sql, type RawBuilder } from 'kysely';
import type { ReportGrouping } from '#contract/standing/report-terms.ts';

/** How the rows `x` of a grouping are named, found by `x.key`, and sorted by name. */
interface Naming {
  joins: RawBuilder<unknown>;
  name: RawBuilder<string>;
  detail: RawBuilder<string | null>;
  order: RawBuilder<unknown>[];
}

const inOrder = (column: string) => sql`${sql.ref(column)} collate natural_order`;
const inNameOrder = (person: string) => [
  sql`sort_name(${sql.ref(`${person}.first_name`)}, ${sql.ref(`${person}.last_name`)}) collate natural_order`,
  inOrder(`${person}.first_name`),
];
const nothing = sql<null>`null::text`;
const dayNames = sql`array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']`;

export const namings: Record<ReportGrouping, Naming> = {
  class: {
    joins: sql`
      join class_schedule c on c.id = x.key
      join subject s on s.id = c.subject_id
      join teacher t on t.id = c.teacher_id
      join classroom r on r.id = c.classroom_id
      join semester m on m.id = c.semester_id`,
    name: sql`with_group(s.subject_code || ' ' || s.subject_name, c.group_name)`,
    detail: sql`concat(left((${dayNames})[c.day_of_week], 3), ' ', to_char(c.start_time, 'HH24:MI'),
      ', ', r.room_number, ', ', person_name(t.first_name, t.last_name), ', ', m.year, '/', m.semester)`,
    order: [inOrder('s.subject_code'), sql`c.day_of_week`, sql`c.start_time`],
  },
  subject: {
    joins: sql`join subject s on s.id = x.key`,
    name: sql`s.subject_name`,
    detail: sql`s.subject_code`,
    order: [inOrder('s.subject_name'), inOrder('s.subject_code')],
  },
  teacher: {
    joins: sql`join teacher t on t.id = x.key`,
    name: sql`person_name(t.first_name, t.last_name)`,
    detail: nothing,
    order: inNameOrder('t'),
  },
  student: {
    joins: sql`join student s on s.id = x.key`,
    name: sql`person_name(s.first_name, s.last_name)`,
    detail: sql`s.student_id`,
    order: inNameOrder('s'),
  },
  cohort: {
    joins: sql`join cohort c on c.id = x.key`,
    name: sql`c.name`,
    detail: sql`c.year::text`,
    order: [inOrder('c.name')],
  },
  course: {
    joins: sql`join course c on c.id = x.key`,
    name: sql`c.name`,
    detail: nothing,
    order: [inOrder('c.name')],
  },
  room: {
    joins: sql`join classroom r on r.id = x.key`,
    name: sql`r.room_number`,
    detail: nothing,
    order: [inOrder('r.room_number')],
  },
  weekday_hour: {
    joins: sql``,
    name: sql`(${dayNames})[x.key / 100] || ' ' || lpad((x.key % 100)::text, 2, '0') || ':00'`,
    detail: nothing,
    order: [sql`x.key`],
  },
  week: {
    joins: sql``,
    name: sql`'Week ' || x.key`,
    detail: nothing,
    order: [sql`x.key`],
  },
};
