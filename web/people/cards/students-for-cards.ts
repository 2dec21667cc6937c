import { keepPreviousData } from '@tanstack/react-query';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';

/** Students that are shown; the search finds the others. */
const shown = 20;

/** Which students are offered a card. */
export interface CardFilters {
  /** Also students with a card. */
  all: boolean;
  cohort: number | null;
  course: number | null;
}

export const noFilters: CardFilters = { all: false, cohort: null, course: null };

export const studentsForCards = (search: string, { all, cohort, course }: CardFilters) => ({
  queryKey: resourceKey({ calls: studentEndpoints }, 'for-cards', search, all, cohort, course),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request(studentEndpoints.list, {
      query: {
        search: search || undefined,
        has_card: all ? undefined : 'false',
        cohort: cohort ?? undefined,
        course: course ?? undefined,
        limit: shown,
      },
      signal,
    }),
  placeholderData: keepPreviousData,
});
