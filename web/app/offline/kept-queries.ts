import { dehydrate, hydrate, type DehydratedState, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { mayStoreNow } from './device.ts';
import { rollOnDevice } from './roll-on-device.ts';
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

const isConfig = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] === 'config';

/** Takes it off the device; resolves once it is gone. */
export const forgetQueries = (storage: Storage): Promise<void> => storage.delete('kept', name);

/**
 * Brings back what was on the screens, and keeps writing down what is: the answers of queries that are marked `kept`, for a
 * day at most.
 */
export async function keepQueries(queries: QueryClient, storage: Storage): Promise<void> {
  const state = (await storage.get('kept', name)) as DehydratedState | undefined;
  // Of a window that was closed without logging out, and of more than a day ago, nothing but the configuration is left.
  const signedIn = Boolean(sessionStorage.getItem('email'));
  const usable = state?.queries.filter((query) => isConfig(query) || (signedIn && query.state.dataUpdatedAt > Date.now() - longestMs));
  if (usable) hydrate(queries, { ...state, queries: usable });
  if (usable && usable.length < state!.queries.length) await storage.put('kept', { ...state, queries: usable }, name);

  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    waiting = undefined;
    const kept = dehydrate(queries, {
      shouldDehydrateQuery: (query) => Boolean(query.meta?.kept) && query.state.data !== undefined && (isConfig(query) || mayStoreNow(queries)),
      shouldDehydrateMutation: () => false,
    });
    // What was read before the network went is as good as it was, whatever became of asking again.
    const settled = kept.queries.map((query) => ({
      ...query,
      promise: undefined,
      state: {
        ...query.state,
        data: query.queryKey[0] === 'roll' ? rollOnDevice(query.state.data) : query.state.data,
        status: 'success' as const,
        fetchStatus: 'idle' as const,
        error: null,
        fetchFailureReason: null,
      },
    }));
    storage.put('kept', { ...kept, queries: settled }, name).catch(console.error);
  };
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (query.meta?.kept && (type === 'updated' || type === 'removed')) waiting ??= setTimeout(write, gatherMs);
  });
  // A page that is left does not wait for the timer.
  window.addEventListener('pagehide', () => waiting !== undefined && write());
}
