import { sql } from 'kysely';
import type { MessageCourse } from '#contract/student-messages.ts';
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

/** @throws ApiError 400 for a course that does not exist. */
export async function switchCourse(
  database: Database,
  { course, on }: { course: number; on: boolean },
): Promise<void> {
  const found = await database
    .selectFrom('course')
    .select('id')
    .where('id', '=', course)
    .executeTakeFirst();
  if (!found) throw validationError('course', 'does not exist');
  await (
    on
      ? sql`delete from course_without_messages where course_id = ${course}`
      : sql`insert into course_without_messages (course_id) values (${course}) on conflict do nothing`
  ).execute(database);
}
