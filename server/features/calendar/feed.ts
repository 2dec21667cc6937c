import { createHash, randomBytes } from 'node:crypto';
import { ICalCalendar, ICalCalendarMethod } from 'ical-generator';
import { sql } from 'kysely';
import { z } from 'zod';
import { calendarLink, newCalendarLink } from '../../../contract/calendar-link.ts';
import type { Api, Parts } from '../../parts.ts';
import type { Database } from '../../platform/database/pool.ts';
import { notFound } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { takesPlace } from '../timetable/queries.ts';
import { instantAt } from '../timetable/when.ts';

/** How far the calendar looks back and ahead, in days. */
const span = { back: 30, ahead: 190 };

interface Occurrence {
  id: number;
  date: string;
  start_time: string;
  end_time: string;
  class_type: string;
  subject_name: string;
  subject_code: string;
  room_number: string;
  semester: string;
}

/** A teacher's classes for the calendar of a phone, under a private link that they can renew or take away. */
export function calendarFeedRoutes(api: Api, { database, clock, config }: Parts): void {
  api.get('/calendar-link', { schema: { response: { 200: calendarLink } } }, async ({ who }) => {
    const link = await database.selectFrom('calendar_link').select('created_at').where('teacher_id', '=', teacherOf(who)).executeTakeFirst();
    return { created_at: link?.created_at ?? null };
  });

  api.post('/calendar-link/create', { schema: { body: z.strictObject({}), response: { 201: newCalendarLink } } }, async ({ who }, reply) => {
    const secret = randomBytes(24).toString('base64url');
    const link = { teacher_id: teacherOf(who), secret_hash: hashOf(secret), created_at: clock.now().toString() };
    await database
      .insertInto('calendar_link')
      .values(link)
      .onConflict((conflict) => conflict.column('teacher_id').doUpdateSet({ secret_hash: link.secret_hash, created_at: link.created_at }))
      .execute();
    return reply.code(201).send({ url: `${config.publicUrl}/api/v2/attendance/calendar/${secret}.ics`, created_at: link.created_at });
  });

  api.delete('/calendar-link', { schema: { response: { 204: z.null() } } }, async ({ who }, reply) => {
    await database.deleteFrom('calendar_link').where('teacher_id', '=', teacherOf(who)).execute();
    return reply.code(204).send(null);
  });

  const params = z.object({ secret: z.string().regex(/^[\w-]{32}(\.ics)?$/, 'is no calendar') });
  api.get('/calendar/:secret', { schema: { params, description: 'A teacher’s classes (iCal).' } }, async (request, reply) => {
    const hash = hashOf(request.params.secret.replace(/\.ics$/, ''));
    const { rows } = await sql<{ id: number; name: string }>`
      select t.id, t.first_name || ' ' || t.last_name as name
      from calendar_link l join teacher t on t.id = l.teacher_id where l.secret_hash = ${hash} and t.archived_at is null`.execute(database);
    if (!rows[0]) throw notFound('This calendar');
    const today = Temporal.PlainDate.from(clock.today());
    const occurrences = await classesOf(
      database,
      rows[0].id,
      today.subtract({ days: span.back }).toString(),
      today.add({ days: span.ahead }).toString(),
    );
    return reply
      .headers({ 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': 'inline; filename="classes.ics"' })
      .send(calendarOf(rows[0].name, occurrences));
  });

  /** Every class on its date, in instants: holidays and changes of the clocks are right in every calendar. */
  function calendarOf(name: string, occurrences: Occurrence[]): string {
    const host = new URL(config.publicUrl).hostname;
    const calendar = new ICalCalendar({
      name: `${config.title}: ${name}`,
      method: ICalCalendarMethod.PUBLISH,
      prodId: { company: 'Attendance', product: 'Attendance', language: 'EN' },
      ttl: 3600,
    });
    for (const it of occurrences) {
      calendar.createEvent({
        id: `class-${it.id}-${it.date}@${host}`,
        stamp: new Date(clock.now().epochMilliseconds),
        start: new Date(instantAt(it.date, it.start_time, clock.timeZone).epochMilliseconds),
        end: new Date(instantAt(it.date, it.end_time, clock.timeZone).epochMilliseconds),
        summary: `${it.subject_code} ${it.subject_name}`,
        location: it.room_number,
        description: `${it.class_type}, semester ${it.semester}`,
        url: `${config.publicUrl}/attendance/add?id=${it.id}&date=${it.date}`,
      });
    }
    return calendar.toString();
  }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function teacherOf(who: Who): number {
  if (who.teacherId === null) throw notFound('A calendar of your own classes');
  return who.teacherId;
}

async function classesOf(database: Database, teacher: number, from: string, to: string): Promise<Occurrence[]> {
  const { rows } = await sql<Occurrence>`
    select c.id, day::date as date, c.start_time, c.end_time, c.class_type, s.subject_name, s.subject_code, r.room_number,
      m.year || '/' || m.semester as semester
    from class_schedule c
    join semester m on m.id = c.semester_id
    join subject s on s.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    cross join generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day
    where c.teacher_id = ${teacher} and c.archived_at is null and ${takesPlace(sql`day::date`)}
    order by day, c.start_time, c.id`.execute(database);
  return rows;
}
