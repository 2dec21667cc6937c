import { sql } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { holidayOn } from '#server/school/holidays.ts';
import { weekdayOf } from '#server/school/classes.ts';

export async function isHolidayOn(database: Database, date: string): Promise<boolean> {
  const found = await sql<{ found: boolean }>`
    select exists (select from holiday h where ${holidayOn(date)}) as found`.execute(database);
  return oneRow(found).found;
}

/** The class, its meeting on a date, and its possible dates. */
interface PatternThen {
  classroom_id: number;
  teacher_id: number;
  co_teacher_ids: number[] | null;
  more_classroom_ids: number[] | null;
  archived: boolean;
  first_date: string;
  last_date: string;
}

export async function patternOn(
  database: Database,
  classSchedule: number,
  date: string,
): Promise<PatternThen | undefined> {
  const { rows } = await sql<PatternThen>`
    select p.classroom_id, p.teacher_id, p.co_teacher_ids, p.more_classroom_ids, c.archived_at is not null as archived,
      m.class_start_date as first_date, m.semester_end_date as last_date
    from class_schedule_pattern p
    join class_schedule c on c.id = p.class_schedule_id
    join semester m on m.id = c.semester_id
    where p.class_schedule_id = ${classSchedule} and p.valid_from <= ${date}::date
    order by p.valid_from desc limit 1`.execute(database);
  return rows[0];
}

/** The nearest dates on which the class has no meeting, and which are no holidays. */
export async function freeDatesNear(
  database: Database,
  of: { class_schedule_id: number; first_date: string; last_date: string },
  date: string,
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select day.date from (
      select ${date}::date + step as date from generate_series(-7, 7) step
    ) day
    where day.date between ${of.first_date}::date and ${of.last_date}::date
      and not exists (select from class_meeting g
        where g.class_schedule_id = ${of.class_schedule_id} and g.date = day.date)
      and not exists (select from holiday h where ${holidayOn(sql`day.date`)})
      and ${weekdayOf(sql`day.date`)} <> 7
    order by abs(day.date - ${date}::date), day.date limit 3`.execute(database);
  return rows.map((row) => row.date);
}
