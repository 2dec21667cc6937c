import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type {
  ChangesSince,
  PlaceOfPeople,
  RollCallEnd,
  WhoIsHere,
} from '#contract/attendance/building.ts';
import { getBuildingChanges, getWhoIsHere } from '#contract/attendance/building.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { deleteList, storedList } from '#web/platform/offline/building-on-device.ts';

/** Who is here, with when it was stored where it comes from the device. */
export type Here = WhoIsHere & {
  /** Epoch milliseconds; nothing where the server has just answered. */
  storedAt?: number;
  /** How the roll call ended that was running on this page, until that is dismissed. */
  end?: RollCallEnd | null;
};

const queryKey = ['building'];

/** Whether the institute does not, or no longer, show the page to this user. */
export const isClosed = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403;

/** Who is here now. Of a running roll call what has changed is read, and without the network the stored list. */
export const hereQuery = (queries: QueryClient, user: string) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Here> => {
      const known = queries.getQueryData<Here>(queryKey);
      const endOf = () => queries.getQueryData<Here>(queryKey)?.end ?? null;
      try {
        let end: RollCallEnd | null = null;
        if (known?.roll_call) {
          const query = { roll_call: known.roll_call.id, since: known.version };
          const changes = await request(getBuildingChanges, { query, signal });
          // Ticks and events may have changed it meanwhile.
          if (!changes.ended)
            return withChanges(queries.getQueryData<Here>(queryKey) ?? known, changes);
          end = changes.end;
        }
        const read = await request(getWhoIsHere, { signal });
        if (!read.roll_call) await deleteList().catch(console.error);
        // A new roll call has figures of its own.
        return { ...read, end: read.roll_call ? null : (end ?? endOf()) };
      } catch (error) {
        // Without the right nothing stays on the device: a reload without the network would show it.
        if (isClosed(error)) await deleteList().catch(console.error);
        if (!(error instanceof ApiError) || !error.isRetryable) throw error;
        if (known) throw error;
        const stored = await storedList(user, Date.now()).catch(() => undefined);
        if (!stored) throw error;
        // It was written by this page's `storeList`.
        return { ...(stored.list as WhoIsHere), storedAt: stored.at };
      }
    },
    // Without the network the list that is there is shown at once.
    retry: false,
    staleTime: 0,
    gcTime: Infinity,
  });

const keyOf = ({ kind, room, class_name, start_time }: PlaceOfPeople): string =>
  JSON.stringify([kind, room, class_name, start_time]);

type News = Pick<ChangesSince, 'places' | 'people'> &
  Partial<Pick<ChangesSince, 'version' | 'as_of'>>;

/**
 * The list with changed people and new ones. Only an answer to "what has changed since" moves its version: an event
 * may come while others were missed.
 */
export function withChanges(here: Here, news: News): Here {
  const { storedAt: _stored, ...list } = here;
  if (news.people.length === 0)
    return { ...list, version: news.version ?? here.version, as_of: news.as_of ?? here.as_of };
  const places = [...here.places];
  const known = new Map(places.map((place, at) => [keyOf(place), at]));
  const at = news.places.map((place) => {
    const index = known.get(keyOf(place));
    if (index !== undefined) return index;
    known.set(keyOf(place), places.length);
    return places.push(place) - 1;
  });
  const changed = new Map(
    news.people.map((person) => [person.number, { ...person, place: at[person.place] ?? 0 }]),
  );
  const people = here.people.map((person) => {
    const next = changed.get(person.number);
    changed.delete(person.number);
    return next && next.version >= person.version ? next : person;
  });
  return {
    ...list,
    version: news.version ?? here.version,
    as_of: news.as_of ?? here.as_of,
    places,
    people: [...people, ...changed.values()],
  };
}
