import { sql, type RawBuilder } from 'kysely';
import type { IdOrUuid } from '#contract/fields.ts';
import { can } from '#contract/permissions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { isTaughtBy } from '#server/school/red-list.ts';

/**
 * Whether the user reads the contact hours of the student `s`: who edits the red list those of all,
 * teachers those of the students of their classes; no user their own (R-HOURS-3).
 */
export function isReadBy({ permissions, email, teacherId }: CurrentUser): RawBuilder<boolean> {
  const isOther = sql`lower(s.student_mail) is distinct from ${email.toLowerCase()}`;
  if (can(permissions, 'Red List Students', 'edit')) return sql`(${isOther})`;
  // Id 0 belongs to no teacher.
  return sql`(${isOther} and ${isTaughtBy(sql`s.id`, teacherId ?? 0)})`;
}

interface ShortStudent {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
}

/** A student whose contact hours the user reads; null otherwise. */
export async function readableStudent(
  database: Database,
  named: IdOrUuid,
  user: CurrentUser,
): Promise<ShortStudent | null> {
  const { rows } = await sql<ShortStudent>`
    select s.id, s.student_id, s.first_name, s.last_name from student s
    where ${named.uuid === undefined ? sql`s.id = ${named.id}` : sql`s.uuid = ${named.uuid}::uuid`}
      and ${isReadBy(user)}`.execute(database);
  return rows[0] ?? null;
}
