import {
  dehydrate,
  hydrate,
  type DehydratedState,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { deleteList } from './building-on-device.ts';
import { canStoreNow } from './device.ts';
import { byDeviceClock } from './device-clock.ts';
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

type DehydratedQuery = DehydratedState['queries'][number];

const maxAgeMs = 24 * 3_600_000;
const debounceMs = 400;
const name = 'queries';

const isConfig = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] === 'config';

/**
 * Restored data is shown at once and refetched, even if it counts as fresh: since
 * then a roll may have been closed, or a class moved.
 */
const outdated = (query: DehydratedQuery): DehydratedQuery =>
  isConfig(query) ? query : { ...query, state: { ...query.state, isInvalidated: true } };

/** Deletes the persisted queries from the device. */
export const deletePersistedQueries = (storage: Storage): Promise<void> =>
  storage.delete('kept', name);

/** Restores and persists queries that are marked `kept`, for a day at most. */
export async function persistQueries(queries: QueryClient, storage: Storage): Promise<void> {
  const state = await storage.get('kept', name);
  // For a window that was closed without a logout, and after a day, only the configuration remains.
  const signedIn = Boolean(sessionStorage.getItem('email'));
  if (!signedIn) void deleteList().catch(console.error);
  if (state) {
    const now = Date.now();
    const usable = state.queries
      .filter(
        (query) => isConfig(query) || (signedIn && query.state.dataUpdatedAt > now - maxAgeMs),
      )
      .map((query) => byDeviceClock(query, now));
    hydrate(queries, { ...state, queries: usable.map(outdated) });
    if (usable.length < state.queries.length)
      await storage.put('kept', { ...state, queries: usable }, name);
  }

  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    waiting = undefined;
    const dehydrated = dehydrate(queries, {
      shouldDehydrateQuery: (query) =>
        Boolean(query.meta?.kept) &&
        query.state.data !== undefined &&
        (isConfig(query) || canStoreNow(queries)),
      shouldDehydrateMutation: () => false,
    });
    // Data that was loaded before the network failed remains valid, whatever the state of the refetch.
    const settled = dehydrated.queries.map((query) => ({
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
    storage.put('kept', { ...dehydrated, queries: settled }, name).catch(console.error);
  };
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (query.meta?.kept && (type === 'updated' || type === 'removed'))
      waiting ??= setTimeout(write, debounceMs);
  });
  // A page that is being left does not wait for the timer.
  window.addEventListener('pagehide', () => waiting !== undefined && write());
}
