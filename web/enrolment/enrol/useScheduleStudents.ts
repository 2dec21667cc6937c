import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listScheduleStudents } from '#contract/enrolment/enrolment.endpoints.ts';
import { request } from '#web/platform/api.ts';
import type { ListState } from '#web/ui/list/useListState.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { bySchedule } from './resources.tsx';

/** The filter in the address; by default the class's own students. */
export const shownStudents = [
  { value: 'true', label: 'Enrolled' },
  { value: 'false', label: 'Others' },
  { value: 'all', label: 'All' },
];

/** @param enrolled the filter in the address. */
export const shownOf = (enrolled: string | undefined): string =>
  shownStudents.find(({ value }) => value === enrolled)?.value ?? 'true';

interface Shown {
  state: ListState;
  shown: string;
  enabled: boolean;
}

/** A page of the students of a class, of all others, or of both. */
export function useScheduleStudents(schedule: string, { state, shown, enabled }: Shown) {
  const query = {
    schedule_id: schedule,
    search: state.search || undefined,
    page: state.page,
    enrolled: shown === 'all' ? undefined : shown,
  };
  return useQuery({
    queryKey: resourceKey(bySchedule, 'students', query),
    queryFn: ({ signal }) => request(listScheduleStudents, { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}
