import { sql } from 'kysely';
import type { StudentMerges } from '#contract/people/merge.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** What a student was merged into, and who were merged into the student. */
export async function mergesOf(database: Database, id: number): Promise<StudentMerges> {
  const into = await sql<NonNullable<StudentMerges['into']>>`
    select k.id, k.student_id, k.first_name, k.last_name
    from student s join student k on k.id = s.merged_into where s.id = ${id}`.execute(database);
  const from = await sql<StudentMerges['from'][number]>`
    select s.id, s.student_id, s.first_name, s.last_name, u.name as done_by, m.done_at, m.moved
    from student s
    join student_merge m on m.from_id = s.id
    join app_user u on u.id = m.done_by
    where s.merged_into = ${id} order by m.id desc`.execute(database);
  return { into: into.rows[0] ?? null, from: from.rows };
}
