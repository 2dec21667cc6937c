import { queryOptions } from '@tanstack/react-query';
import { getConfig } from '#contract/session.endpoints.ts';
import { request } from './api.ts';
import { traceRequests } from './tracing.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  async queryFn() {
    const config = await request(getConfig, { anonymous: true });
    // For the requests of this window's next load, before it knows the date.
    sessionStorage.setItem('today', config.today);
    traceRequests(config.tracing);
    return config;
  },
  staleTime: Infinity,
  meta: { kept: true },
});
