import { sql } from 'kysely';

/** The latest warning letter about the entry `entry` since it was listed, as JSON; null without one. */
export const latestWarning = sql<{ id: number; number: string; made_at: string } | null>`(
  select jsonb_build_object('id', x.id, 'number', x.number, 'made_at', x.made_at) from letter x
  where x.kind = 'warning_letter' and x.student_id = entry.student_id
    and x.subject_id is not distinct from entry.subject_id
    and x.made_at >= coalesce(entry.since, '-infinity')
  order by x.made_at desc, x.id desc limit 1)`;
