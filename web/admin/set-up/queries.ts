import { queryOptions } from '@tanstack/react-query';
import { getSetUp } from '#contract/admin/set-up.endpoints.ts';
import { request } from '#web/platform/api.ts';

export const setUpQuery = queryOptions({
  queryKey: ['resource', 'set-up'],
  queryFn: ({ signal }) => request(getSetUp, { signal }),
});
