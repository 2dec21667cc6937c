import { createHash, randomBytes } from 'node:crypto';
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { sql } from 'kysely';
import {
  createCalendarLink,
  getCalendar,
  getCalendarLink,
  removeCalendarLink,
} from '#contract/endpoints/calendar.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { instantAt } from '../timetable/when.ts';

/** The period of the calendar before and after today, in days. */
const span = { back: 30, ahead: 190 };
/**
 * Fifty classes a week for half a year: the calendar is generated synchronously and blocks taps
 * meanwhile.
 */
const maxOccurrences = 1500;

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
  /** The date that it was originally planned for, across all moves; the sequence only grows. */
  original_date: string;
  extra_uid: string | null;
  sequence: number;
  /** The class is cancelled, or another teacher covers it. */
  cancelled: boolean;
  covered_by: string | null;
}

/**
 * A teacher's classes as an iCalendar feed, under a private link that the teacher can renew or
 * delete.
 */
export function calendarFeedRoutes(api: Api, { database, clock, config }: AppContext): void {
  implement(api, getCalendarLink, async ({ user }) => {
    const link = await database
      .selectFrom('calendar_link')
      .select('created_at')
      .where('teacher_id', '=', teacherOf(user))
      .executeTakeFirst();
    return { created_at: link?.created_at ?? null };
  });

  implement(api, createCalendarLink, async ({ user }, reply) => {
    const secret = randomBytes(24).toString('base64url');
    const link = {
      teacher_id: teacherOf(user),
      secret_hash: hashOf(secret),
      created_at: clock.now().toString(),
    };
    await database
      .insertInto('calendar_link')
      .values(link)
      .onConflict((conflict) =>
        conflict
          .column('teacher_id')
          .doUpdateSet({ secret_hash: link.secret_hash, created_at: link.created_at }),
      )
      .execute();
    return reply.code(201).send({
      url: `${config.publicUrl}/api/v2/attendance/calendar/${secret}.ics`,
      created_at: link.created_at,
    });
  });

  implement(api, removeCalendarLink, async ({ user }, reply) => {
    await database.deleteFrom('calendar_link').where('teacher_id', '=', teacherOf(user)).execute();
    return reply.code(204).send(null);
  });

  implement(api, getCalendar, async (request, reply) => {
    const hash = hashOf(request.params.secret.replace(/\.ics$/, ''));
    const { rows } = await sql<{ id: number; name: string }>`
      select t.id, t.first_name || ' ' || t.last_name as name
      from calendar_link l join teacher t on t.id = l.teacher_id
      where l.secret_hash = ${hash} and t.archived_at is null`.execute(database);
    if (!rows[0]) throw notFound('This calendar');
    const today = Temporal.PlainDate.from(clock.today());
    const occurrences = await classesOf(
      database,
      rows[0].id,
      today.subtract({ days: span.back }).toString(),
      today.add({ days: span.ahead }).toString(),
    );
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="classes.ics"',
      })
      .send(calendarOf(rows[0].name, occurrences));
  });

  /**
   * Each class on its dates as instants: correct across holidays and daylight saving in every
   * calendar application.
   */
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
        id: `${uidOf(it)}@${host}`,
        sequence: it.sequence,
        status: it.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        stamp: new Date(clock.now().epochMilliseconds),
        start: new Date(instantAt(it.date, it.start_time, clock.timeZone).epochMilliseconds),
        end: new Date(instantAt(it.date, it.end_time, clock.timeZone).epochMilliseconds),
        summary: `${it.subject_code} ${it.subject_name}`,
        location: it.room_number,
        description: descriptionOf(it),
        url: `${config.publicUrl}/attendance/add?id=${it.id}&date=${it.date}`,
      });
    }
    return calendar.toString();
  }
}

/** Further classes of a date have their own UIDs: another may have been moved away from it. */
const uidOf = ({ id, original_date, extra_uid }: Occurrence): string =>
  ['class', id, original_date, ...(extra_uid ? [extra_uid] : [])].join('-');

/** Without reasons: the link may be used by external services. */
function descriptionOf({ class_type, semester, covered_by }: Occurrence): string {
  const cover = covered_by ? `, covered by ${covered_by}` : '';
  return `${class_type}, semester ${semester}${cover}`;
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

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
    select c.id, g.date, g.start_time, g.end_time, c.class_type, s.subject_name,
      s.subject_code, r.room_number,
      m.year || '/' || m.semester as semester,
      coalesce(g.moved_from, g.date) as original_date, g.extra_uid, g.sequence,
      g.status = 'cancelled' or coalesce(g.covering_teacher_id <> ${teacher}, false) as cancelled,
      t.first_name || ' ' || t.last_name as covered_by
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id
    join semester m on m.id = c.semester_id
    join subject s on s.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    left join teacher t on t.id = g.covering_teacher_id
    where (g.teacher_id = ${teacher} or g.covering_teacher_id = ${teacher})
      and g.date between ${from}::date and ${to}::date
      and c.archived_at is null and g.status in ('scheduled', 'cancelled')
    order by g.date, g.start_time, c.id limit ${maxOccurrences}`.execute(database);
  return rows;
}
