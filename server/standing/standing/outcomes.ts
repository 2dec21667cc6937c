import { sql, type RawBuilder } from 'kysely';
import { attended } from '#server/school/status.ts';
import { excused } from '#server/school/attendance.ts';
import { scheduledMinutes } from '#server/school/meetings.ts';
import { countedMarks } from './news.ts';

/** How mark `a` with details `d` counts, as `meeting_exception.outcomes` has it (R-RATE-1). */
export const outcomeOfMark = sql`(case
  when ${attended()} then case when d.late_minutes is null then 0 else 1 end
  when ${excused} then 3 else 2 end)::smallint`;

/** The outcome of who was enrolled and has no mark. */
export const noMark = sql`4::smallint`;

/** Whether mark `a` with details `d` is other than present from start to end. */
export const isException = sql`(not ${attended()}
  or d.late_minutes is not null or d.left_early_minutes is not null)`;

/** The minutes that mark `a` with details `d` attended of meeting `g`. */
export const attendedMinutes = sql`(case when ${attended()} then greatest(0,
    ${scheduledMinutes} - coalesce(d.late_minutes, 0) - coalesce(d.left_early_minutes, 0))
  else 0 end)::smallint`;

/** The columns of `RateCounts` of rows of `freshMarks`. */
export const countsOfOutcomes = sql`
  count(*) - count(*) filter (where outcome > 1) as present,
  count(*) filter (where outcome = 1) as late,
  count(*) filter (where outcome > 1) as absent,
  count(*) filter (where outcome = 3) as excused,
  coalesce(sum(scheduled), 0)::bigint as scheduled_minutes,
  coalesce(sum(scheduled) filter (where outcome = 3), 0)::bigint as excused_minutes,
  coalesce(sum(attended), 0)::bigint as attended_minutes`;

/** What rows of `exceptions` change in the same columns, had everybody been present from start to end. */
export const changesByExceptions = sql`
  - count(*) filter (where outcome > 1) as present,
  count(*) filter (where outcome = 1) as late,
  count(*) filter (where outcome in (2, 3)) as absent,
  count(*) filter (where outcome = 3) as excused,
  - coalesce(sum(scheduled) filter (where outcome = 4), 0)::bigint as scheduled_minutes,
  coalesce(sum(scheduled) filter (where outcome = 3), 0)::bigint as excused_minutes,
  sum(attended - scheduled)::bigint as attended_minutes`;

interface OfMeetings {
  /** The meetings `g`: a CTE. */
  meetings: RawBuilder<unknown>;
  /** Selects the ids of those with news. */
  news: RawBuilder<unknown>;
  /** Columns of a meeting that each row has. */
  columns: RawBuilder<unknown>;
}

/** Meetings without news whose exceptions are stored: the others are those of `freshMarks`. */
export const storedMeetings = ({ meetings, news, columns }: OfMeetings): RawBuilder<unknown> => sql`
  select ${columns}, g.id, o.scheduled
  from ${meetings} g join meeting_exception o on o.meeting_id = g.id
  where g.id not in (${news})`;

/**
 * A row for each student who was not simply present at `meetings` `g`, those of `storedMeetings`: `student_id`,
 * `outcome`, `scheduled` and `attended` minutes.
 */
export const exceptions = ({
  meetings,
  columns,
}: Omit<OfMeetings, 'news'>): RawBuilder<unknown> => sql`
  select ${columns}, unnest(o.students) as student_id, unnest(o.outcomes) as outcome,
    g.scheduled, unnest(o.attended) as attended
  from ${meetings} g join meeting_exception o on o.meeting_id = g.id`;

/**
 * A row for each mark that counts in meetings with news, and in those whose counts are stored without exceptions.
 * These are looked up one by one: an `exists` would read the meetings of all years.
 */
export const freshMarks = ({ meetings, news, columns }: OfMeetings): RawBuilder<unknown> => sql`
  select ${columns}, a.student_id, ${outcomeOfMark} as outcome, ${scheduledMinutes} as scheduled,
    ${attendedMinutes} as attended
  from (
    select * from ${meetings} g
    where g.id in (${news})
      or (select true from meeting_exception o where o.meeting_id = g.id) is null
        and (select true from meeting_count x where x.meeting_id = g.id)
  ) g ${countedMarks()}`;
