import { sql } from 'kysely';
import type { z } from 'zod';
import type { DayKind, TakenRolls, takenRollsQuery } from '#contract/timetable/calendar.ts';
import { markedWeekdays, type Weekday } from '#contract/weekdays.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { staysOn } from '#server/school/attendance.ts';
import { holidayOn } from '#server/school/holidays.ts';
import { hasClassesOn } from '#server/school/semesters.ts';
import { isTaughtBy, takesPlace } from '#server/school/meetings.ts';
import { isSetUp } from '#server/school/set-up.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { numberOfDay } from '#server/school/when.ts';

interface DayRow {
  date: string;
  kind: DayKind;
  holidays: string[];
}

/**
 * The kind of each day: holidays take precedence over days without classes, those over breaks.
 * @param chosen the institute's days with classes.
 */
export async function describeDays(
  database: Database,
  { from, to }: { from: string; to: string },
  chosen: readonly Weekday[],
): Promise<DayRow[]> {
  const numbers = (days: readonly Weekday[]) => sql`any(${days.map(numberOfDay)}::int[])`;
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(covering.names, '{}') as holidays,
      case
        when covering.names is not null then 'holiday'
        when not ${weekdayOf(sql`day::date`)} = ${numbers(chosen)} then 'weekend'
        when not exists (
          select from semester m
          where ${hasClassesOn(sql`day::date`)} and m.archived_at is null
        ) then 'semester_break'
        when ${weekdayOf(sql`day::date`)} = ${numbers(markedWeekdays(chosen))} then 'class_day'
        else 'weekend'
      end as kind
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
    left join lateral (
      select array_agg(h.name order by h.date_from, h.id) as names from holiday h
      where ${holidayOn(sql`day::date`)}
    ) covering on true
    order by day`.execute(database);
  return rows;
}

/**
 * The last date before `from` and the first after `to` with a class, within half a year; and whether
 * the institute is set up.
 */
export async function nearestClassDates(
  database: Database,
  from: string,
  to: string,
  teacher?: number,
) {
  const within = (start: string, direction: 1 | -1) =>
    direction === 1
      ? sql`g.date > ${start}::date and g.date <= ${start}::date + 190`
      : sql`g.date < ${start}::date and g.date >= ${start}::date - 190`;
  const nearest = (start: string, direction: 1 | -1) => sql`
    (select g.date from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where ${takesPlace} and ${staysOn(sql`g.date`)}
      and ${within(start, direction)}
      ${teacher === undefined ? sql`` : sql`and ${isTaughtBy(teacher)}`}
    order by g.date ${direction === 1 ? sql`asc` : sql`desc`} limit 1)`;
  return oneRow(
    await sql<{ previous: string | null; next: string | null; is_set_up: boolean }>`
      select ${nearest(from, -1)} as previous, ${nearest(to, 1)} as next,
        ${isSetUp} as is_set_up`.execute(database),
  );
}

/** Counts taken rolls on the dates; with a semester, those of its classes on all other dates. */
export async function findTakenRolls(
  database: Database,
  { from, to, semester }: z.output<typeof takenRollsQuery>,
): Promise<TakenRolls> {
  const span = sql`daterange(${from}::date, ${to}::date, '[]')`;
  const leftOut =
    semester === undefined
      ? sql`a.date between ${from}::date and ${to}::date`
      : sql`c.semester_id = ${semester} and not a.date <@ ${span}`;
  const counted = await sql<TakenRolls>`
    select count(*) as rolls, min(date) as first, max(date) as last, (
        select count(*) from class_schedule c join semester m on m.id = c.semester_id
        where c.semester_id = ${semester ?? null} and c.archived_at is null and exists (
          select from unnest(c.weeks) week
          cross join lateral (select date_trunc('week', m.class_start_date)::date + 7 * (week - 1) as monday) w
          where w.monday + 6 < ${from}::date or w.monday > ${to}::date)
      ) as classes_losing_weeks
    from (
      select distinct a.class_schedule_id, a.date
      from class_schedule c join attendance a on a.class_schedule_id = c.id
      where ${leftOut}
    ) taken`.execute(database);
  return oneRow(counted);
}
