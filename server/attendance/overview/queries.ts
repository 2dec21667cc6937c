import { sql } from 'kysely';
import type { Overview } from '#contract/attendance/overview.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { staysOn } from '#server/school/attendance.ts';
import { isTaken, rollState, withRoll } from '#server/school/roll-state.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { hourOfMeeting } from '#server/standing/index.ts';

interface Day {
  rolls: Overview['rolls'];
  /** The weekday and hours of the classes that have started. */
  hours: number[];
}

/**
 * The classes of today with students.
 * @param now local date and time of the institute.
 */
export async function readDay(database: Database, today: string, now: string): Promise<Day> {
  return oneRow(
    await sql<Day>`
      with meeting as materialized (
        select g.date + g.start_time <= ${now}::timestamp as has_begun, ${hourOfMeeting} as hour,
          ${rollState} as state
        from class_meeting g
        join class_schedule c on c.id = g.class_schedule_id and ${staysOn(today)}
        ${withRoll}
        where g.date = ${today}::date and ${takesPlace} and roll.students > 0
      )
      select jsonb_build_object('planned', count(*), 'begun', count(*) filter (where has_begun or state <> 'not_taken'),
          'taken', count(*) filter (where ${isTaken(sql`state`)}),
          'in_progress', count(*) filter (where state = 'in_progress'),
          'not_taken', count(*) filter (where state = 'not_taken' and has_begun)) as rolls,
        array(select distinct hour from meeting where has_begun order by hour) as hours
      from meeting`.execute(database),
  );
}

/** The number of computed entries that wait for a decision; null without rules (R-RED-2). */
export async function countOpenEntries(database: Database): Promise<number | null> {
  const { rows } = await sql<{ open: number | null }>`
    select case when exists (select from red_list_rule) then (
      select count(*) from red_list_computed entry
      join student s on s.id = entry.student_id and s.archived_at is null
      where entry.state = 'open') end as open`.execute(database);
  return rows[0]?.open ?? null;
}
