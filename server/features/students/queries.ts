import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

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
    ${daysOfClasses(student, today)}
    group by c.id, s.id
    order by s.subject_code, c.day_of_week, c.start_time`.execute(database);
  return rows;
}

export interface DayRow {
  class_schedule: number;
  date: string;
  status: 'Present' | 'Absent' | 'N/A';
}

/** Each date of each class of a student while enrolled, until today, with its mark. */
export async function daysOfStudent(database: Database, student: number, today: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select distinct c.id as class_schedule, day.date, coalesce(a.status, 'N/A') as status
    ${daysOfClasses(student, today)} and day.date is not null
    order by day.date, c.id`.execute(database);
  return rows;
}

const daysOfClasses = (student: number, today: string) => sql`
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
      -- A mark counts, whatever semester and holidays say since: rates agree with rolls and exports.
      union
      select t.date from attendance t
      where t.student_id = e.student_id and t.class_schedule_id = c.id
        and t.date >= e.enrolled_from and (e.enrolled_to is null or t.date <= e.enrolled_to)
    ) day on true
    left join attendance a on a.student_id = e.student_id and a.class_schedule_id = c.id and a.date = day.date
    where e.student_id = ${student}`;

export interface EnrolmentRow {
  id: number;
  class_schedule: number;
  subject_name: string;
  subject_code: string;
  class_type: string;
  day_of_week: number;
  start_time: string;
  end_time: string;
  room_number: string;
  first_name: string;
  last_name: string;
  semester: number;
  year: number;
  enrolled_from: string;
  enrolled_to: string | null;
}

/** Every enrolment of a student, also those that have ended; the open ones first. */
export async function enrolmentsOf(database: Database, student: number): Promise<EnrolmentRow[]> {
  const { rows } = await sql<EnrolmentRow>`
    select e.id, c.id as class_schedule, s.subject_name, s.subject_code, c.class_type, c.day_of_week, c.start_time, c.end_time,
      r.room_number, t.first_name, t.last_name, m.semester, m.year, e.enrolled_from, e.enrolled_to
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join subject s on s.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    join teacher t on t.id = c.teacher_id
    join semester m on m.id = c.semester_id
    where e.student_id = ${student}
    order by e.enrolled_to is not null, e.enrolled_to desc, c.day_of_week, c.start_time, e.id`.execute(database);
  return rows;
}

/** What was noted about a student's classes on days while enrolled, the latest first. */
export async function notesAbout(database: Database, student: number, most: number) {
  const { rows } = await sql<{ id: number; date: string; note: string; subject_name: string; subject_code: string; author: string }>`
    select n.id, n.date, n.note, s.subject_name, s.subject_code, coalesce(t.first_name || ' ' || t.last_name, u.name) as author
    from attendance_note n
    join class_schedule c on c.id = n.class_schedule_id
    join subject s on s.id = c.subject_id
    join app_user u on u.id = n.created_by
    left join teacher t on t.id = n.teacher_id
    where n.archived_at is null and exists (
      select from enrolment e
      where e.student_id = ${student} and e.class_schedule_id = n.class_schedule_id
        and e.enrolled_from <= n.date and (e.enrolled_to is null or e.enrolled_to >= n.date)
    )
    order by n.date desc, n.id desc limit ${most}`.execute(database);
  return rows;
}

export interface ChangeRow {
  id: number;
  date: string;
  subject_code: string;
  from: 'Present' | 'Absent' | null;
  to: 'Present' | 'Absent' | null;
  how: string;
  changed_by: string | null;
  changed_at: string;
}

/** Who changed which mark of a student, the latest first. */
export async function changesOf(database: Database, student: number, most: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select h.id, h.date, s.subject_code, h.from_status as "from", h.to_status as "to", h.how, u.name as changed_by, h.changed_at
    from attendance_history h
    join class_schedule c on c.id = h.class_schedule_id
    join subject s on s.id = c.subject_id
    left join app_user u on u.id = h.changed_by
    where h.student_id = ${student}
    order by h.date desc, h.id desc limit ${most}`.execute(database);
  return rows;
}
