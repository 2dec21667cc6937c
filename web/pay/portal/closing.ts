import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getPayClosing } from '#contract/pay/pay-closing.endpoints.ts';
import { request } from '#web/platform/api.ts';

/** Until when pay is closed. */
export const closingQuery = queryOptions({
  queryKey: ['pay-closing'],
  queryFn: ({ signal }) => request(getPayClosing, { signal }),
  staleTime: 30_000,
});

/** @returns whether a day is closed for pay: its check-ins do not change (R-PAY-8). */
export function useClosedDays(): (day: string) => boolean {
  const until = useQuery(closingQuery).data?.closed_until ?? '';
  return useCallback((day: string) => day <= until, [until]);
}
