import { sql } from 'kysely';
import type { UsedTimes } from '#contract/timetable/many-classes.ts';
import { weekdays } from '#contract/weekdays.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** More rows than a grid has. */
const maxTimes = 40;

/** When the classes of a semester are held; of all semesters where it has none, or where none is named. */
export async function usedTimesOf(
  database: Database,
  semester: number | undefined,
): Promise<UsedTimes> {
  const found = semester === undefined ? null : await timesOf(database, semester);
  return found?.times.length ? found : timesOf(database, null);
}

async function timesOf(database: Database, semester: number | null): Promise<UsedTimes> {
  const { times, days } = oneRow(
    await sql<{ times: UsedTimes['times']; days: number[] }>`
      with held as (
        select day_of_week, left(start_time::text, 5) as start_time, left(end_time::text, 5) as end_time
        from class_schedule
        where archived_at is null and (${semester}::bigint is null or semester_id = ${semester})
      )
      select coalesce((select array_agg(distinct day_of_week order by day_of_week) from held), '{}') as days, (
        select coalesce(jsonb_agg(to_jsonb(most) order by classes desc, start_time, end_time), '[]')
        from (
          select start_time, end_time, count(*) as classes from held
          group by start_time, end_time
          order by classes desc, start_time, end_time limit ${maxTimes}
        ) most
      ) as times`.execute(database),
  );
  return { times, days: weekdays.filter((_, at) => days.includes(at + 1)) };
}
