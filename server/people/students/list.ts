import { sql } from 'kysely';
import type { CardState, Student } from '#contract/student.ts';
import { studentFieldNames } from '#contract/student-fields.ts';
import { whereIn, type ListQuery, type ListDefinition } from '#server/platform/resource/list.ts';
import { studentContains } from '#server/platform/resource/search.ts';
import { assignedOn, enrolledOn } from '#server/school/enrolled.ts';
import { amongRedListed, onRedList } from '#server/school/red-list.ts';

export type StudentsQuery = ListQuery & {
  id?: number[];
  batch?: string[];
  gender?: string[];
  card_print_status?: CardState[];
  in_red_list?: boolean;
  has_card?: boolean;
  course?: number[];
  subject?: number[];
  cohort?: number[];
  schedule_id?: number;
};

/** A student as selected; the photo is the key of a file. */
export type StudentRow = Student;

/** The list of students; `search` matches student ID, card number, e-mail and names by trigrams. */
export const studentList: ListDefinition<StudentsQuery> = {
  table: 'student',
  columns: ({ today, schedule_id }) => sql`
    x.id, x.uuid, ${sql.join(studentFieldNames.map((name) => sql.ref(`x.${name}`)))},
    ${onRedList(sql`x.id`)} as in_red_list,
    exists (
      select from enrolment e
      where e.student_id = x.id ${schedule_id === undefined ? sql`` : sql`and e.class_schedule_id = ${schedule_id}`}
        and ${enrolledOn(today)}
    ) as enrolled,
    (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'year', c.year)
        order by c.year, c.name), '[]')
      from cohort_assignment a join cohort c on c.id = a.cohort_id
      where a.student_id = x.id and ${assignedOn(today)}
    ) as assigned_cohorts,
    x.erased_at is not null as erased`,
  search: (word) => studentContains(word, 'x'),
  filters: ({
    id,
    batch,
    gender,
    card_print_status,
    in_red_list,
    has_card,
    course,
    subject,
    cohort,
    today,
  }) => [
    whereIn('x.id', id),
    batch && sql`x.batch = any(${batch}::text[])`,
    gender && sql`x.gender = any(${gender}::text[])`,
    card_print_status?.length === 1
      ? sql`coalesce(x.card_print_status, 'not_printed') = ${card_print_status[0]}`
      : card_print_status &&
        sql`coalesce(x.card_print_status, 'not_printed') = any(${card_print_status}::text[])`,
    in_red_list !== undefined &&
      sql`${in_red_list ? sql`` : sql`not`} ${amongRedListed(sql`x.id`)}`,
    has_card !== undefined && sql`(x.rfid_number is not null) = ${has_card}`,
    course &&
      sql`x.id in (
        select e.student_id from enrolment e join class_schedule c on c.id = e.class_schedule_id
        join subject j on j.id = c.subject_id
        where j.course_id = any(${course}::bigint[])
          and ${enrolledOn(today)})`,
    subject &&
      sql`x.id in (
        select e.student_id from enrolment e join class_schedule c on c.id = e.class_schedule_id
        where c.subject_id = any(${subject}::bigint[])
          and ${enrolledOn(today)})`,
    cohort &&
      sql`x.id in (
        select a.student_id from cohort_assignment a
        where a.cohort_id = any(${cohort}::bigint[])
          and ${assignedOn(today)})`,
  ],
  sortKeys: {
    student_id: [sql`x.student_id`],
    first_name: [sql`x.first_name collate natural_order`, sql`x.last_name collate natural_order`],
    last_name: [
      sql`sort_name(x.first_name, x.last_name) collate natural_order`,
      sql`x.first_name collate natural_order`,
    ],
    batch: [sql`x.batch`, sql`x.student_id`],
  },
};
