import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { WeekWord } from '#contract/weeks.ts';
import { maxWeekClasses, type WeekClass, type weekQuery } from '#contract/timetable/week.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { whereIn } from '#server/platform/resource/list.ts';
import { staysOn } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import {
  furtherTeachers,
  hasPlace,
  isInRoom,
  peopleOf,
  roomsByIds,
  teacherOfMeeting,
} from '#server/school/meetings.ts';
import { meetingColumns, type ClassRow } from '../class-schedules/queries.ts';

/** Columns of a class of the week, as in lists of a date. */
type Shared =
  | 'id'
  | 'class_type'
  | 'group_name'
  | 'start_time'
  | 'end_time'
  | 'color_coding'
  | 'subject_id'
  | 'subject_name'
  | 'subject_code'
  | 'classroom_id'
  | 'room_number'
  | 'capacity'
  | 'teacher_id'
  | 'first_name'
  | 'last_name'
  | 'co_teachers'
  | 'more_rooms'
  | 'archived'
  | 'meeting_status'
  | 'meeting_origin'
  | 'reason'
  | 'moved_from'
  | 'moved_to'
  | 'sequence'
  | 'covering_teacher_id'
  | 'is_shared'
  | 'cover_payroll_id'
  | 'closed_at'
  | 'roll_closed';

export interface WeekRow extends Pick<ClassRow, Shared> {
  meeting_id: number;
  date: string;
  semester_id: number;
  usual: WeekClass['usual'];
}

type WeekFilters = Omit<z.output<typeof weekQuery>, 'date'>;

interface Period {
  from: string;
  to: string;
  today: string;
  edit_days: number;
}

/** Classes between two dates, including cancelled and moved ones. */
export async function classesBetween(
  database: Database,
  { from, to, ...terms }: Period,
  filters: WeekFilters,
): Promise<{ rows: WeekRow[]; total: number }> {
  const { rows } = await sql<WeekRow & { total: number }>`
    select found.*, ${usual} as usual from (
      select c.id, c.semester_id, g.date, g.start_time, g.end_time, c.class_type, c.group_name, c.color_coding,
        s.id as subject_id, s.subject_name, s.subject_code, r.id as classroom_id, r.room_number,
        r.capacity, t.id as teacher_id, t.first_name, t.last_name,
        ${peopleOf(furtherTeachers)} as co_teachers, ${roomsByIds(sql`g.more_classroom_ids`)} as more_rooms,
        c.archived_at is not null as archived, ${meetingColumns(terms)},
        g.own_time, g.own_room, count(*) over () as total
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id
      join subject s on s.id = c.subject_id
      join classroom r on r.id = g.classroom_id
      join teacher t on t.id = ${teacherOfMeeting}
      where g.date between ${from}::date and ${to}::date
        and g.status in ('scheduled', 'cancelled', 'moved')
        and ${staysOn(sql`g.date`)}
        ${sql.join(
          conditionsOf(filters).map((condition) => sql`and ${condition}`),
          sql` `,
        )}
      order by g.date, g.start_time, s.subject_code, g.id limit ${maxWeekClasses + 1}
    ) found`.execute(database);
  return {
    rows: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

interface SemesterOfWeek {
  id: number;
  year: number;
  semester: number;
  first_week: WeekWord;
  week: number;
}

/** The semesters that have class dates in the week of a Monday, with its number in each. */
export async function semestersOfWeek(
  database: Database,
  monday: string,
  only: number[] | undefined,
): Promise<SemesterOfWeek[]> {
  const { rows } = await sql<SemesterOfWeek>`
    select m.id, m.year, m.semester, m.first_week,
      semester_week(${monday}::date, m.class_start_date) as week
    from semester m
    where m.archived_at is null and m.class_start_date <= ${monday}::date + 6
      and m.class_end_date >= ${monday}::date
      and (${only ?? null}::bigint[] is null or m.id = any(${only ?? null}::bigint[]))
    order by m.class_start_date, m.id limit 20`.execute(database);
  return rows;
}

/** The pattern of that date, of the few classes whose times or room were changed on it. */
const usual = sql`case when found.own_time or found.own_room then (
  select jsonb_build_object('start_time', left(p.start_time::text, 5),
    'end_time', left(p.end_time::text, 5), 'room_number', rooms_text(p.classroom_id, p.more_classroom_ids))
  from class_schedule_pattern p
  where p.class_schedule_id = found.id and p.valid_from <= found.date
  order by p.valid_from desc limit 1) end`;

function conditionsOf(filters: WeekFilters): RawBuilder<unknown>[] {
  const { teacher, classroom, cohort, student, subject, semester } = filters;
  return [
    teacher && hasPlace(teacher),
    classroom && isInRoom(classroom),
    whereIn('c.subject_id', subject),
    whereIn('c.semester_id', semester),
    cohort &&
      sql`c.id in (select class_schedule_id from cohort_schedule
        where cohort_id = any(${cohort}::bigint[]))`,
    // The student's classes first: otherwise every class of the week is checked.
    student &&
      sql`c.id = any(array(select e.class_schedule_id from enrolment e
        where e.student_id = any(${student}::bigint[]))) and exists (select from enrolment e
        where e.class_schedule_id = c.id and e.student_id = any(${student}::bigint[])
          and ${enrolledOn(sql`g.date`)})`,
  ].filter((condition) => condition !== undefined);
}
