import type { CurrentUser } from '#server/platform/http/guard.ts';

/**
 * The teachers whose rows a user sees who sees only their own: themselves, and none when a filter names
 * only others.
 */
export function ownTeacher(filter: number[] | undefined, { teacherId }: CurrentUser): number[] {
  // Id 0 belongs to no teacher.
  const own = teacherId ?? 0;
  return !filter || filter.includes(own) ? [own] : [];
}
