import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '../../contract/session.ts';
import { api } from './api.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: () => api.get<PublicConfig>('config/', { anonymous: true }),
  staleTime: Infinity,
  meta: { kept: true },
});
