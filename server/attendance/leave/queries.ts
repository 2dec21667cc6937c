import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** A student's approved leaves, the latest first; the document is the key of a file. */
export function leavesOf(database: Database, student: number) {
  return database
    .selectFrom('leave')
    .select(['id', 'leave_from', 'leave_to', 'reason_for_leave', 'supporting_document'])
    .where('student_id', '=', student)
    .where('archived_at', 'is', null)
    .orderBy('leave_from', 'desc')
    .orderBy('id')
    .limit(limits.detailsRows)
    .execute();
}
