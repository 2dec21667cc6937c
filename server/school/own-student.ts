import { forbidden } from '#server/platform/http/api-error.ts';
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
