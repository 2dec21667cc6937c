import { useQuery } from '@tanstack/react-query';
import { listLeaveRequests } from '#contract/attendance/leave-requests.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { useDrawn } from '#web/ui/useDrawn.ts';

const pollMs = 60_000;

/** How many leave requests wait, for who decides them; 0 where students do not sign in. */
export function useWaitingRequests(): number {
  const { student_sign_in } = useSession().config;
  const mayDecide = useCan()('Approved Leave List', 'add');
  // The page comes first.
  const isDrawn = useDrawn();
  const { data } = useQuery({
    // Read again with the list, after each decision.
    queryKey: resourceKey({ calls: { name: 'leave-requests' } }, 'waiting'),
    queryFn: ({ signal }) =>
      request(listLeaveRequests, { query: { state: 'requested', limit: 1 }, signal }),
    enabled: isDrawn && student_sign_in && mayDecide,
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  });
  return data?.total ?? 0;
}

/** "2 requests wait" */
export const waitingText = (count: number): string =>
  count === 1 ? '1 request waits' : `${count} requests wait`;
