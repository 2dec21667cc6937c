import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import { isUser } from '#server/school/attendance.ts';

export const ownLeaveText = 'You cannot decide about your own leave';

/**
 * Users cannot approve, change or remove a leave of the student who they are (R-LEAVE-2).
 * @throws ApiError 403
 */
export async function assertNotOwn(
  trx: Database,
  students: { ids: number[] } | { leaves: number[] },
  { email }: { email: string },
): Promise<void> {
  const which =
    'ids' in students
      ? sql`s.id = any(${students.ids}::bigint[])`
      : sql`s.id in (select student_id from leave where id = any(${students.leaves}::bigint[]))`;
  const { rows } = await sql`
    select from student s where ${which} and ${isUser(email.toLowerCase())} limit 1`.execute(trx);
  if (rows.length > 0) throw forbidden(ownLeaveText);
}
