import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

/**
 * The student that the caller is: the only source of the id in all calls about oneself (R-ME-1).
 * @throws ApiError 403
 */
export function ownStudent({ studentId }: Pick<CurrentUser, 'studentId'>): number {
  if (studentId === null) throw forbidden('You are no student of this institute.');
  return studentId;
}
