import { queryOptions } from '@tanstack/react-query';
import { listLetters } from '#contract/endpoints/letters.ts';
import { request } from '#web/platform/api.ts';

/** Letters of a student that a page lists. */
export const shownLetters = 50;

export const lettersKey = ['letters'];

/** The letters and certificates of a student, the latest first. */
export const lettersQuery = (student: number) =>
  queryOptions({
    queryKey: [...lettersKey, student],
    queryFn: ({ signal }) =>
      request(listLetters, { query: { student, limit: shownLetters }, signal }),
  });
