import { queryOptions } from '@tanstack/react-query';
import { getPayClosing } from '#contract/pay/pay-closing.endpoints.ts';
import { request } from '#web/platform/api.ts';

/** Until when pay is closed. */
export const closingQuery = queryOptions({
  queryKey: ['pay-closing'],
  queryFn: ({ signal }) => request(getPayClosing, { signal }),
  staleTime: 30_000,
});
