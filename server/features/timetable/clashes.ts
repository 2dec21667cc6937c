import { sql } from 'kysely';
import type { ClassClash, Weekday } from '#contract/timetable.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { nameOfDay, numberOfDay } from './when.ts';

/** A weekly class before it is saved. */
export interface ProposedClass {
  /** The id of an existing class, which does not clash with itself. */
  id?: number;
  day_of_week: Weekday;
  start_time: string;
  end_time: string;
  teacher_id: number;
  classroom_id: number;
  semester_id: number;
}

/** Maximum clashes of a response: an overbooked room has hundreds. */
const maxClashes = 20;

/**
 * Classes of the same teacher, or in the same room, at an overlapping time in semesters whose class
 * dates overlap. Consecutive classes do not clash, and rooms with capacity 0 (outdoors, online) are
 * excluded.
 */
export async function findClashes(
  database: Database,
  proposed: ProposedClass,
): Promise<ClassClash[]> {
  const {
    id = 0,
    day_of_week,
    start_time,
    end_time,
    teacher_id,
    classroom_id,
    semester_id,
  } = proposed;
  const { rows } = await sql<{
    id: number;
    teacher: boolean;
    room: boolean;
    day_of_week: number;
    start_time: string;
    end_time: string;
    subject_name: string;
    subject_code: string;
    room_number: string;
    first_name: string;
    last_name: string;
  }>`
    select c.id, c.teacher_id = ${teacher_id} as teacher,
      c.classroom_id = ${classroom_id} and r.capacity > 0 as room,
      c.day_of_week, c.start_time, c.end_time, s.subject_name, s.subject_code, r.room_number,
      t.first_name, t.last_name
    from class_schedule c
    join semester m on m.id = c.semester_id
    join semester own on own.id = ${semester_id} and own.class_start_date <= m.class_end_date
      and m.class_start_date <= own.class_end_date
    join subject s on s.id = c.subject_id join classroom r on r.id = c.classroom_id
    join teacher t on t.id = c.teacher_id
    where c.archived_at is null and c.id <> ${id} and c.day_of_week = ${numberOfDay(day_of_week)}
      and c.start_time < ${end_time}::time and ${start_time}::time < c.end_time
      and (c.teacher_id = ${teacher_id} or (c.classroom_id = ${classroom_id} and r.capacity > 0))
    order by c.start_time, c.id limit ${maxClashes}`.execute(database);
  return rows.map((row) => ({
    kinds: [
      ...(row.teacher ? (['teacher'] as const) : []),
      ...(row.room ? (['classroom'] as const) : []),
    ],
    id: row.id,
    subject: { subject_name: row.subject_name, subject_code: row.subject_code },
    day_of_week: nameOfDay(row.day_of_week),
    start_time: row.start_time,
    end_time: row.end_time,
    classroom: { room_number: row.room_number },
    teacher: { first_name: row.first_name, last_name: row.last_name },
  }));
}
