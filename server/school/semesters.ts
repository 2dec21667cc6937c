import { sql, type RawBuilder } from 'kysely';
import { dateOf, type Day } from '#server/platform/database/day.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** Whether a day lies between the first and the last day of classes of semester `m`. */
export const hasClassesOn = (day: Day): RawBuilder<boolean> =>
  sql`${dateOf(day)} between m.class_start_date and m.class_end_date`;

/** The semester of today, else the last one that has begun; null without one. */
export async function latestSemester(database: Database, today: string): Promise<number | null> {
  const found = await database
    .selectFrom('semester')
    .select('id')
    .where('archived_at', 'is', null)
    .where('semester_start_date', '<=', today)
    .orderBy('semester_start_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}
