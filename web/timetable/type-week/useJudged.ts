import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { previewManyClasses } from '#contract/timetable/timetable.endpoints.ts';
import { request } from '#web/platform/api.ts';
import type { Judged, Sent } from './new-classes.ts';

/** Debounce of the grid, in milliseconds. */
const pauseMs = 300;

/** What is wrong with the new classes, in one call as they change. */
export function useJudged(sent: Sent | null) {
  const isTooMany = (sent?.classes.length ?? 0) > limits.classesAtOnce;
  // As text: an object would have a new identity on each render.
  const [settled] = useDebouncedValue(sent && !isTooMany ? JSON.stringify(sent) : null, pauseMs);
  const found = useQuery({
    queryKey: ['many-classes', settled],
    queryFn: async ({ signal }): Promise<Judged> => {
      const { keys, classes }: Sent = JSON.parse(settled ?? '{}');
      return { keys, found: await request(previewManyClasses, { body: { classes }, signal }) };
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    gcTime: 0,
  });
  return {
    judged: sent ? found.data : undefined,
    error: found.error,
    isJudging: sent !== null && (found.isFetching || settled !== JSON.stringify(sent)),
    isTooMany,
  };
}
