import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { containing } from '../../platform/http/lists.ts';

/** Students by name; `search` looks at student id, card number, e-mail and names. */
export async function findStudents(database: Database, query: { search: string; limit: number; page: number }) {
  const base = database
    .selectFrom('student')
    .where('archived_at', 'is', null)
    .$if(query.search !== '', (found) => found.where('search', 'like', containing(query.search)));
  const [rows, { total }] = await Promise.all([
    base
      .select(['id', 'uuid', 'student_id', 'first_name', 'last_name', 'gender', 'phone_number', 'date_of_birth'])
      .select(['batch', 'student_mail', 'rfid_number', 'profile_image'])
      .$narrowType<{ gender: 'male' | 'female' | 'other' | null }>()
      .orderBy('student_id')
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    base.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Which of the student the path names; null when there is none. */
export async function studentNamed(database: Database, named: { id: number } | { uuid: string }): Promise<number | null> {
  const found = await database
    .selectFrom('student')
    .select('id')
    .where((is) => ('id' in named ? is('id', '=', named.id) : is('uuid', '=', named.uuid)))
    .executeTakeFirst();
  return found?.id ?? null;
}

export interface StatRow {
  class_schedule: number;
  subject_name: string;
  subject_code: string;
  total: number;
  present: number;
  absent: number;
}

/** Per class of a student: how many dates there have been while enrolled, until today, and the marks on them. */
export async function attendanceByClass(database: Database, student: number, today: string): Promise<StatRow[]> {
  const { rows } = await sql<StatRow>`
    select c.id as class_schedule, s.subject_name, s.subject_code,
      count(distinct day.date) as total,
      count(distinct day.date) filter (where a.status = 'Present') as present,
      count(distinct day.date) filter (where a.status = 'Absent') as absent
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join subject s on s.id = c.subject_id
    join semester m on m.id = c.semester_id
    left join lateral (
      select d::date as date
      from generate_series(
        greatest(m.class_start_date, e.enrolled_from)::timestamp,
        least(m.class_end_date, coalesce(e.enrolled_to, 'infinity'), ${today}::date)::timestamp, interval '1 day') d
      where extract(isodow from d) = c.day_of_week
        and not exists (select from holiday h where h.date_from <= d::date and h.date_to >= d::date and h.archived_at is null)
    ) day on true
    left join attendance a on a.student_id = e.student_id and a.class_schedule_id = c.id and a.date = day.date
    where e.student_id = ${student}
    group by c.id, s.id
    order by s.subject_code, c.day_of_week, c.start_time`.execute(database);
  return rows;
}
