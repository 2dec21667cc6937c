import { sql } from 'kysely';
import type { MessageCourse } from '#contract/messages/student-messages.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';

/** The courses, and whether absences in their classes are reported (R-MSG-1). */
export async function messageCoursesOf(database: Database): Promise<MessageCourse[]> {
  const { rows } = await sql<MessageCourse>`
    select k.id, k.name, w.course_id is null as on
    from course k left join course_without_messages w on w.course_id = k.id
    where k.archived_at is null order by k.name collate natural_order`.execute(database);
  return rows;
}

/**
 * Switched on, absences of classes that end from now on are reported (R-MSG-1).
 * @throws ApiError 400 for a course that does not exist.
 */
export async function switchCourse(
  database: Database,
  { course, on, now }: { course: number; on: boolean; now: string },
): Promise<void> {
  const found = await database
    .selectFrom('course')
    .select('id')
    .where('id', '=', course)
    .executeTakeFirst();
  if (!found) throw validationError('course', 'does not exist');
  await (
    on
      ? sql`
        with were_off as (
          delete from course_without_messages where course_id = ${course} returning course_id
        )
        insert into course_messages_on (course_id, since)
        select course_id, ${now}::timestamptz from were_off
        on conflict (course_id) do update set since = excluded.since`
      : sql`insert into course_without_messages (course_id) values (${course}) on conflict do nothing`
  ).execute(database);
}
