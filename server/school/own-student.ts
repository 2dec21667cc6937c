import { forbidden } from '#server/platform/http/api-error.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

/** The answer to a caller who is no student, also one who was merged or erased meanwhile. */
export const notAStudent = () => forbidden('You are no student of this institute.');

/**
 * The student that the caller is: the only source of the id in all calls about oneself (R-ME-1).
 * @throws ApiError 403
 */
export function ownStudent({ studentId }: Pick<CurrentUser, 'studentId'>): number {
  if (studentId === null) throw notAStudent();
  return studentId;
}

/**
 * Reads again whether the caller is a student, once their account is locked: a session is known for some
 * seconds, in which the student may have been archived or erased.
 * @throws ApiError 403
 */
export async function assertStillStudent(
  trx: Database,
  user: Pick<CurrentUser, 'studentId'>,
): Promise<void> {
  const found = await trx
    .selectFrom('student')
    .select('id')
    .where('id', '=', ownStudent(user))
    .where('archived_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw notAStudent();
}
