import { sql } from 'kysely';
import type { MissingCheckIn } from '../../../contract/payroll.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/pool.ts';
import { containing, type Page } from '../../platform/http/lists.ts';
import { minutesBetween } from '../timetable/when.ts';
import { classColumns, presentSchedule, taughtLike, type ScheduleRow } from './listing.ts';

export interface MissingAsked {
  from: string;
  to: string;
  search: string;
  limit: number;
  page: number;
  ordering: string;
  teacher?: number[];
  subject?: number[];
}

interface Row extends ScheduleRow {
  id: number;
  date: string;
  number_of_students: number;
  roll_taken_by: string | null;
}

/**
 * Classes that took place, or have begun, without a check-in. A class without students is none, nor is one of an
 * archived class schedule.
 */
export async function findMissing(database: Database, clock: Clock, asked: MissingAsked): Promise<Page<MissingCheckIn>> {
  const now = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainTime().toString({ smallestUnit: 'minute' });
  const [today, before] = [clock.today(), (asked.page - 1) * asked.limit];
  const words = asked.search.split(/\s+/).filter(Boolean).slice(0, 6);
  const conditions = [
    sql`(day.date < ${today}::date or c.start_time <= ${now}::time)`,
    ...(asked.teacher ? [sql`c.teacher_id = any(${asked.teacher}::bigint[])`] : []),
    ...(asked.subject ? [sql`c.subject_id = any(${asked.subject}::bigint[])`] : []),
    ...words.map((word) => taughtLike(containing(word), { teacher: 'c.teacher_id', schedule: 'c.id' })),
  ];
  const { rows } = await sql<Row & { total: number }>`
    with missing as (
      select c.id as class, day.date, c.start_time, ct.last_name, ct.first_name
      from (
        select day::date as date from generate_series(${asked.from}::timestamp, least(${asked.to}::date, ${today}::date)::timestamp, interval '1 day') day
        where not exists (select from holiday h where h.date_from <= day::date and h.date_to >= day::date and h.archived_at is null)
      ) day
      join class_schedule c on c.day_of_week = extract(isodow from day.date)::int and c.archived_at is null
      join teacher ct on ct.id = c.teacher_id
      join semester m on m.id = c.semester_id and day.date between m.class_start_date and m.class_end_date
      where ${sql.join(conditions, sql` and `)}
        and not exists (select from payroll_log l where l.class_schedule_id = c.id and l.date = day.date)
        and exists (
          select from enrolment e
          where e.class_schedule_id = c.id and e.enrolled_from <= day.date and (e.enrolled_to is null or e.enrolled_to >= day.date)
        )
    ), page as (
      select m.*, count(*) over () as total from missing m
      ${orderOf(asked.ordering)} limit ${asked.limit} offset ${before}
    )
    select page.class::bigint * 100000 + (page.date - '2000-01-01'::date) as id, page.date, page.total, ${classColumns},
      (
        select count(*) from enrolment e
        where e.class_schedule_id = c.id and e.enrolled_from <= page.date and (e.enrolled_to is null or e.enrolled_to >= page.date)
      ) as number_of_students,
      (
        select u.name from attendance a join app_user u on u.id = a.marked_by
        where a.class_schedule_id = c.id and a.date = page.date order by a.marked_at desc limit 1
      ) as roll_taken_by
    from page
    join class_schedule c on c.id = page.class
    join subject s on s.id = c.subject_id
    join teacher ct on ct.id = c.teacher_id
    ${orderOf(asked.ordering, 'page')}`.execute(database);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      date: row.date,
      schedule: presentSchedule(row),
      duration_of_schedule: minutesBetween(row.date, row.start_time, row.end_time, clock.timeZone),
      number_of_students: row.number_of_students,
      roll_taken_by: row.roll_taken_by,
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** By date and time, or by the teacher's name. */
function orderOf(ordering: string, of: 'm' | 'page' = 'm') {
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const names = ordering.endsWith('teacher') ? ['last_name', 'first_name'].map((name) => sql`${column(name)} collate natural_order`) : [];
  const places = [...names, ...['date', 'start_time', 'class'].map(column)];
  return sql`order by ${sql.join(places.map((place) => sql`${place} ${direction}`))}`;
}
