import { sql } from 'kysely';
import { isPairKind, type Clash } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isWeekly, takesPlace } from '#server/school/meetings.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { sameTime } from './proposed.ts';

interface By {
  /** Null for an import from the command line. */
  user: number | null;
  /** ISO instant. */
  now: string;
}

/** The weeks of the class of a meeting on its date. */
const weeksOfMeeting = (meeting: 'p' | 'g') => sql`(
  select w.weeks from class_schedule_pattern w
  where w.class_schedule_id = ${sql.ref(`${meeting}.class_schedule_id`)}
    and w.valid_from <= ${sql.ref(`${meeting}.date`)}
  order by w.valid_from desc limit 1)`;

/**
 * Stores that pairs of classes clash on purpose (R-CLASH-3): for the weekly times at which they meet
 * most often. Clashes on single dates only are not stored.
 */
export async function rememberConfirmed(
  trx: Database,
  found: Clash[],
  { user, now }: By,
): Promise<void> {
  const pairs = found.flatMap(({ kind, class_schedule, other, date }) =>
    isPairKind(kind) && class_schedule !== null && other
      ? [{ kind, class_schedule, other: other.class_schedule, date }]
      : [],
  );
  if (pairs.length === 0) return;
  await sql`
    insert into confirmed_clash (class_schedule_id, other_class_schedule_id, kind, semester_id,
      other_semester_id, day_of_week, start_time, end_time, other_start_time, other_end_time,
      confirmed_by, confirmed_at, weeks)
    select distinct on (c.id, o.id, pair.kind) c.id, o.id, pair.kind, c.semester_id, o.semester_id,
      ${weekdayOf(sql`p.date`)}, p.start_time, p.end_time, g.start_time, g.end_time,
      ${user}::bigint, ${now}::timestamptz,
      case when bool_or(${weeksOfMeeting('p')} is not null or ${weeksOfMeeting('g')} is not null)
        then array_agg(distinct semester_week(p.date, m.class_start_date)::smallint) end
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as pair(kind text, class_schedule bigint, other bigint, date date)
    join class_schedule c on c.id = least(pair.class_schedule, pair.other)
    join semester m on m.id = c.semester_id
    join class_schedule o on o.id = greatest(pair.class_schedule, pair.other)
    join class_meeting p on p.class_schedule_id = c.id and p.date >= pair.date
    join class_meeting g on g.class_schedule_id = o.id and g.date = p.date
    where ${sameTime} and ${takesPlace} and p.status = g.status
      and ${isWeekly('p')} and ${isWeekly()}
    group by c.id, o.id, pair.kind, 6, p.start_time, p.end_time, g.start_time, g.end_time
    order by c.id, o.id, pair.kind, count(*) desc
    on conflict (class_schedule_id, other_class_schedule_id, kind) do update
    set semester_id = excluded.semester_id, other_semester_id = excluded.other_semester_id,
      day_of_week = excluded.day_of_week, start_time = excluded.start_time,
      end_time = excluded.end_time, other_start_time = excluded.other_start_time,
      other_end_time = excluded.other_end_time, confirmed_by = excluded.confirmed_by,
      confirmed_at = excluded.confirmed_at, weeks = excluded.weeks`.execute(trx);
}
