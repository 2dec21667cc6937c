import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The cache of server reads. Only responses decide whether there is a network. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5000,
        retry: (count, error) => error instanceof ApiError && error.isRetryable && count < 3,
        retryDelay: (count) => Math.min(500 * 2 ** count, 4000),
      },
      mutations: { networkMode: 'always' },
    },
  });
