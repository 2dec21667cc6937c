import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getFollowUp, listFollowUps } from '#contract/standing/follow-ups.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { followUpResource } from './resource.tsx';

export const followUpOf = (id: string) =>
  queryOptions({
    queryKey: resourceKey(followUpResource, 'one', id),
    queryFn: ({ signal }) => request(getFollowUp, { params: { follow_up_id: id }, signal }),
  });

/** Those of a student, open and closed. */
export const followUpsOfStudent = (student: number) =>
  queryOptions({
    queryKey: resourceKey(followUpResource, 'student', student),
    queryFn: ({ signal }) =>
      request(listFollowUps, {
        query: { of: 'all', state: 'all', student, ordering: '-begun', limit: limits.pageSize },
        signal,
      }),
    // The student's page reads it with the student (`details/panels.ts`), and again with them.
    staleTime: Infinity,
  });

/** Reads every list again that a change of a follow-up is shown in: the red list among them. */
export function useFollowUpsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: resourceKey(followUpResource) }),
      queries.invalidateQueries({ queryKey: ['resource', 'redlistedstudents/computed'] }),
    ]);
  };
}
