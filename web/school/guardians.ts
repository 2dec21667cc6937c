import { queryOptions } from '@tanstack/react-query';
import { listGuardians } from '#contract/people/guardians.endpoints.ts';
import { request } from '#web/platform/api.ts';

/** The guardians of any student. */
export const guardiansKey = ['guardians'];

export const guardiansQuery = (student: number) =>
  queryOptions({
    queryKey: [...guardiansKey, student],
    queryFn: ({ signal }) => request(listGuardians, { params: { student }, signal }),
    // The student's page reads it with the student (`details/panels.ts`), and again with them.
    staleTime: Infinity,
  });
