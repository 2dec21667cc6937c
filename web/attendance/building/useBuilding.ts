import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { addressOf } from '#contract/endpoint.ts';
import type { BuildingChange } from '#contract/attendance/building.ts';
import { followBuilding } from '#contract/attendance/building.endpoints.ts';
import { useStream } from '#web/platform/live.ts';
import { storeList } from '#web/platform/offline/building-on-device.ts';
import { canStore } from '#web/platform/offline/device.ts';
import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useLatest } from './latest.ts';
import { hereQuery, isClosed, withChanges, type Here } from './queries.ts';
import { shownPeople } from './shown.ts';
import type { TickState } from './tick-queue.ts';
import { useTickQueue } from './useTickQueue.ts';

/** How often the list is read: without the stream, and as a safeguard with it. */
const pollMs = 5000;
const safeguardMs = 60_000;
/** Without a roll call marks come one after the other: the list is read again after this time. */
const settleMs = 3000;
/** How soon a changed list is stored. */
const storeMs = 500;

/** Who is here, live, with the ticks of this page; they are shown before they are sent. */
export function useBuilding() {
  const queries = useQueryClient();
  const { email } = useUser();
  const { config } = useSession();
  const isStored = canStore(config);
  const options = useMemo(() => hereQuery(queries, email), [queries, email]);
  const { queryKey } = options;
  const queue = useTickQueue(queryKey);
  const waiting = useSyncExternalStore(queue.subscribe, queue.ticks);
  const stalled = useSyncExternalStore(queue.subscribe, queue.stalled);
  const refused = useSyncExternalStore(queue.subscribe, queue.refused);

  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const isConnected = useStream<BuildingChange>(addressOf(followBuilding), {
    reload() {
      queue.wake();
      void queries.invalidateQueries({ queryKey });
    },
    changed({ topic, places, people }) {
      const here = queries.getQueryData<Here>(queryKey);
      if (here?.roll_call && places && people) {
        queries.setQueryData<Here>(queryKey, withChanges(here, { places, people }));
        return;
      }
      // A roll call was started or ended, or changed in many places.
      if (here?.roll_call || topic === 'building' || topic === null)
        return void queries.invalidateQueries({ queryKey });
      later.current ??= setTimeout(() => {
        later.current = undefined;
        void queries.invalidateQueries({ queryKey });
      }, settleMs);
    },
    since: () => queries.getQueryData<Here>(queryKey)?.as_of,
  });
  const read = useQuery({ ...options, refetchInterval: isConnected ? safeguardMs : pollMs });

  // Without the right nothing is shown, also not what was read before.
  const closed = isClosed(read.error) ? read.error : null;
  const here = closed ? undefined : read.data;
  useEffect(() => {
    if (!isStored || !here?.roll_call || here.storedAt !== undefined) return;
    const timer = setTimeout(() => {
      // Links to photos are good for hours, and for everybody who has them.
      const people = here.people.map((person) => ({ ...person, profile_image: null }));
      const list = { ...here, people };
      void storeList({ user: email, at: Date.now(), list }).catch(console.error);
    }, storeMs);
    return () => clearTimeout(timer);
  }, [isStored, here, email]);

  const rollCall = here?.roll_call?.id;
  const tick = useCallback(
    (states: TickState[]) => (rollCall === undefined ? [] : queue.add(rollCall, states)),
    [queue, rollCall],
  );
  const people = useMemo(() => (here ? shownPeople(here, waiting) : []), [here, waiting]);
  const places = here?.places;
  const latest = useMemo(
    () => ({ people, places: places ?? [], waiting: waiting.length }),
    [people, places, waiting],
  );
  return {
    read,
    here,
    people,
    /** For what this page does not draw. */
    shown: useLatest(latest),
    isStored,
    waiting: waiting.length,
    /** Why the page is not shown; null where it is. */
    closed,
    isOffline:
      !closed && (stalled === 'later' || here?.storedAt !== undefined || read.isRefetchError),
    refused,
    dismissRefused: queue.dismiss,
    dismissEnd: () =>
      queries.setQueryData<Here>(queryKey, (before) => before && { ...before, end: null }),
    tick,
    reload: () => queries.invalidateQueries({ queryKey }),
  };
}
