import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { containing } from '../../platform/http/lists.ts';

type Rows = Record<string, string | number | boolean | null>[];

/** Everything that is kept of one student, table by table, in words instead of ids. */
export interface Gathered {
  student: Record<string, unknown> & { student_id: string; first_name: string; last_name: string; profile_image: string | null };
  tables: Record<string, Rows>;
  /** Files by the name that they get, with their keys. */
  files: [name: string, key: string][];
}

const classOf = sql`s.subject_code, s.subject_name, c.class_type, c.day_of_week, c.start_time, c.end_time`;
const classJoins = (on: RawBuilder<unknown>) => sql`join class_schedule c on c.id = ${on} join subject s on s.id = c.subject_id`;

/** Null when there is no such student. */
export async function gatherStudent(database: Database, id: number): Promise<Gathered | null> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const read = async (query: RawBuilder<unknown>) => (await query.execute(trx)).rows as Rows;
      const [student] = (await read(sql`
        select id, uuid, student_id, first_name, last_name, gender, phone_number, date_of_birth, batch, student_mail, rfid_number,
          profile_image, card_print_status, archived_at, erased_at from student where id = ${id}`)) as unknown as Gathered['student'][];
      if (!student) return null;
      const tables: Gathered['tables'] = {
        enrolments: await read(sql`
          select ${classOf}, m.year, m.semester, e.enrolled_from, e.enrolled_to, e.created_at
          from enrolment e ${classJoins(sql`e.class_schedule_id`)} join semester m on m.id = c.semester_id
          where e.student_id = ${id} order by e.enrolled_from, e.id`),
        cohorts: await read(sql`
          select k.name, k.year, a.assigned_from, a.assigned_to, a.created_at
          from cohort_assignment a join cohort k on k.id = a.cohort_id where a.student_id = ${id} order by a.assigned_from, a.id`),
        transfers: await read(sql`
          select f.name as from_cohort, t.name as to_cohort, x.transfer_date, x.created_at, x.undone_at
          from cohort_transfer x
          join cohort_assignment fa on fa.id = x.from_assignment_id join cohort f on f.id = fa.cohort_id
          join cohort_assignment ta on ta.id = x.to_assignment_id join cohort t on t.id = ta.cohort_id
          where x.student_id = ${id} order by x.id`),
        attendance: await read(sql`
          select a.date, ${classOf}, a.status, a.how, u.name as marked_by, a.marked_at
          from attendance a ${classJoins(sql`a.class_schedule_id`)} left join app_user u on u.id = a.marked_by
          where a.student_id = ${id} order by a.date, c.start_time`),
        changes: await read(sql`
          select h.date, ${classOf}, h.from_status, h.to_status, h.how, u.name as changed_by, h.changed_at
          from attendance_history h ${classJoins(sql`h.class_schedule_id`)} left join app_user u on u.id = h.changed_by
          where h.student_id = ${id} order by h.changed_at, h.id`),
        leaves: await read(sql`
          select leave_from, leave_to, faculty_email, reason_for_leave, supporting_document, archived_at
          from leave where student_id = ${id} order by leave_from, id`),
        'red-list': await read(sql`
          select s.subject_code, s.subject_name, r.attendance_percentage, r.archived_at
          from red_list r join subject s on s.id = r.subject_id where r.student_id = ${id} order by s.subject_code`),
        notes: await read(sql`
          select n.date, ${classOf}, n.note, u.name as author, n.created_at
          from attendance_note n ${classJoins(sql`n.class_schedule_id`)} join app_user u on u.id = n.created_by
          where ${names(student)} order by n.date, n.id`),
        'audit-log': await read(sql`
          select at, kind, what, actor, about::text as about from audit where about -> 'student' @> to_jsonb(${id}::bigint) order by at, id`),
      };
      const documents = tables.leaves!.flatMap(({ supporting_document, leave_from }, number) =>
        supporting_document
          ? [[`leave-${leave_from}-${number + 1}${ending(String(supporting_document))}`, String(supporting_document)] as [string, string]]
          : [],
      );
      const photo = student.profile_image ? [[`photo${ending(student.profile_image)}`, student.profile_image] as [string, string]] : [];
      return { student, tables, files: [...photo, ...documents] };
    });
}

const ending = (key: string): string => /\.\w+$/.exec(key)?.[0] ?? '';

/** Notes of classes whose text names the student: by ID, or by first and last name. */
export function names({ student_id, first_name, last_name }: { student_id: string; first_name: string; last_name: string }): RawBuilder<boolean> {
  return sql<boolean>`(lower(n.note) like ${containing(student_id)}
    or (lower(n.note) like ${containing(first_name)} and lower(n.note) like ${containing(last_name)}))`;
}
