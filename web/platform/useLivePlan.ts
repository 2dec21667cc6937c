import { useQueryClient } from '@tanstack/react-query';
import { daysOf } from '#contract/dates.ts';
import { limits } from '#contract/limits.ts';
import { useLive } from './live.ts';

/**
 * Reads the queries of a name again when a class of these dates is changed by somebody else. Of more
 * than 31 days it shows with the next read.
 */
export function useLivePlan(from: string, until: string, queryName: string): void {
  const queries = useQueryClient();
  useLive(daysOf(from, until) > limits.liveDays ? null : { date: from, until }, {
    reload: (first) => first || void queries.invalidateQueries({ queryKey: [queryName] }),
  });
}
