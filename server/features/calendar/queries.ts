import { sql } from 'kysely';
import type { DayKind } from '../../../contract/calendar.ts';
import type { Database } from '../../platform/database/pool.ts';
import { takesPlace } from '../timetable/queries.ts';

export interface DayRow {
  date: string;
  kind: DayKind;
  holidays: string[];
}

/** Each day of a span: a holiday wins over the weekend, the weekend over the break. */
export async function describeDays(database: Database, from: string, to: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(covering.names, '{}') as holidays,
      case
        when covering.names is not null then 'holiday'
        when extract(isodow from day) = 7 then 'weekend'
        when not exists (
          select from semester m
          where day::date between m.class_start_date and m.class_end_date and m.archived_at is null
        ) then 'semester_break'
        when extract(isodow from day) = 6 then 'weekend'
        else 'class_day'
      end as kind
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
    left join lateral (
      select array_agg(h.name order by h.date_from, h.id) as names from holiday h
      where h.date_from <= day::date and h.date_to >= day::date and h.archived_at is null
    ) covering on true
    order by day`.execute(database);
  return rows;
}

/** The last date before `from` and the first after `to` with a class, looked for within half a year. */
export async function nearestClassDates(database: Database, from: string, to: string, teacher?: number) {
  const nearest = (start: string, direction: 1 | -1) => sql`
    (select to_char(day.date, 'YYYY-MM-DD') from (
      select ${start}::date + ${direction}::int * step as date from generate_series(1, 190) step
    ) day
    where exists (
      select from class_schedule c join semester m on m.id = c.semester_id
      where c.archived_at is null and ${takesPlace(sql`day.date`)}
        ${teacher === undefined ? sql`` : sql`and c.teacher_id = ${teacher}`}
    )
    order by abs(day.date - ${start}::date) limit 1)`;
  const { rows } = await sql<{ previous: string | null; next: string | null }>`
    select ${nearest(from, -1)} as previous, ${nearest(to, 1)} as next`.execute(database);
  return rows[0]!;
}
