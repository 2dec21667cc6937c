import { useQueryClient } from '@tanstack/react-query';
import { daysOf } from '#contract/dates.ts';
import { limits } from '#contract/limits.ts';
import { useLive } from './live.ts';

/**
 * Refetches the queries of a name when somebody else changes a class of these dates. Changes of more
 * than 31 days show with the next read.
 */
export function useLivePlan(from: string, until: string, queryName: string): void {
  const queries = useQueryClient();
  useLive(daysOf(from, until) > limits.liveDays ? null : { date: from, until }, {
    reload: (first) => first || void queries.invalidateQueries({ queryKey: [queryName] }),
  });
}
