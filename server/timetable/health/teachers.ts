import { sql } from 'kysely';
import type { TeacherLoad, TeacherLoadQuery } from '#contract/timetable/timetable-health.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { dayBlocks } from './blocks.ts';
import { byTeacher } from '#server/school/meetings.ts';
import { heldIn } from './held.ts';
import type { HealthPeriod } from './period.ts';

type Query = Pick<TeacherLoadQuery, 'break' | 'search' | 'ordering' | 'limit' | 'page'>;

const sortKeys: Record<string, string> = {
  longest_stretch: 'longest_stretch',
  minutes_in_week: 'minutes_in_week',
  gap_in_week: 'gap_in_week',
};

const byName = sql`sort_name(t.first_name, t.last_name) collate natural_order, t.first_name collate natural_order, t.id`;
const byNameBackwards = sql`
  sort_name(t.first_name, t.last_name) collate natural_order desc, t.first_name collate natural_order desc, t.id desc`;

/** Teachers who hold classes in a period: stretches without a break, hours and gaps (R-HEALTH-3). */
export async function teacherLoadsOf(
  database: Database,
  period: HealthPeriod,
  { break: minBreak, search, ordering, limit, page }: Query,
): Promise<Page<TeacherLoad>> {
  const words = wordsOf(search).map((word) => contains(word, ['t.first_name', 't.last_name']));
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const key = sortKeys[ordering.replace('-', '')];
  const order = key
    ? sql`${sql.ref(key)} ${direction}, ${byName}`
    : ordering.startsWith('-')
      ? byNameBackwards
      : byName;
  return readCountedPage({ limit, page }, (rows, offset) =>
    sql<TeacherLoad & { total: number }>`
    with held as materialized (${heldIn(period)}),
    taught as (select who, date, start_time, end_time from ${byTeacher('held')} h),
    ${dayBlocks('taught', minBreak)},
    loads as (
      select who, count(distinct date) as days, max(stretch) as longest_stretch,
        (array_agg(date order by stretch desc, date))[1] as longest_on,
        round(sum(minutes) / count(distinct date_trunc('week', date)))::int as minutes_in_week,
        round(sum(gap)::numeric / count(distinct date_trunc('week', date)))::int as gap_in_week
      from stretches group by who
    ),
    given as (select who, count(distinct class) as classes from ${byTeacher('held')} h group by 1)
    select t.id, t.first_name, t.last_name, longest_stretch, longest_on, minutes_in_week,
      gap_in_week, days, classes, count(*) over () as total
    from loads join given using (who) join teacher t on t.id = who
    ${words.length ? sql`where ${sql.join(words, sql` and `)}` : sql``}
    order by ${order} limit ${rows} offset ${offset}`.execute(database),
  );
}
