import { queryOptions } from '@tanstack/react-query';
import { listLeaveRequests } from '#contract/attendance/leave-requests.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { leaveRequestResource } from './resource.tsx';

/** The requests of a student; a student makes few: the page of all requests has the others. */
export const requestsOfStudent = (student: number) =>
  queryOptions({
    queryKey: resourceKey(leaveRequestResource, 'student', student),
    queryFn: ({ signal }) =>
      request(listLeaveRequests, { query: { student, limit: limits.panelRows }, signal }),
    // The student's page reads it with the student (`details/panels.ts`), and again with them.
    staleTime: Infinity,
  });
