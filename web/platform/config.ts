import { queryOptions } from '@tanstack/react-query';
import { getConfig } from '#contract/session.endpoints.ts';
import { request } from './api.ts';
import { traceRequests } from './tracing.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  async queryFn() {
    const config = await request(getConfig, { anonymous: true });
    traceRequests(config.tracing);
    return config;
  },
  staleTime: Infinity,
  meta: { kept: true },
});
