import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { containing, type Page } from '../../platform/http/lists.ts';

export interface ClassFilter {
  search?: string;
  id?: number[];
  days?: number[];
  teacher?: number[];
  subject?: number[];
  classroom?: number[];
  semester?: number[];
  /** Only classes that take place on `day`. */
  onDay?: boolean;
  /** The date for counts and for "takes place". */
  day: string;
  ordering?: string;
  limit: number;
  page: number;
}

export interface ClassRow {
  id: number;
  class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial';
  day_of_week: number;
  start_time: string;
  end_time: string;
  color_coding: string;
  sort_order: number;
  subject_id: number;
  subject_name: string;
  subject_code: string;
  classroom_id: number;
  room_number: string;
  teacher_id: number;
  first_name: string;
  last_name: string;
  semester_id: number;
  semester: number;
  year: number;
  semester_start_date: string;
  semester_end_date: string;
  takes_place: boolean;
  number_of_students: number;
  total_present: number;
  total_absent: number;
}

const orders: Record<string, RawBuilder<unknown>> = {
  day_of_week: sql`c.day_of_week, c.start_time, s.subject_code, c.id`,
  '-day_of_week': sql`c.day_of_week desc, c.start_time desc, s.subject_code, c.id`,
  start_time: sql`c.start_time, s.subject_code, c.id`,
  '-start_time': sql`c.start_time desc, s.subject_code, c.id`,
};

/** Whether class `c` of semester `m` takes place on a day (design: weekday, class dates, no holiday). */
export const takesPlace = (day: string | RawBuilder<string>) => sql<boolean>`(
  c.day_of_week = extract(isodow from ${day}::date)
  and ${day}::date between m.class_start_date and m.class_end_date
  and not exists (
    select from holiday h where h.date_to >= ${day}::date and h.date_from <= ${day}::date and h.archived_at is null
  ))`;

/** Weekly classes with everything that lists, cards and the attendance screen show of them. */
export async function findClasses(database: Database, filter: ClassFilter): Promise<Page<ClassRow>> {
  const { day, limit, page } = filter;
  const among = (column: RawBuilder<unknown>, ids?: number[]) => (ids ? [sql`${column} = any(${ids}::bigint[])`] : []);
  const conditions = [
    sql`c.archived_at is null`,
    ...among(sql`c.id`, filter.id),
    ...among(sql`c.day_of_week`, filter.days),
    ...among(sql`c.teacher_id`, filter.teacher),
    ...among(sql`c.subject_id`, filter.subject),
    ...among(sql`c.classroom_id`, filter.classroom),
    ...among(sql`c.semester_id`, filter.semester),
    ...(filter.onDay ? [sql`c.day_of_week = extract(isodow from ${day}::date)`, takesPlace(day)] : []),
    ...(filter.search
      ? [sql`lower(concat_ws(' ', s.subject_name, s.subject_code, r.room_number, t.first_name, t.last_name)) like ${containing(filter.search)}`]
      : []),
  ];
  const from = sql`
    from class_schedule c
    join subject s on s.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    join teacher t on t.id = c.teacher_id
    join semester m on m.id = c.semester_id
    where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<ClassRow>`
    with page as materialized (
      select c.id, c.class_type, c.day_of_week, c.start_time, c.end_time, c.color_coding, c.sort_order,
        s.id as subject_id, s.subject_name, s.subject_code, r.id as classroom_id, r.room_number,
        t.id as teacher_id, t.first_name, t.last_name,
        m.id as semester_id, m.semester, m.year, m.semester_start_date, m.semester_end_date,
        ${takesPlace(day)} as takes_place,
        row_number() over (order by ${orders[filter.ordering ?? 'day_of_week']!}) as place
      ${from}
      order by place limit ${limit} offset ${(page - 1) * limit}
    )
    select page.*, enrolled.number_of_students, marks.total_present, marks.total_absent
    from page
    cross join lateral (
      select count(*) as number_of_students from enrolment e
      where e.class_schedule_id = page.id and e.enrolled_from <= ${day}::date
        and (e.enrolled_to is null or e.enrolled_to >= ${day}::date)
    ) enrolled
    cross join lateral (
      select count(*) filter (where a.status = 'Present') as total_present,
        count(*) filter (where a.status = 'Absent') as total_absent
      from attendance a where a.class_schedule_id = page.id and a.date = ${day}::date
    ) marks
    order by page.place`.execute(database);
  const everythingSeen = page === 1 && rows.length < limit;
  if (everythingSeen) return { rows, total: rows.length };
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(database);
  return { rows, total: counted.rows[0]!.total };
}

export interface StudentClassRow {
  student_id: number;
  id: number;
  subject_name: string;
  subject_code: string;
  room_number: string;
  first_name: string;
  last_name: string;
  day_of_week: number;
  start_time: string;
  end_time: string;
}

/** The classes that students are in on a date, for telling them where to go instead. */
export async function classesOfStudents(database: Database, students: number[], date: string): Promise<StudentClassRow[]> {
  const { rows } = await sql<StudentClassRow>`
    select e.student_id, c.id, s.subject_name, s.subject_code, r.room_number, t.first_name, t.last_name,
      c.day_of_week, c.start_time, c.end_time
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
    join subject s on s.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    join teacher t on t.id = c.teacher_id
    join semester m on m.id = c.semester_id
    where e.student_id = any(${students}::bigint[])
      and e.enrolled_from <= ${date}::date and (e.enrolled_to is null or e.enrolled_to >= ${date}::date)
      and ${takesPlace(date)}
    order by c.start_time, c.id`.execute(database);
  return rows;
}

/** Teachers by name; `search` looks at names and e-mail. */
export async function findTeachers(database: Database, query: { search: string; id?: number[]; limit: number; page: number }) {
  const base = database
    .selectFrom('teacher')
    .where('archived_at', 'is', null)
    .$if(query.id !== undefined, (found) => found.where('id', 'in', query.id!.length ? query.id! : [0]))
    .$if(query.search !== '', (found) =>
      found.where(sql<boolean>`lower(concat_ws(' ', first_name, last_name, email)) like ${containing(query.search)}`),
    );
  const [rows, { total }] = await Promise.all([
    base
      .select(['id', 'first_name', 'last_name', 'email', 'phone'])
      .orderBy(sql`lower(first_name)`)
      .orderBy(sql`lower(last_name)`)
      .orderBy('id')
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    base.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
