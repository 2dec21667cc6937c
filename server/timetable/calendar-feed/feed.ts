import { sql } from 'kysely';
import {
  createCalendarLink,
  getCalendar,
  getCalendarLink,
  removeCalendarLink,
} from '#contract/timetable/calendar.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import {
  calendarOf,
  hashOfLink,
  maxOccurrences,
  newLink,
  spanAround,
  type Occurrence,
} from './ical.ts';
import { staysOn } from '#server/school/attendance.ts';
import { hasPlace, placesOf, roomText, teachersOf } from '#server/school/meetings.ts';
import { calendarOfStudent } from './student-feed.ts';

/**
 * A teacher's classes as an iCalendar feed, under a private link that the teacher can renew or
 * delete.
 */
export function calendarFeedRoutes(api: Api, context: AppContext): void {
  const { database } = context;

  implement(api, getCalendarLink, async ({ user }) => {
    const link = await database
      .selectFrom('calendar_link')
      .select('created_at')
      .where('teacher_id', '=', teacherOf(user))
      .executeTakeFirst();
    return { created_at: link?.created_at ?? null };
  });

  implement(api, createCalendarLink, async ({ user }, reply) => {
    const teacher_id = teacherOf(user);
    const { url, ...link } = newLink(context);
    await database
      .insertInto('calendar_link')
      .values({ teacher_id, ...link })
      .onConflict((conflict) =>
        conflict
          .column('teacher_id')
          .doUpdateSet({ secret_hash: link.secret_hash, created_at: link.created_at }),
      )
      .execute();
    return reply.code(201).send({ url, created_at: link.created_at });
  });

  implement(api, removeCalendarLink, async ({ user }, reply) => {
    await database.deleteFrom('calendar_link').where('teacher_id', '=', teacherOf(user)).execute();
    return reply.code(204).send(null);
  });

  implement(api, getCalendar, async (request, reply) => {
    const hash = hashOfLink(request.params.secret.replace(/\.ics$/, ''));
    const text =
      (await calendarOfTeacher(context, hash)) ?? (await calendarOfStudent(context, hash));
    if (text === null) throw notFound('This calendar');
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="classes.ics"',
      })
      .send(text);
  });
}

/** The calendar of a teacher's link; null when it is of no active teacher. */
async function calendarOfTeacher(context: AppContext, hash: Buffer): Promise<string | null> {
  const { database, clock } = context;
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, person_name(t.first_name, t.last_name) as name
    from calendar_link l join teacher t on t.id = l.teacher_id
    where l.secret_hash = ${hash} and t.archived_at is null`.execute(database);
  if (!rows[0]) return null;
  const { from, to } = spanAround(clock.today());
  const occurrences = await classesOf(database, rows[0].id, from, to);
  return calendarOf(
    context,
    rows[0].name,
    occurrences,
    ({ id, date }) => `/attendance/add?id=${id}&date=${date}`,
  );
}

function teacherOf(user: CurrentUser): number {
  if (user.teacherId === null) throw notFound('A calendar of your own classes');
  return user.teacherId;
}

/**
 * The classes of a teacher on their dates: held, cancelled, and covered by or for somebody else.
 * One that was moved is there once, on the date on which it is held.
 */
async function classesOf(
  database: Database,
  teacher: number,
  from: string,
  to: string,
): Promise<Occurrence[]> {
  const { rows } = await sql<Occurrence>`
    select c.id, g.date, g.start_time, g.end_time, c.class_type, c.group_name, s.subject_name,
      s.subject_code, ${roomText} as room_number,
      m.year || '/' || m.semester as semester,
      coalesce(g.moved_from, g.date) as original_date, g.extra_uid, g.sequence,
      g.status = 'cancelled' or own.present_id is distinct from ${teacher} as cancelled,
      person_name(t.first_name, t.last_name) as covered_by,
      teachers_text(array_remove(${teachersOf()}, ${teacher})) as taught_with
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id
    join semester m on m.id = c.semester_id
    join subject s on s.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    join lateral (
      select k.* from ${placesOf()} where ${teacher} in (k.teacher_id, k.covering_teacher_id)
      order by k.present_id is distinct from ${teacher} limit 1
    ) own on true
    left join teacher t on t.id = own.covering_teacher_id
    where ${hasPlace(teacher)} and g.date between ${from}::date and ${to}::date
      and ${staysOn(sql`g.date`)} and g.status in ('scheduled', 'cancelled')
    order by g.date, g.start_time, c.id limit ${maxOccurrences}`.execute(database);
  return rows;
}
