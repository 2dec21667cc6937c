import { sql, type RawBuilder } from 'kysely';
import type { JudgedClass } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { holidayOn } from '#server/school/holidays.ts';
import { isWeekly, roomsOf, takesPlace, teachersOf } from '#server/school/meetings.ts';
import { firstWeekdayFrom } from '#server/school/classes.ts';
import { isInWeeks, weekNumbers } from '../class-schedules/weeks.ts';
import { numberOfDay } from '#server/school/when.ts';
import type { ProposedMeeting } from './proposed.ts';

/** Planned meetings `g`, which take place, as rows to judge. */
export const plannedMeetings = (which: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select g.class_schedule_id as class, g.date, g.start_time, g.end_time,
    ${teachersOf()} as teacher_ids, ${roomsOf()} as classroom_ids
  from class_meeting g where ${takesPlace} and ${which}`;

/**
 * Whether this transaction added or changed a row: by default meeting `g`. `coalesce`, since the planner
 * expects one such row of a plain comparison, and compares each of thousands with each.
 */
export const isWritten = (row = 'g'): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${row}.xmin`)} = pg_current_xact_id()::xid, false)`;

/** The planned meetings of classes from a date on. */
export async function meetingsOfClasses(
  database: Database,
  ids: number[],
  from: string,
  only: 'all' | 'weekly' = 'all',
): Promise<ProposedMeeting[]> {
  const { rows } = await sql<ProposedMeeting>`
    select g.class_schedule_id, g.date, g.start_time, g.end_time,
      ${teachersOf()} as teacher_ids, ${roomsOf()} as classroom_ids
    from class_meeting g
    where g.class_schedule_id = any(${ids}::bigint[]) and g.date >= ${from}::date
      and ${takesPlace}${only === 'weekly' ? sql` and ${isWeekly()}` : sql``}`.execute(database);
  return rows;
}

/**
 * The dates of a changed weekly class: those of its semester that are no holidays, from
 * `effective_from` on, by default from today on.
 */
export async function weeklyMeetings(
  database: Database,
  { id, semester_id, effective_from, ...weekly }: JudgedClass,
  today: string,
): Promise<ProposedMeeting[]> {
  const since = sql`greatest(m.class_start_date, ${effective_from ?? today}::date)`;
  const { rows } = await sql<{ date: string }>`
    select day.date
    from semester m
    cross join (select ${numberOfDay(weekly.day_of_week)}::int as day_of_week) c
    cross join lateral (select ${firstWeekdayFrom(since)} as date) first
    cross join lateral generate_series(0, (m.class_end_date - first.date) / 7) week(number)
    cross join lateral (select first.date + 7 * week.number as date) day
    where m.id = ${semester_id} and first.date <= m.class_end_date
      and ${isInWeeks(weekNumbers(weekly.weeks ?? null), sql`day.date`)}
      and not exists (select from holiday h where ${holidayOn(sql`day.date`)})`.execute(database);
  return rows.map(({ date }) => ({
    class_schedule_id: id ?? null,
    date,
    start_time: weekly.start_time,
    end_time: weekly.end_time,
    teacher_ids: [...given(weekly.teacher_id), ...(weekly.co_teachers ?? [])],
    classroom_ids: [...given(weekly.classroom_id), ...(weekly.more_rooms ?? [])],
  }));
}

const given = (id: number | undefined): number[] => (id === undefined ? [] : [id]);
