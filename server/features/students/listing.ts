import { sql } from 'kysely';
import type { CardState, Student } from '../../../contract/student.ts';
import { among, type ListAsked, type Listing } from '../../platform/resource/listing.ts';

export type StudentsAsked = ListAsked & {
  id?: number[];
  batch?: string[];
  gender?: string[];
  card_print_status?: CardState[];
  in_red_list?: boolean;
  subject?: number[];
  cohort?: number[];
  schedule_id?: number;
};

/** A student as the list reads it; the photo is still a key. */
export type StudentRow = Student;

const openOn = (alias: string, from: string, to: string, today: string) =>
  sql`${sql.ref(`${alias}.${from}`)} <= ${today}::date and (${sql.ref(`${alias}.${to}`)} is null or ${sql.ref(`${alias}.${to}`)} >= ${today}::date)`;

/** Students; `search` looks at student id, card number, e-mail and names by their trigrams. */
export const studentListing: Listing<StudentsAsked> = {
  table: 'student',
  columns: ({ today, schedule_id }) => sql`
    x.id, x.uuid, x.student_id, x.first_name, x.last_name, x.gender, x.phone_number, x.date_of_birth, x.batch,
    x.student_mail, x.rfid_number, x.profile_image, x.card_print_status,
    exists (select from red_list r where r.student_id = x.id and r.archived_at is null) as in_red_list,
    exists (
      select from enrolment e
      where e.student_id = x.id ${schedule_id === undefined ? sql`` : sql`and e.class_schedule_id = ${schedule_id}`}
        and ${openOn('e', 'enrolled_from', 'enrolled_to', today)}
    ) as enrolled,
    (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'year', c.year) order by c.year, c.name), '[]')
      from cohort_assignment a join cohort c on c.id = a.cohort_id
      where a.student_id = x.id and ${openOn('a', 'assigned_from', 'assigned_to', today)}
    ) as assigned_cohorts,
    x.erased_at is not null as erased`,
  search: (word) => sql`x.search like ${word}`,
  filters: ({ id, batch, gender, card_print_status, in_red_list, subject, cohort, today }) => [
    among('x.id', id),
    batch && sql`x.batch = any(${batch}::text[])`,
    gender && sql`x.gender = any(${gender}::text[])`,
    card_print_status?.length === 1
      ? sql`coalesce(x.card_print_status, 'not_printed') = ${card_print_status[0]}`
      : card_print_status && sql`coalesce(x.card_print_status, 'not_printed') = any(${card_print_status}::text[])`,
    in_red_list !== undefined &&
      sql`${in_red_list ? sql`` : sql`not`} exists (select from red_list r where r.student_id = x.id and r.archived_at is null)`,
    subject &&
      sql`x.id in (
        select e.student_id from enrolment e join class_schedule c on c.id = e.class_schedule_id
        where c.subject_id = any(${subject}::bigint[]) and ${openOn('e', 'enrolled_from', 'enrolled_to', today)})`,
    cohort &&
      sql`x.id in (
        select a.student_id from cohort_assignment a
        where a.cohort_id = any(${cohort}::bigint[]) and ${openOn('a', 'assigned_from', 'assigned_to', today)})`,
  ],
  orders: {
    student_id: [sql`x.student_id`],
    first_name: [sql`x.first_name collate natural_order`, sql`x.last_name collate natural_order`],
    last_name: [sql`x.last_name collate natural_order`, sql`x.first_name collate natural_order`],
    batch: [sql`x.batch`, sql`x.student_id`],
  },
};
