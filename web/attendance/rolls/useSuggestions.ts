import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { limits } from '#contract/limits.ts';
import type { RollRow } from '#contract/marks.ts';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { suggestFromRoll } from './suggestions.ts';

/** Students of the roll first, then others from the server, labelled as not in this class. */
export function useSuggestions(text: string, roll: RollRow[]) {
  const wanted = text.trim();
  const isSearching = wanted.length > limits.suggestionsAfter;
  const [settled] = useDebouncedValue(wanted, 150);
  const found = useQuery({
    queryKey: ['suggestions', settled],
    queryFn: ({ signal }) =>
      request(studentEndpoints.list, {
        query: { search: settled, limit: limits.suggestionRows },
        signal,
      }),
    enabled: isSearching && settled.length > limits.suggestionsAfter,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!isSearching) return { fromRoll: [], others: [] };
    const inClass = new Set(roll.map((row) => row.student));
    return {
      fromRoll: suggestFromRoll(roll, wanted, limits.suggestionRows),
      others: (settled === wanted ? (found.data?.results ?? []) : []).filter(
        (student) => !inClass.has(student.id),
      ),
    };
  }, [isSearching, wanted, settled, roll, found.data]);
}
