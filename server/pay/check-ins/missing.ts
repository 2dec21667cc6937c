import { wordsOf } from '#server/platform/resource/search.ts';
import { sql } from 'kysely';
import type { MissingCheckIn } from '#contract/pay/payroll.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { type Page } from '#server/platform/http/lists.ts';
import { minutesBetween } from '#server/school/when.ts';
import { classColumns, presentSchedule, taughtBy, type ScheduleRow } from './list.ts';
import { enrolledOn, numberEnrolled } from '#server/school/enrolled.ts';
import { meetingOn, placesOf, takesPlace } from '#server/school/meetings.ts';
import { isOwedOn } from './queries.ts';

interface MissingQuery {
  from: string;
  to: string;
  search: string;
  limit: number;
  page: number;
  ordering: string;
  teacher?: number[];
  subject?: number[];
  class_schedule?: number[];
  requested?: 'true';
}

interface Row extends ScheduleRow {
  id: number;
  date: string;
  number_of_students: number;
  roll_taken_by: string | null;
  message: string | null;
  requested_by: string;
  requested_at: string;
}

/**
 * Places of past classes without a check-in; during a class the teacher may still check in. Classes without
 * students and places that are left to the others are excluded, and archived classes but for the days on which they
 * are owed (`isOwedOn`).
 */
export async function findMissing(
  database: Database,
  clock: Clock,
  query: MissingQuery,
): Promise<Page<MissingCheckIn>> {
  const now = clock
    .now()
    .toZonedDateTimeISO(clock.timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
  const [today, before] = [clock.today(), (query.page - 1) * query.limit];
  const words = wordsOf(query.search);
  const conditions = [
    sql`(g.date < ${today}::date or g.end_time <= ${now}::time)`,
    ...(query.teacher ? [sql`k.present_id = any(${query.teacher}::bigint[])`] : []),
    ...(query.subject ? [sql`c.subject_id = any(${query.subject}::bigint[])`] : []),
    ...(query.class_schedule ? [sql`c.id = any(${query.class_schedule}::bigint[])`] : []),
    ...(query.requested
      ? [
          sql`
            exists (select from check_in_request r
              where r.class_schedule_id = c.id and r.date = g.date
                and r.teacher_id in (k.teacher_id, k.covering_teacher_id))`,
        ]
      : []),
    ...words.map((word) => taughtBy(word, { teacher: 'ct.id', schedule: 'c.id' })),
  ];
  const { rows } = await sql<Row & { total: number }>`
    with missing as (
      select c.id as class, g.date, k.place, k.teacher_id as planned, k.present_id as teacher, g.start_time,
        ct.last_name, ct.first_name
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and ${isOwedOn(sql`g.date`)}
      cross join lateral ${placesOf()}
      join teacher ct on ct.id = k.present_id
      where ${takesPlace}
        and g.date between ${query.from}::date and least(${query.to}::date, ${today}::date)
        and ${sql.join(conditions, sql` and `)}
        and not exists (select from payroll_log l
          where l.class_schedule_id = c.id and l.date = g.date
            and l.class_teacher_id in (k.teacher_id, k.covering_teacher_id))
        and exists (
          select from enrolment e
          where e.class_schedule_id = c.id and ${enrolledOn(sql`g.date`)}
        )
    ), page as (
      select m.*, count(*) over () as total from missing m
      ${orderOf(query.ordering)} limit ${query.limit} offset ${before}
    )
    select (page.class::bigint * 100000 + (page.date - '2000-01-01'::date)) * 16 + page.place as id, page.date,
      page.total, ${classColumns},
      ${numberEnrolled(sql`c.id`, sql`page.date`)} as number_of_students,
      (
        select u.name from attendance a join app_user u on u.id = a.marked_by
        where a.class_schedule_id = c.id and a.date = page.date and a.how <> 'qr' order by a.marked_at desc limit 1
      ) as roll_taken_by, r.message, r.requested_at, ru.name as requested_by
    from page
    join class_schedule c on c.id = page.class
    join ${meetingOn(sql`page.class`, sql`page.date`)}
    join subject s on s.id = c.subject_id
    join teacher ct on ct.id = page.teacher
    left join lateral (
      select q.message, q.requested_at, q.requested_by from check_in_request q
      where q.class_schedule_id = page.class and q.date = page.date
        and q.teacher_id in (page.planned, page.teacher)
      -- The one of who stood in comes first.
      order by q.teacher_id <> page.teacher limit 1
    ) r on true
    left join app_user ru on ru.id = r.requested_by
    ${orderOf(query.ordering, 'page')}`.execute(database);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      date: row.date,
      schedule: presentSchedule(row),
      duration_of_schedule: minutesBetween(row.date, row.start_time, row.end_time, clock.timeZone),
      number_of_students: row.number_of_students,
      roll_taken_by: row.roll_taken_by,
      request:
        row.message === null
          ? null
          : {
              message: row.message,
              requested_by: row.requested_by,
              requested_at: row.requested_at,
            },
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** By date and time, or by the teacher's name. */
function orderOf(ordering: string, of: 'm' | 'page' = 'm') {
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const names = ordering.endsWith('teacher')
    ? [
        sql`sort_name(${column('first_name')}, ${column('last_name')}) collate natural_order`,
        sql`${column('first_name')} collate natural_order`,
      ]
    : [];
  const places = [...names, ...['date', 'start_time', 'class', 'place'].map(column)];
  return sql`order by ${sql.join(places.map((place) => sql`${place} ${direction}`))}`;
}
