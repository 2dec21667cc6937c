import { ApiError } from '#server/platform/http/api-error.ts';
import type { Overlap } from './queries.ts';

/**
 * A teacher cannot be paid for two classes at a time. @throws ApiError 409 with the classes. @param
 * whoIs "You are", "Tess Teacher is".
 */
export function assertNoOverlap(overlaps: Overlap[], whoIs: string): void {
  if (overlaps.length === 0) return;
  const named = overlaps.map(
    ({ subject_name, subject_code, start_time, end_time }) =>
      `${subject_name} ${subject_code}, ${start_time}–${end_time}`,
  );
  throw new ApiError(409, {
    detail: `${whoIs} checked in to another class at this time: ${named.join('; ')}.`,
    overlaps,
  });
}
