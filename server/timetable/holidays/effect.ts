import { sql } from 'kysely';
import type { z } from 'zod';
import type { HolidayEffect, holidayEffectQuery } from '#contract/timetable/holiday.ts';
import { limits } from '#contract/limits.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rollBegun } from '#server/school/attendance.ts';
import { roomText, takesPlace, teacherNames, teacherOfMeeting } from '#server/school/meetings.ts';

/**
 * The effect of a holiday: weekly meetings without records do not take place; moved and extra ones,
 * and those that were confirmed on a holiday, do.
 */
export async function holidayEffectOn(
  database: Database,
  { from, to }: z.output<typeof holidayEffectQuery>,
): Promise<HolidayEffect> {
  const listed = (which: 'cancelled' | 'taken') => sql`coalesce((
    select jsonb_agg(to_jsonb(one) order by one.date, one.start_time, one.id) from (
      select id, date, left(start_time::text, 5) as start_time, subject_code, room_number, teacher
      from held where ${sql.ref(which)} order by date, start_time, id limit ${limits.classesNamed}
    ) one), '[]')`;
  const found = await sql<HolidayEffect>`
    with held as (
      select c.id, g.date, g.start_time, s.subject_code, ${roomText} as room_number,
        ${teacherNames} as teacher,
        g.origin = 'weekly' and not g.held_on_holiday
          and not carries_something(g.class_schedule_id, g.date) as cancelled,
        ${rollBegun(sql`g.class_schedule_id`, sql`g.date`)} as taken
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      join subject s on s.id = c.subject_id
      join classroom r on r.id = g.classroom_id
      join teacher t on t.id = ${teacherOfMeeting}
      where g.date between ${from}::date and ${to}::date and ${takesPlace}
    )
    select count(*) filter (where cancelled) as cancelled, ${listed('cancelled')} as classes,
      count(*) filter (where taken) as taken, ${listed('taken')} as rolls
    from held`.execute(database);
  return oneRow(found);
}
