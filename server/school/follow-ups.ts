import { sql, type RawBuilder } from 'kysely';
import { can } from '#contract/permissions.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { isTaughtBy } from './red-list.ts';

/** Follow-ups `f` that are open, of an entry `entry` with student, subject and (null: any) semester. */
export const openOfEntry = sql`follow_up f
  where f.closed_at is null and f.student_id = entry.student_id
    and f.subject_id is not distinct from entry.subject_id
    and (entry.semester_id is null or f.semester_id = entry.semester_id)`;

/** Open, and due before today. */
export const isOverdue = (today: string): RawBuilder<boolean> =>
  sql`(f.closed_at is null and f.due_on < ${today}::date)`;

export const editsAll = (user: CurrentUser): boolean =>
  can(user.permissions, 'Red List Students', 'edit');

/**
 * Whether the user reads the follow-up `f` of the student `s`: who edits the red list; else its owner,
 * and who teaches the student. Users do not read those about themselves (R-FOLLOW-3).
 */
export function isReadBy(user: CurrentUser): RawBuilder<boolean> {
  const isAbout = sql`lower(s.student_mail) is not distinct from ${user.email.toLowerCase()}`;
  if (editsAll(user)) return sql`(not (${isAbout}))`;
  // Id 0 belongs to no teacher.
  return sql`(not (${isAbout})
    and (f.owner_id = ${user.id} or ${isTaughtBy(sql`s.id`, user.teacherId ?? 0)}))`;
}
