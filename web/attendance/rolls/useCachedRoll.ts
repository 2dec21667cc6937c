import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Roll, RollRow } from '#contract/marks.ts';
import { rollQuery, type ClassOnDate } from '#web/school/roll.ts';

/** Reads the roll as it is now, without a render when it changes. */
export function useCachedRoll({ id, date }: ClassOnDate): () => RollRow[] {
  const queries = useQueryClient();
  return useCallback(
    () => queries.getQueryData<Roll>(rollQuery({ id, date }).queryKey)?.results ?? [],
    [queries, id, date],
  );
}
