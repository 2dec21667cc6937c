import { sql } from 'kysely';
import type { StudentGaps, StudentGapsQuery } from '#contract/timetable/timetable-health.ts';
import { forceCustomPlan, type Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { weekOf } from '../weeks/routes.ts';
import { dayBlocks } from './blocks.ts';
import { heldIn } from './held.ts';
import type { HealthPeriod } from './period.ts';

type Query = Pick<StudentGapsQuery, 'break' | 'search' | 'ordering' | 'limit' | 'page'>;

const sortKeys: Record<string, string> = {
  student_id: 'student_id',
  gap: 'gap',
  longest_gap: 'longest_gap',
  days: 'days',
};

/** The Monday of the week of a period with the most classes; null without any. */
export async function fullestWeek(
  database: Database,
  period: HealthPeriod,
): Promise<string | null> {
  const { rows } = await sql<{ monday: string }>`
    select date_trunc('week', date)::date as monday from (${heldIn(period)}) held
    group by 1 order by count(*) desc, 1 limit 1`.execute(database);
  return rows[0]?.monday ?? null;
}

/** Students who have gaps between the classes of a day in the week of a date (R-HEALTH-4). */
export async function studentsWithGapsIn(
  database: Database,
  period: HealthPeriod,
  monday: string,
  { break: minBreak, search, ordering, limit, page }: Query,
): Promise<Page<StudentGaps>> {
  const words = wordsOf(search).map((word) =>
    contains(word, ['s.student_id', 's.first_name', 's.last_name']),
  );
  const key = ordering.replace('-', '');
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const order = sql`${sql.ref(sortKeys[key] ?? 'gap')} ${
    key === 'student_id' ? sql`collate natural_order` : sql``
  } ${direction}, s.student_id`;
  return readCountedPage({ limit, page }, (rows, offset) =>
    sql<StudentGaps & { total: number }>`${sql.raw(forceCustomPlan)}
    with held as materialized (${heldIn({ ...period, ...weekOf(monday) })}),
    attended as (
      select e.student_id as who, h.date, h.start_time, h.end_time
      from held h
      join enrolment e on e.class_schedule_id = h.class and ${enrolledOn(sql`h.date`)}
    ),
    ${dayBlocks('attended', minBreak)},
    gaps as (
      select who, sum(gap)::int as gap, count(*) filter (where gap > 0) as gaps,
        max(gap) as longest_gap, count(distinct date) as days, sum(minutes)::int as minutes
      from stretches group by who having sum(gap) > 0
    )
    select s.id, s.student_id, s.first_name, s.last_name, gap, gaps, longest_gap, days, minutes,
      ${monday}::date as monday,
      count(*) over () as total
    from gaps join student s on s.id = gaps.who and s.archived_at is null
    ${words.length ? sql`where ${sql.join(words, sql` and `)}` : sql``}
    order by ${order} limit ${rows} offset ${offset}`.execute(database),
  );
}
