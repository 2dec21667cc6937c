import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import type { Storage } from './storage.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Can be shown after a reload without the network. */
      kept?: boolean;
    };
  }
}

const longestMs = 24 * 3_600_000;
const gatherMs = 400;
const name = 'queries';

/** Takes it off the device; resolves once it is gone. */
export const forgetQueries = (storage: Storage): Promise<void> => storage.delete('kept', name);

/**
 * Brings back what was on the screens, and keeps writing down what is: the answers of queries that are marked `kept`, for a
 * day at most.
 */
export async function keepQueries(queries: QueryClient, storage: Storage): Promise<void> {
  const state = (await storage.get('kept', name)) as DehydratedState | undefined;
  const young = state?.queries.filter((query) => query.state.dataUpdatedAt > Date.now() - longestMs);
  if (young) hydrate(queries, { ...state, queries: young });

  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    waiting = undefined;
    const kept = dehydrate(queries, {
      shouldDehydrateQuery: ({ meta, state: { data } }) => Boolean(meta?.kept) && data !== undefined,
      shouldDehydrateMutation: () => false,
    });
    // What was read before the network went is as good as it was, whatever became of asking again.
    const settled = kept.queries.map((query) => ({
      ...query,
      promise: undefined,
      state: { ...query.state, status: 'success' as const, fetchStatus: 'idle' as const, error: null, fetchFailureReason: null },
    }));
    storage.put('kept', { ...kept, queries: settled }, name).catch(console.error);
  };
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (query.meta?.kept && (type === 'updated' || type === 'removed')) waiting ??= setTimeout(write, gatherMs);
  });
  // A page that is left does not wait for the timer.
  window.addEventListener('pagehide', () => waiting !== undefined && write());
}
