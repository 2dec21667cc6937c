import { sql } from 'kysely';
import {
  createMyCalendarLink,
  removeMyCalendarLink,
} from '#contract/attendance/my-attendance.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { implement } from '#server/platform/http/implement.ts';
import { staysOn } from '#server/school/attendance.ts';
import { roomText, teachersOf } from '#server/school/meetings.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { ownStudent } from '#server/school/own-student.ts';
import { calendarOf, maxOccurrences, newLink, spanAround, type Occurrence } from './ical.ts';

/** A student's private link to the calendar of their classes (R-ME-3). */
export function studentCalendarRoutes(api: Api, context: AppContext): void {
  const { database } = context;

  implement(api, createMyCalendarLink, async ({ user }, reply) => {
    const student_id = ownStudent(user);
    const { url, ...link } = newLink(context);
    await database
      .insertInto('student_calendar_link')
      .values({ student_id, ...link })
      .onConflict((conflict) => conflict.column('student_id').doUpdateSet(link))
      .execute();
    return reply.code(201).send({ url, created_at: link.created_at });
  });

  implement(api, removeMyCalendarLink, async ({ user }, reply) => {
    await database
      .deleteFrom('student_calendar_link')
      .where('student_id', '=', ownStudent(user))
      .execute();
    return reply.code(204).send(null);
  });
}

/**
 * The calendar of a student's link; null when it is of no active student, or where students no
 * longer sign in.
 */
export async function calendarOfStudent(context: AppContext, hash: Buffer): Promise<string | null> {
  const { database, clock, config } = context;
  if (!config.studentSignIn) return null;
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, person_name(s.first_name, s.last_name) as name
    from student_calendar_link l join student s on s.id = l.student_id
    where l.secret_hash = ${hash} and s.archived_at is null`.execute(database);
  if (!rows[0]) return null;
  const { from, to } = spanAround(clock.today());
  const occurrences = await classesOf(database, rows[0].id, from, to);
  return calendarOf(context, rows[0].name, occurrences, () => '/me');
}

/** The classes of a student on the days of the enrolment, those that were cancelled included. */
async function classesOf(
  database: Database,
  student: number,
  from: string,
  to: string,
): Promise<Occurrence[]> {
  const { rows } = await sql<Occurrence>`
    select c.id, g.date, g.start_time, g.end_time, c.class_type, c.group_name, s.subject_name,
      s.subject_code, ${roomText} as room_number, m.year || '/' || m.semester as semester,
      coalesce(g.moved_from, g.date) as original_date, g.extra_uid, g.sequence,
      g.status = 'cancelled' as cancelled, person_name(t.first_name, t.last_name) as covered_by,
      case when g.co_teacher_ids is not null then teachers_text(${teachersOf()}) end as taught_with
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join class_meeting g on g.class_schedule_id = c.id and ${enrolledOn(sql`g.date`)}
      and g.date between ${from}::date and ${to}::date and g.status in ('scheduled', 'cancelled')
    join semester m on m.id = c.semester_id
    join subject s on s.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    left join teacher t on t.id = g.covering_teacher_id
    where e.student_id = ${student} and ${staysOn(sql`g.date`)}
    order by g.date, g.start_time, c.id limit ${maxOccurrences}`.execute(database);
  return rows;
}
