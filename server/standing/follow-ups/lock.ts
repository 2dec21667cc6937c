import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { isReadBy } from '#server/school/follow-ups.ts';

/** Who changes something, and when. */
export interface By {
  user: CurrentUser;
  /** ISO 8601. */
  now: string;
  /** The institute's date, and its time zone. */
  today: string;
  timeZone: string;
}

export interface LockedFollowUp {
  id: number;
  student_id: number;
  semester_id: number;
  subject_id: number | null;
  owner_id: number;
  due_on: string;
  closed_at: string | null;
  version: number;
  changed_by: number;
  changed_name: string;
  changed_at: string;
}

/**
 * The follow-up, locked until the end of the transaction: changes of one follow each other.
 * @throws ApiError 404 when the user may not read it.
 */
export async function lockFollowUp(trx: Database, id: number, user: CurrentUser) {
  // Alone: a join would be compared with the user who had changed it before the wait.
  await sql`select from follow_up where id = ${id} for update`.execute(trx);
  const { rows } = await sql<LockedFollowUp>`
    select f.id, f.student_id, f.semester_id, f.subject_id, f.owner_id, f.due_on, f.closed_at,
      f.version, f.changed_by, u.name as changed_name, f.changed_at
    from follow_up f join student s on s.id = f.student_id join app_user u on u.id = f.changed_by
    where f.id = ${id} and ${isReadBy(user)}`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound('This follow-up');
  return found;
}

/** @throws ApiError 409 when it is closed: closed ones are only read. */
export function assertOpen({ closed_at }: Pick<LockedFollowUp, 'closed_at'>): void {
  if (closed_at !== null)
    throw new ApiError(409, { detail: 'This follow-up is closed: reopen it to change it.' });
}

/** @throws ApiError 409 with `overtaken` when it was changed since it was read (decision 26). */
export function assertVersion(found: LockedFollowUp, version: number, user: CurrentUser): void {
  if (found.version === version) return;
  const by = found.changed_by === user.id ? 'You' : found.changed_name;
  throw new ApiError(409, {
    detail: `${by} changed this follow-up meanwhile.`,
    overtaken: { by: found.changed_name, at: found.changed_at },
  });
}
