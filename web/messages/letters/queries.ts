import { queryOptions } from '@tanstack/react-query';
import { listLetters } from '#contract/messages/letters.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';

export const lettersKey = ['letters'];

/** The letters and certificates of a student, the latest first. */
export const lettersQuery = (student: number) =>
  queryOptions({
    queryKey: [...lettersKey, student],
    queryFn: ({ signal }) =>
      request(listLetters, {
        query: { student: String(student), limit: limits.panelRows },
        signal,
      }),
    // The student's page reads it with the student (`details/panels.ts`), and again with them.
    staleTime: Infinity,
  });
