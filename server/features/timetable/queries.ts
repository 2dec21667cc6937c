import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { among, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import type { Weekday } from '../../../contract/timetable.ts';
import { numberOfDay } from './when.ts';

export interface ClassRow {
  id: number;
  class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial';
  day_of_week: number;
  start_time: string;
  end_time: string;
  color_coding: string;
  sort_order: number;
  payroll_id: number | null;
  subject_id: number;
  subject_name: string;
  subject_code: string;
  classroom_id: number;
  room_number: string;
  capacity: number;
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
  check_in: 'pending' | 'completed' | null;
  checked_in_id: number | null;
  checked_in_first_name: string;
  checked_in_last_name: string;
}

/** Whether class `c` (or another alias) of semester `m` takes place on a day (design: weekday, class dates, no holiday). */
export const takesPlace = (day: string | RawBuilder<string>, alias: 'c' | 'x' = 'c') => sql<boolean>`(
  ${sql.ref(`${alias}.day_of_week`)} = extract(isodow from ${day}::date)::int
  and ${day}::date between m.class_start_date and m.class_end_date
  and not exists (
    select from holiday h where h.date_to >= ${day}::date and h.date_from <= ${day}::date and h.archived_at is null
  ))`;

export interface ClassesAsked extends ListAsked {
  id?: number[];
  day_of_week?: Weekday[];
  class_type?: string[];
  teacher?: number[];
  subject?: number[];
  classroom?: number[];
  semester?: number[];
  cohort?: number[];
  /** Only classes that take place then; counts are of that date instead of today. */
  date?: string;
}

const dayOf = ({ date, today }: ClassesAsked): string => date ?? today;

/** Of a class, in lower case: what people type to find one. */
const dayNames = sql`(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])[x.day_of_week]`;

/** Weekly classes with everything that lists, cards and the attendance screen show of them. */
export const classListing: Listing<ClassesAsked> = {
  table: 'class_schedule',
  joins: () => sql`
    join subject s on s.id = x.subject_id
    join classroom r on r.id = x.classroom_id
    join teacher t on t.id = x.teacher_id
    join semester m on m.id = x.semester_id`,
  extras: (asked) => sql`
    cross join lateral (
      select count(*) as number_of_students from enrolment e
      where e.class_schedule_id = x.id and e.enrolled_from <= ${dayOf(asked)}::date
        and (e.enrolled_to is null or e.enrolled_to >= ${dayOf(asked)}::date)
    ) enrolled
    cross join lateral (
      select count(*) filter (where a.status = 'Present') as total_present,
        count(*) filter (where a.status = 'Absent') as total_absent
      from attendance a where a.class_schedule_id = x.id and a.date = ${dayOf(asked)}::date
    ) marks
    left join payroll_log l on l.class_schedule_id = x.id and l.date = ${dayOf(asked)}::date
    left join teacher lt on lt.id = l.teacher_id`,
  columns: (asked) => sql`
    x.id, x.class_type, x.day_of_week, x.start_time, x.end_time, x.color_coding, x.sort_order, x.payroll_id,
    s.id as subject_id, s.subject_name, s.subject_code, r.id as classroom_id, r.room_number, r.capacity,
    t.id as teacher_id, t.first_name, t.last_name,
    m.id as semester_id, m.semester, m.year, m.semester_start_date, m.semester_end_date,
    ${takesPlace(dayOf(asked), 'x')} as takes_place,
    enrolled.number_of_students, marks.total_present, marks.total_absent, l.status as check_in,
    lt.id as checked_in_id, lt.first_name as checked_in_first_name, lt.last_name as checked_in_last_name`,
  search: (word) => sql`(
    ${searchable('s.subject_name', 's.subject_code', 'r.room_number', 't.first_name', 't.last_name')} like ${word}
    or concat(${dayNames}, ' ', to_char(x.start_time, 'HH24:MI')) like ${word})`,
  filters: (asked) => [
    among('x.id', asked.id),
    asked.day_of_week && sql`x.day_of_week = any(${asked.day_of_week.map(numberOfDay)}::int[])`,
    asked.class_type && sql`x.class_type = any(${asked.class_type}::text[])`,
    among('x.teacher_id', asked.teacher),
    among('x.subject_id', asked.subject),
    among('x.classroom_id', asked.classroom),
    among('x.semester_id', asked.semester),
    asked.cohort && sql`x.id in (select class_schedule_id from cohort_schedule where cohort_id = any(${asked.cohort}::bigint[]))`,
    asked.date !== undefined && sql`x.day_of_week = extract(isodow from ${asked.date}::date)::int`,
    asked.date !== undefined && takesPlace(asked.date, 'x'),
  ],
  orders: {
    day_of_week: [sql`x.day_of_week`, sql`x.start_time`, sql`x.sort_order`, sql`s.subject_code`],
    start_time: [sql`x.start_time`, sql`x.sort_order`, sql`s.subject_code`],
    subject: [sql`s.subject_code`, sql`x.day_of_week`, sql`x.start_time`],
    classroom: [sql`r.room_number collate natural_order`, sql`x.day_of_week`, sql`x.start_time`],
    teacher: [sql`t.last_name collate natural_order`, sql`t.first_name collate natural_order`, sql`x.day_of_week`, sql`x.start_time`],
  },
};

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

/** Classes as the conflict panel shows them. */
export async function classesNamed(database: Database, ids: number[]): Promise<Omit<StudentClassRow, 'student_id'>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<StudentClassRow, 'student_id'>>`
    select ${conflictColumns}
    from class_schedule c ${conflictJoins}
    where c.id = any(${ids}::bigint[])
    order by c.day_of_week, c.start_time, c.id`.execute(database);
  return rows;
}

const conflictColumns = sql`
  c.id, s.subject_name, s.subject_code, r.room_number, t.first_name, t.last_name, c.day_of_week, c.start_time, c.end_time`;
const conflictJoins = sql`
  join subject s on s.id = c.subject_id
  join classroom r on r.id = c.classroom_id
  join teacher t on t.id = c.teacher_id`;

/** The classes that students are in on a date, for telling them where to go instead. */
export async function classesOfStudents(database: Database, students: number[], date: string): Promise<StudentClassRow[]> {
  const { rows } = await sql<StudentClassRow>`
    select e.student_id, ${conflictColumns}
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
    ${conflictJoins}
    join semester m on m.id = c.semester_id
    where e.student_id = any(${students}::bigint[])
      and e.enrolled_from <= ${date}::date and (e.enrolled_to is null or e.enrolled_to >= ${date}::date)
      and ${takesPlace(date)}
    order by c.start_time, c.id`.execute(database);
  return rows;
}
