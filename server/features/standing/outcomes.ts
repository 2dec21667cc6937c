import { sql, type RawBuilder } from 'kysely';
import { excused } from '../attendance/predicates.ts';
import { scheduledMinutes } from '../meetings/predicates.ts';
import { countedMarks } from './news.ts';

/** How mark `a` with details `d` counts, as `meeting_outcome.outcomes` has it (R-RATE-1). */
export const outcomeOfMark = sql`(case
  when a.status = 'Present' then case when d.late_minutes is null then 0 else 1 end
  when ${excused} then 3 else 2 end)::smallint`;

/** The minutes that mark `a` with details `d` attended of meeting `g`. */
export const attendedMinutes = sql`(case when a.status = 'Present' then greatest(0,
    ${scheduledMinutes} - coalesce(d.late_minutes, 0) - coalesce(d.left_early_minutes, 0))
  else 0 end)::smallint`;

/** The columns of `RateCounts` of rows of `storedMarks` or `freshMarks`. */
export const countsOfOutcomes = sql`
  count(*) - count(*) filter (where outcome > 1) as present,
  count(*) filter (where outcome = 1) as late,
  count(*) filter (where outcome > 1) as absent,
  count(*) filter (where outcome = 3) as excused,
  coalesce(sum(scheduled), 0)::bigint as scheduled_minutes,
  coalesce(sum(scheduled) filter (where outcome = 3), 0)::bigint as excused_minutes,
  coalesce(sum(attended), 0)::bigint as attended_minutes`;

interface OfMeetings {
  /** The meetings `g`: a CTE. */
  meetings: RawBuilder<unknown>;
  /** Selects the ids of those with news. */
  news: RawBuilder<unknown>;
  /** Columns of a meeting that each row has. */
  columns: RawBuilder<unknown>;
}

/**
 * A row for each mark that counts in meetings without news, as they are stored: `student_id`,
 * `outcome`, `scheduled` and `attended` minutes. The others are those of `freshMarks`; millions of rows
 * are added up faster where these are not united with them before.
 */
export const storedMarks = ({ meetings, news, columns }: OfMeetings): RawBuilder<unknown> => sql`
  select ${columns}, unnest(o.students) as student_id, unnest(o.outcomes) as outcome,
    o.scheduled, unnest(o.attended) as attended
  from ${meetings} g join meeting_outcome o on o.meeting_id = g.id
  where g.id not in (${news})`;

/**
 * The same of meetings with news, and of those whose counts are stored without, from the marks. These are looked
 * up one by one: an `exists` would read the meetings of all years.
 */
export const freshMarks = ({ meetings, news, columns }: OfMeetings): RawBuilder<unknown> => sql`
  select ${columns}, a.student_id, ${outcomeOfMark} as outcome, ${scheduledMinutes} as scheduled,
    ${attendedMinutes} as attended
  from (
    select * from ${meetings} g
    where g.id in (${news})
      or (select true from meeting_outcome o where o.meeting_id = g.id) is null
        and (select true from meeting_count x where x.meeting_id = g.id)
  ) g ${countedMarks()}`;
