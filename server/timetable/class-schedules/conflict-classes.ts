import { sql } from 'kysely';
import type { WeekWord } from '#contract/weeks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import {
  furtherTeachers,
  meetingOn,
  peopleOf,
  roomText,
  takesPlace,
  teacherOfMeeting,
  type Person,
} from '#server/school/meetings.ts';
import { weekdayOf } from '#server/school/classes.ts';

export interface StudentClassRow {
  student_id: number;
  id: number;
  subject_name: string;
  subject_code: string;
  group_name: string | null;
  room_number: string;
  first_name: string;
  last_name: string;
  co_teachers: Person[];
  day_of_week: number;
  start_time: string;
  end_time: string;
  weeks: string | null;
  first_week: WeekWord;
}

/** Classes for the conflict panel. */
export async function classesNamed(
  database: Database,
  ids: number[],
): Promise<Omit<StudentClassRow, 'student_id'>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<StudentClassRow, 'student_id'>>`
    select ${conflictColumns}
    from class_schedule c ${conflictJoins}
    where c.id = any(${ids}::bigint[])
    order by c.day_of_week, c.start_time, c.id`.execute(database);
  return rows;
}

const conflictColumns = sql`
  c.id, s.subject_name, s.subject_code, c.group_name, rooms_text(c.classroom_id, c.more_classroom_ids) as room_number,
  t.first_name, t.last_name, ${peopleOf(sql`c.co_teacher_ids`)} as co_teachers, c.day_of_week,
  c.start_time, c.end_time, weeks_text(c.weeks) as weeks,
  m.first_week`;
const conflictJoins = sql`
  join semester m on m.id = c.semester_id
  join subject s on s.id = c.subject_id
  join classroom r on r.id = c.classroom_id
  join teacher t on t.id = c.teacher_id`;

/**
 * Maximum classes per student in a response: two thousand students with hundreds of classes would
 * be 100 MB.
 */
const maxPerStudent = 20;

/** Other classes of students on a date: all of one student, the first ones of several. */
export async function classesOfStudents(
  database: Database,
  students: number[],
  date: string,
): Promise<StudentClassRow[]> {
  const max = students.length === 1 ? null : maxPerStudent;
  const { rows } = await sql<StudentClassRow>`
    select theirs.* from unnest(${students}::bigint[]) as requested(id)
    cross join lateral (
      select e.student_id, c.id, s.subject_name, s.subject_code, c.group_name, ${roomText} as room_number, t.first_name,
        t.last_name, ${peopleOf(furtherTeachers)} as co_teachers, ${weekdayOf(sql`g.date`)} as day_of_week, g.start_time, g.end_time, null as weeks,
        m.first_week
      from enrolment e
      join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
      join semester m on m.id = c.semester_id
      join ${meetingOn(sql`c.id`, date)}
      join subject s on s.id = c.subject_id
      join classroom r on r.id = g.classroom_id
      join teacher t on t.id = ${teacherOfMeeting}
      where e.student_id = requested.id and ${enrolledOn(date)} and ${takesPlace}
      order by g.start_time, c.id limit ${max}::bigint
    ) theirs
    order by theirs.start_time, theirs.id`.execute(database);
  return rows;
}
